import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Chance } from "@asbuilt/tests/chance";
import Database from "libsql";
import { editedPast } from "../tamper/past-triggers.ts";
import type { SealedPlant } from "../tamper/plant.ts";

/** A plant, and the files that somebody could put in place of its record. */
export interface Forgeable extends SealedPlant {
  /** The earlier state, continued by a service elsewhere with the plant's own key. */
  readonly forked: string;
  /** The record of another plant, which its own key has sealed. */
  readonly another: string;
}

/** Puts a forged record at a path. */
type Forgery = (plant: Forgeable, to: string, chance: Chance) => void;

/** Every way to put another record in place of the plant's own. */
export const forgeries: Readonly<Record<string, Forgery>> = {
  "all seals stripped": (plant, to, chance) => forge(plant, to, 1, chance),
  "the last seals cut off": (plant, to, chance) =>
    forge(plant, to, 2 + chance.below(plant.anchor.id - 1), chance),
  "a fork from an earlier state": ({ forked }, to) => copyFileSync(forked, to),
  "another record": ({ another }, to, chance) => {
    copyFileSync(another, to);
    // Without its seals, no key says that it is another's.
    if (chance.below(2) === 0) editPast(to, (database) => stripSeals(database, 1));
  },
  "an earlier state": ({ earlier }, to) => copyFileSync(earlier, to),
};

/** Copies the plant, edits a row of the log and its record alike, and takes the seals of it away. */
function forge({ path }: Forgeable, to: string, firstSeal: number, chance: Chance): void {
  copyFileSync(path, to);
  editPast(to, (database) => {
    const { first } = database
      .prepare("select coalesce(max(last_seq), 0) as first from seal where id < ?")
      .get(firstSeal) as { first: number };
    stripSeals(database, firstSeal);
    const rows = database
      .prepare("select seq from change_log where seq > ? and comment is null")
      .all(first) as { seq: number }[];
    // The comment of a change stands in the log alone, so the record agrees with any.
    database
      .prepare("update change_log set comment = 'forged' where seq = ?")
      .run(chance.pick(rows).seq);
  });
}

function stripSeals(database: Database.Database, first: number): void {
  database.exec(`delete from seal where id >= ${first};
    update sqlite_sequence set seq = ${first - 1} where name = 'seal'`);
}

function editPast(path: string, work: (database: Database.Database) => void): void {
  const database = new Database(path);
  try {
    editedPast(database, () => work(database));
  } finally {
    database.close();
  }
}

/** Removes a database with the files next to it. */
export function removeForged(folder: string, name: string): void {
  for (const suffix of ["", "-wal", "-shm", ".seal-key", ".anchor"]) {
    rmSync(join(folder, `${name}${suffix}`), { force: true });
  }
}
