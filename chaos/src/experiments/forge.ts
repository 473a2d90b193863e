import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@asbuilt/node/database";
import { restore } from "@asbuilt/node/restore";
import { sealingOf } from "@asbuilt/node/sealing";
import { verifyDatabase } from "@asbuilt/node/verification";
import { chanceOf } from "@asbuilt/tests/chance";
import { scratchFolder } from "@asbuilt/tests/scratch";
import { rowsOf } from "@asbuilt/tests/stored";
import type { Experiment } from "../experiment.ts";
import { type Forgeable, forgeries, removeForged } from "../forge/forgeries.ts";
import { serveFile } from "../services.ts";
import { makeSealedPlant, work } from "../tamper/plant.ts";

const kinds = Object.keys(forgeries);

/** Another record in place of the plant's own, whose key and kept anchor are where they were. */
export const forge: Experiment = {
  promise:
    "A record that does not follow the kept anchor is not called sound, not restored, and not " +
    "sealed by the plant's key.",
  rounds: { short: 5, long: 1000 },
  run: async ({ seed, rounds, ...order }) => {
    const { folder, remove } = scratchFolder();
    try {
      const plant = await makeForgeable(folder);
      const chance = chanceOf(seed);
      const times = new Map<string, number>();
      for (let round = 0; round < rounds; round++) {
        const kind = kinds[round % kinds.length]!;
        const name = `forged-${round}.db`;
        const forged = join(folder, name);
        for (const suffix of [".seal-key", ".anchor"]) {
          copyFileSync(plant.path + suffix, forged + suffix);
        }
        forgeries[kind]!(plant, forged, chance);
        await expectUnsound(plant, forged, kind);
        await expectNotRestored(plant, forged, kind);
        await expectNotSealed(forged, kind);
        times.set(kind, (times.get(kind) ?? 0) + 1);
        removeForged(folder, name);
        if (round % 50 === 49) order.say(`  ${round + 1} of ${rounds}`);
      }
      return { forgeries: rounds, ...Object.fromEntries(times), "found, and refused": rounds };
    } finally {
      remove();
    }
  },
};

async function makeForgeable(folder: string): Promise<Forgeable> {
  const plant = await makeSealedPlant(folder);
  const forked = join(folder, "forked.db");
  copyFileSync(plant.earlier, forked);
  copyFileSync(`${plant.path}.seal-key`, `${forked}.seal-key`);
  await work(await serveFile(forked));
  const another = join(folder, "another.db");
  await work(await serveFile(another));
  return { ...plant, forked, another };
}

async function expectUnsound(
  { anchor, trusted }: Forgeable,
  path: string,
  kind: string,
): Promise<void> {
  const check = { anchors: [anchor], trusted };
  const { problems } = await verifyDatabase({ url: `file:${path}` }, path, check);
  if (problems.length === 0) throw new Error(`verify calls ${kind} sound.`);
}

async function expectNotRestored({ path }: Forgeable, forged: string, kind: string): Promise<void> {
  process.env["DATABASE_URL"] = `file:${path}`;
  const refusal = await restore(forged, { force: true }).then(
    () => "nothing",
    (error: unknown) => String(error),
  );
  if (!refusal.includes("not restored")) throw new Error(`${kind} was refused for ${refusal}.`);
}

async function expectNotSealed(path: string, kind: string): Promise<void> {
  const seals = () => rowsOf(path, "select hash from seal order by id desc limit 1")[0]?.["hash"];
  const before = seals();
  const location = { url: `file:${path}` };
  const database = openDatabase(location);
  const configuration = { database: location, sealKey: undefined, trustedSealKeys: [] };
  try {
    // A record of another key is refused before that.
    const sealing = await sealingOf(configuration, database).catch(() => undefined);
    const failure = await sealing?.seal().then(
      () => "nothing",
      () => undefined,
    );
    await sealing?.close();
    if (failure !== undefined) throw new Error(`${kind} was not refused.`);
  } finally {
    database.close();
  }
  if (seals() !== before) throw new Error(`${kind} was sealed.`);
}
