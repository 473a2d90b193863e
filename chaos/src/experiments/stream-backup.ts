import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Chance, chanceOf } from "@asbuilt/tests/chance";
import { hasLitestream, type Litestream, litestreamFor } from "@asbuilt/tests/litestream";
import { type Running, stop, until } from "@asbuilt/tests/processes";
import { scratchFolder } from "@asbuilt/tests/scratch";
import { rowsOf } from "@asbuilt/tests/stored";
import type { Experiment } from "../experiment.ts";
import { acknowledged, type Entry } from "../kill/ledger.ts";
import { makeScene, type Scene } from "../kill/operations.ts";
import { sendUntilGone } from "../kill/victim.ts";
import { plantOf, runAsbuilt, serveFile } from "../services.ts";
import { type Beginning, expectBeginning } from "../stream-backup/beginning.ts";

/** The most that a loss may take of the time before it. */
const lagMsMax = 5000;
/** How far a restore to a time may be from it. */
const missMsMax = 2000;
/** The rounds of one plant. Each verifies it, so its record must stay small. */
const roundsOfOnePlant = 5;

/** Litestream copies each change of a file, and is killed with the service. */
export const streamBackup: Experiment = {
  promise:
    "If a service and the Litestream that copies its file are killed under load, the restored file " +
    "is a beginning of the record, lacks at most 5 s of acknowledged writes, passes verify, and a " +
    "service starts from it. A restore to a time is within 2 s of it.",
  rounds: { short: 1, long: 50 },
  lacks: () => (hasLitestream ? undefined : "Litestream 0.5, which .ci/run builds"),
  run: async ({ seed, rounds, ...order }) => {
    const { folder, remove } = scratchFolder();
    const chance = chanceOf(seed);
    const seen = nothingSeen();
    let plant = newPlant(join(folder, "plant-0"), chance);
    try {
      for (let round = 0; round < rounds; round++) {
        if (round > 0 && round % roundsOfOnePlant === 0) {
          rmSync(plant.folder, { recursive: true });
          plant = newPlant(join(folder, `plant-${round}`), chance);
        }
        await roundOn(plant, seen);
        if (round % 10 === 9) order.say(`  ${round + 1} of ${rounds}`);
      }
      return { ...seen };
    } finally {
      remove();
    }
  },
};

type Seen = ReturnType<typeof nothingSeen>;

const nothingSeen = () => ({
  "rounds whose disk was lost": 0,
  "rounds that continued on the same disk": 0,
  "kills of Litestream alone": 0,
  "writes acknowledged before a kill": 0,
  "of these not restored": 0,
  "the oldest of these before the kill, in ms": 0,
  "changes compared": 0,
  "restores to a time missed it by ms": 0,
});

/** A database file that Litestream copies, and the knowledge of its clients. */
interface Plant {
  readonly folder: string;
  readonly path: string;
  readonly chance: Chance;
  readonly litestream: Litestream;
  readonly entries: Entry[];
  scene?: Scene;
}

function newPlant(folder: string, chance: Chance): Plant {
  const path = join(folder, "plant.db");
  mkdirSync(folder);
  return { folder, path, chance, litestream: litestreamFor(path, folder), entries: [] };
}

/** Kills both under load, restores, compares, and starts from the restored file. */
async function roundOn(plant: Plant, seen: Seen): Promise<void> {
  const { folder, path, chance, entries, litestream } = plant;
  const sent = entries.length;
  const { killedAt, time } = await killUnderLoad(plant, seen);
  const lost = copyTo(join(folder, "lost.db"), path);
  const restored = join(folder, "restored.db");
  const past = join(folder, "past.db");

  await litestream.restore(restored);
  const beginning = await expectBeginning(lost, restored, entries);
  noteLoss(beginning, killedAt, seen);
  seen["writes acknowledged before a kill"] += acknowledged(entries.slice(sent)).length;

  await litestream.restore(past, new Date(time));
  noteMiss(await expectBeginning(lost, past, entries), time, seen);

  for (const copy of [restored, past]) await runAsbuilt(["verify", copy], path);
  if (chance.percent(50)) {
    seen["rounds whose disk was lost"]++;
    for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
    rmSync(join(folder, ".plant.db-litestream"), { recursive: true });
    await startFrom(restored, path);
    for (const entry of beginning.missing) entry.state = "missing";
  } else {
    seen["rounds that continued on the same disk"]++;
    const other = join(folder, "other", "plant.db");
    mkdirSync(dirname(other));
    copyFileSync(`${path}.seal-key`, `${other}.seal-key`);
    await startFrom(restored, other);
    rmSync(dirname(other), { recursive: true });
  }
  for (const copy of [lost, restored, past]) rmSync(copy);
}

/** Copies a database file with its write-ahead log, so that it can be read and stays as it is. */
function copyTo(copy: string, path: string): string {
  copyFileSync(path, copy);
  copyFileSync(`${path}-wal`, `${copy}-wal`);
  return copy;
}

/** Starts both, and kills both under load. Returns when, and a time of the load to restore to. */
async function killUnderLoad(plant: Plant, seen: Seen) {
  const { path, chance, entries, litestream } = plant;
  const left = plant.scene ? numberIn(path, "select max(seq) as number from change_log") : 0;
  // Litestream can be first where there is a file already.
  let copying = plant.scene && chance.percent(50) ? await replicate(plant) : undefined;
  const service = await serveFile(path, { LOG_LEVEL: "error" });
  const load = async (scene: Scene) =>
    sendUntilGone(service, scene, chance, entries, 10 + chance.below(40));
  const killed = async () => {
    try {
      copying ??= await replicate(plant);
      if (chance.percent(30)) {
        await untilCopied(litestream, copying);
        await stop(copying, "SIGKILL");
        seen["kills of Litestream alone"]++;
        await wait(chance.below(1000));
        copying = await replicate(plant);
      }
      // A copy from before this seal has rows that waited for it as long as nothing ran, which verify reports.
      await until(() => numberIn(path, sealedTo) >= left, service.process);
      await untilCopied(litestream, copying);
      const copiedAt = Date.now();
      const loadMs = lagMsMax + 1000 + chance.below(2000);
      await wait(loadMs);
      const killedAt = Date.now();
      const victims = [service.process.child, copying.child];
      if (chance.percent(50)) victims.reverse();
      for (const victim of victims) {
        victim.kill("SIGKILL");
        await wait(chance.below(50));
      }
      return { killedAt, time: copiedAt + chance.below(loadMs - lagMsMax) };
    } finally {
      await service.kill();
      if (copying) await stop(copying, "SIGKILL");
    }
  };
  plant.scene ??= (await makeScene(plantOf(service))).scene;
  const [when] = await Promise.all([killed(), load(plant.scene)]);
  return when;
}

const sealedTo = "select coalesce(max(last_seq), 0) as number from seal";
const numberIn = (path: string, sql: string) => Number(rowsOf(path, sql)[0]!["number"]);

/** Starts Litestream as docs/how-to/backup.md says. */
async function replicate({ path, litestream }: Plant): Promise<Running> {
  await runAsbuilt(["checkpoint"], path);
  return litestream.replicate();
}

/** Waits until Litestream has copied a further change. */
async function untilCopied(litestream: Litestream, copying: Running): Promise<void> {
  const before = litestream.newest();
  await until(() => litestream.newest() !== before, copying);
}

/** Throws if a restored database lacks a write that was acknowledged too long before the kill. */
function noteLoss({ changes, missing }: Beginning, killedAt: number, seen: Seen): void {
  const oldest = Math.min(killedAt, ...missing.map(({ answeredAt }) => answeredAt!));
  const lagMs = killedAt - oldest;
  if (lagMs > lagMsMax) {
    const names = `${missing.length} writes, from ${missing[0]!.operation.name}`;
    throw new Error(`${names}, were acknowledged ${lagMs} ms before the kill and are lost.`);
  }
  seen["changes compared"] += changes;
  seen["of these not restored"] += missing.length;
  const figure = "the oldest of these before the kill, in ms";
  seen[figure] = Math.max(seen[figure], lagMs);
}

/** Throws if a database restored to a time has a later change, or lacks one from before it. */
function noteMiss({ changes, newestAt, missing }: Beginning, time: number, seen: Seen): void {
  if (missing.length === 0) throw new Error("The restore to a time has the writes after it.");
  const before = time - Math.min(time, ...missing.map(({ answeredAt }) => answeredAt!));
  const missMs = Math.max(before, newestAt - time);
  if (missMs > missMsMax) {
    throw new Error(`The restore to ${new Date(time).toISOString()} missed it by ${missMs} ms.`);
  }
  seen["changes compared"] += changes;
  const figure = "restores to a time missed it by ms";
  seen[figure] = Math.max(seen[figure], missMs);
}

/** Restores a copy to a path, and starts a service on it that takes a write. */
async function startFrom(copy: string, path: string): Promise<void> {
  await runAsbuilt(["restore", copy, "--force", "--reason", "The disk was lost"], path);
  const service = await serveFile(path);
  try {
    const plant = plantOf(service);
    const { Name: productName } = await plant.product();
    await plant.receive({ productName, qty: 1 });
  } finally {
    await service.stop();
  }
}
