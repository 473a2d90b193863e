import { rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Chance, chanceOf } from "@asbuilt/tests/chance";
import { until } from "@asbuilt/tests/processes";
import { scratchFolder } from "@asbuilt/tests/scratch";
import { contentOf, rowsOf } from "@asbuilt/tests/stored";
import Database from "libsql";
import type { Experiment } from "../experiment.ts";
import { acknowledged, type Entry, isThere, readLog } from "../kill/ledger.ts";
import { makeScene, type Scene } from "../kill/operations.ts";
import { sendUntilGone } from "../kill/victim.ts";
import { type NodeService, plantOf, runAsbuilt, serveFile } from "../services.ts";

/** Backups of a file under load, and the services that start from them. */
export const backup: Experiment = {
  promise:
    "A backup under load passes verify, and a server starts from it. It has every write that was " +
    "acknowledged before it began, and each other write wholly or not at all.",
  rounds: { short: 1, long: 40 },
  run: async ({ seed, rounds, ...order }) => {
    const { folder, remove } = scratchFolder();
    const plant = newPlant(join(folder, "plant.db"), chanceOf(seed));
    let service = await serveFile(plant.path);
    try {
      const { scene } = await makeScene(plantOf(service));
      for (let round = 0; round < rounds; round++) {
        const copy = join(folder, `copy-${round}.db`);
        // In every other round a reader pins the log, as a long report does. Otherwise a checkpoint
        // copies the writes into the file before the backup reads it.
        const release = round % 2 === 0 ? pinLog(plant.path) : () => {};
        await copyUnderLoad(plant, service, scene, copy, release);
        service = await startFrom(plant, copy);
        rmSync(copy);
        if (round % 10 === 9) order.say(`  ${round + 1} of ${rounds}`);
      }
      return { backups: rounds, ...plant.seen };
    } finally {
      await service.kill();
      remove();
    }
  },
};

/** A database file, the knowledge of its clients, and the figures of the backups. */
interface Plant {
  readonly path: string;
  readonly chance: Chance;
  readonly entries: Entry[];
  readonly seen: Record<string, number>;
}

const newPlant = (path: string, chance: Chance): Plant => ({
  path,
  chance,
  entries: [],
  seen: {
    "acknowledged before a backup and in it (a write counts per backup)": 0,
    "acknowledged during a backup": 0,
    "of these in the backup": 0,
  },
});

/** Reads the current state of a file until released. No checkpoint passes that state. */
function pinLog(path: string): () => void {
  const reader = new Database(path);
  reader.exec("begin; select count(*) from change_log");
  return () => {
    reader.exec("rollback");
    reader.close();
  };
}

/**
 * Makes a backup of a service under load, releases its log, kills it, and compares the backup with
 * the knowledge of its clients.
 */
async function copyUnderLoad(
  plant: Plant,
  service: NodeService,
  scene: Scene,
  copy: string,
  releaseLog: () => void,
): Promise<void> {
  const { path, chance, entries } = plant;
  const load = sendUntilGone(service, scene, chance, entries);
  let before: readonly Entry[] = [];
  const copying = async () => {
    try {
      const enough = entries.length + 20 + chance.below(100);
      await until(() => entries.length >= enough, service.process);
      before = acknowledged(entries);
      await runAsbuilt(["backup", copy], path);
    } finally {
      releaseLog();
      await service.kill();
    }
  };
  await Promise.all([copying(), load]);
  await runAsbuilt(["verify"], copy);
  await expectInBackup(plant, copy, before);
}

/** Throws unless a copy has every write acknowledged before it, and no partial write. */
async function expectInBackup({ entries, seen }: Plant, copy: string, before: readonly Entry[]) {
  const log = await readLog(async (text) => rowsOf(copy, text));
  const there = new Set(entries.filter((entry) => isThere(log, entry)));
  const lost = before.filter((entry) => !there.has(entry));
  if (lost.length > 0) {
    const names = lost.map(({ operation: { name } }) => name).join(", ");
    throw new Error(`Acknowledged before the backup but not in it: ${names}`);
  }
  const ahead = new Set(before);
  const since = acknowledged(entries).filter((entry) => !ahead.has(entry));
  if (since.length === 0) throw new Error("Nothing was written during the backup.");
  seen["acknowledged before a backup and in it (a write counts per backup)"]! += before.length;
  seen["acknowledged during a backup"]! += since.length;
  seen["of these in the backup"]! += since.filter((entry) => there.has(entry)).length;
  // The plant continues from the copy, so writes outside the copy are gone.
  for (const entry of entries) entry.state = there.has(entry) ? "acknowledged" : "missing";
}

/** Restores a copy over the database, and serves it. Throws unless both are the same. */
async function startFrom({ path }: Plant, copy: string): Promise<NodeService> {
  // As on a new machine: the anchor that is kept here is newer than the copy.
  rmSync(`${path}.anchor`);
  await runAsbuilt(["restore", copy, "--force"], path);
  if (!isDeepStrictEqual(contentOf(path), contentOf(copy))) {
    throw new Error("The restored database differs from the backup.");
  }
  return serveFile(path);
}
