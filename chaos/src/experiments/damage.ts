import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { type Chance, chanceOf } from "@asbuilt/tests/chance";
import { asAtFirst } from "@asbuilt/tests/first-schema";
import { scratchFolder } from "@asbuilt/tests/scratch";
import { contentOf } from "@asbuilt/tests/stored";
import { type Fate, fateOf } from "../damage/fate.ts";
import { injuries } from "../damage/injuries.ts";
import {
  killMigration,
  killPlaces,
  type WholeMigration,
  wholeMigration,
} from "../damage/migration.ts";
import { expectRefusedStart, unfit } from "../damage/unfit.ts";
import { spoilWhileServing } from "../damage/while-serving.ts";
import type { Experiment, Figures } from "../experiment.ts";
import { plantOf, serveFile } from "../services.ts";

/** The injured files that each round opens. */
const filesOfRound = 8;
/** The kills of each migration per round. 120 rounds cover 360 statements. */
const killsOfRound = 3;
/** One of this many rounds spoils the file of a running service. */
const roundsOfSpoiling = 8;

/** A file that is damaged, cut, foreign, locked or partly migrated. */
export const damage: Experiment = {
  promise:
    "A start refuses in one line a database that is locked, of another application or of a newer " +
    "schema, and a file of up to 128 MiB that SQLite finds damaged. If a statement finds damage " +
    "later, it returns 503. A killed migration is wholly there or not at all, and can be repeated.",
  rounds: { short: 2, long: 120 },
  run: async ({ seed, rounds, ...order }) => {
    const { folder, remove } = scratchFolder();
    try {
      const chance = chanceOf(seed);
      const originals = await makeOriginals(folder);
      const figures = new Map<string, number>();
      const count = (what: string) => figures.set(what, (figures.get(what) ?? 0) + 1);
      const killings = Object.entries(originals.migrations).map(([what, migration]) => ({
        what,
        migration,
        places: killPlaces(migration, chance),
      }));
      for (let round = 0; round < rounds; round++) {
        await injure(originals, chance, count);
        await tryUnfitFile(originals, round, chance);
        for (const { what, migration, places } of killings) {
          for (const place of places.splice(0, killsOfRound)) {
            const path = join(folder, `migrated-${place}.db`);
            count(`${what} killed ${await killMigration(path, place, migration)}`);
          }
        }
        if (round % roundsOfSpoiling === 0) await spoilLater(originals, round, chance, count);
        if (round % 10 === 9) order.say(`  ${round + 1} of ${rounds}`);
      }
      return { ...sortedFigures(figures), "starts refused": rounds };
    } finally {
      remove();
    }
  },
};

/** The files that the rounds copy. */
interface Originals {
  readonly folder: string;
  /** A file after its service was stopped. */
  readonly sound: string;
  /** A file with its write-ahead log after its service was killed. `content` has its rows. */
  readonly killed: string;
  readonly content: ReturnType<typeof contentOf>;
  readonly migrations: Readonly<Record<string, WholeMigration>>;
}

async function makeOriginals(folder: string): Promise<Originals> {
  const path = (name: string) => join(folder, name);
  const [sound, killed, copy, first] = ["sound", "killed", "copy", "first"].map((name) =>
    path(`${name}.db`),
  ) as [string, string, string, string];
  await (await serveFile(sound)).stop();
  copyWithKey(sound, killed);
  const service = await serveFile(killed);
  const plant = plantOf(service);
  const { Name: productName } = await plant.product();
  for (let i = 0; i < 50; i++) await plant.receive({ productName, qty: 1 });
  await service.kill();
  copyWithLog(killed, copy);
  const content = contentOf(copy);
  asAtFirst(copy, first);
  const migrations = {
    "migrations of a new file": await wholeMigration(path("migrated.db")),
    "migrations of the first schema": await wholeMigration(path("upgraded.db"), first),
  };
  return { folder, sound, killed, content, migrations };
}

function copyWithLog(from: string, to: string): void {
  for (const suffix of ["", "-wal"]) copyFileSync(from + suffix, to + suffix);
}

/** Makes a copy that can be served: a service accepts sealed rows only with their key. */
function copyWithKey(from: string, to: string): void {
  for (const suffix of ["", ".seal-key"]) copyFileSync(from + suffix, to + suffix);
}

type Count = (what: string) => void;

async function injure({ folder, killed, content }: Originals, chance: Chance, count: Count) {
  for (let file = 0; file < filesOfRound; file++) {
    const path = join(folder, `injured-${chance.below(2 ** 31)}.db`);
    const [name, injury] = chance.pick(Object.entries(injuries));
    copyWithLog(killed, path);
    injury(path, chance);
    const fate: Fate = await fateOf(path, content);
    count(`${name}: ${fate}`);
  }
}

async function tryUnfitFile(
  { folder, sound }: Originals,
  round: number,
  chance: Chance,
): Promise<void> {
  const kinds = Object.entries(unfit);
  const [name, [make, expected]] = kinds[round % kinds.length]!;
  const path = join(folder, `unfit-${round}.db`);
  const release = make(path, sound, chance);
  try {
    await expectRefusedStart(path, expected);
  } catch (cause) {
    throw new Error(`A file that is ${name}: ${String(cause)}`, { cause });
  } finally {
    release?.();
  }
}

async function spoilLater(
  { folder, sound }: Originals,
  round: number,
  chance: Chance,
  count: Count,
): Promise<void> {
  const path = join(folder, `spoilt-${round}.db`);
  copyWithKey(sound, path);
  await spoilWhileServing(path, chance);
  await expectRefusedStart(path, /malformed|damaged/);
  count("damage found while serving");
}

const sortedFigures = (figures: ReadonlyMap<string, number>): Figures =>
  Object.fromEntries([...figures].toSorted(([a], [b]) => (a < b ? -1 : 1)));
