import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { verifyDatabase } from "@asbuilt/node/verification";
import { type Chance, chanceOf } from "@asbuilt/tests/chance";
import { scratchFolder } from "@asbuilt/tests/scratch";
import Database from "libsql";
import type { Experiment } from "../experiment.ts";
import { edits } from "../tamper/edits.ts";
import { editedPast } from "../tamper/past-triggers.ts";
import { makeSealedPlant, type SealedPlant } from "../tamper/plant.ts";

const kinds = Object.keys(edits);

/** Edits of a sealed database by somebody with its file but without the sealing key. */
export const tamper: Experiment = {
  promise:
    "Verify finds and names every edit of a sealed database. With an anchor it also finds that " +
    "the newest rows are gone, or that the whole database is an earlier state.",
  rounds: { short: 15, long: 1000 },
  run: async ({ seed, rounds, ...order }) => {
    const { folder, remove } = scratchFolder();
    try {
      const plant = await makeSealedPlant(folder);
      await expectSealed(plant);
      await expectNamed(plant, plant.earlier, "an earlier state", [`seal ${plant.anchor.id}`]);
      const chance = chanceOf(seed);
      const times = new Map<string, number>();
      for (let round = 0; round < rounds; round++) {
        const kind = kinds[round % kinds.length]!;
        const copy = join(folder, `edited-${round}.db`);
        const names = editedCopy(plant.path, copy, kind, chance);
        await expectNamed(plant, copy, kind, names);
        times.set(kind, (times.get(kind) ?? 0) + 1);
        for (const suffix of ["", "-wal", "-shm"]) rmSync(copy + suffix, { force: true });
        if (round % 50 === 49) order.say(`  ${round + 1} of ${rounds}`);
      }
      return { edits: rounds, ...Object.fromEntries(times), "found and named": rounds };
    } finally {
      remove();
    }
  },
};

/** Makes a copy with one edit and unchanged triggers. Returns the names of the edited records. */
function editedCopy(path: string, copy: string, kind: string, chance: Chance): readonly string[] {
  copyFileSync(path, copy);
  const database = new Database(copy);
  try {
    return editedPast(database, () => {
      // A constraint can refuse an edit. Then another one is tried.
      for (let attempt = 0; attempt < 1000; attempt++) {
        const names = edits[kind]!(database, chance);
        if (names) return names;
      }
      throw new Error(`No edit of ${kind} was possible.`);
    });
  } finally {
    database.close();
  }
}

const verified = ({ anchor, trusted }: SealedPlant, path: string) =>
  verifyDatabase({ url: `file:${path}` }, path, { anchors: [anchor], trusted });

async function expectSealed(plant: SealedPlant): Promise<void> {
  const { problems, audited } = await verified(plant, plant.path);
  if (problems.length > 0)
    throw new Error(`The plant was not sound before the edits.\n${problems.join("\n")}`);
  if (audited?.unsealed !== 0) throw new Error("The plant was not wholly sealed before the edits.");
}

async function expectNamed(
  plant: SealedPlant,
  path: string,
  kind: string,
  names: readonly string[],
): Promise<void> {
  const { problems } = await verified(plant, path);
  const unnamed = names.filter(
    (name) =>
      !problems.some(
        (problem) => problem.startsWith(`${name}: `) || problem.startsWith(`${name} (`),
      ),
  );
  if (unnamed.length === 0) return;
  throw new Error(
    `After an edit of ${kind}, verify did not name ${unnamed.join(" and ")}.\n` +
      problems.join("\n"),
  );
}
