import { copyFileSync, truncateSync, writeFileSync } from "node:fs";
import type { Chance } from "@asbuilt/tests/chance";
import Database from "libsql";
import { startFile } from "../services.ts";

/** Makes a file that a start must refuse. If it keeps the file open, returns how to close it. */
type Making = (path: string, sound: string, chance: Chance) => (() => void) | void;

const altered =
  (sql: string): Making =>
  (path, sound) => {
    copyFileSync(sound, path);
    const database = new Database(path);
    database.exec(sql);
    database.close();
  };

/** Opens a sound file in this process, as another application can do. */
const openElsewhere =
  (sql: string): Making =>
  (path, sound) => {
    copyFileSync(sound, path);
    const database = new Database(path);
    database.exec(sql);
    return () => database.close();
  };

/** The files that a start refuses, with the reason in its error. */
export const unfit: Readonly<Record<string, readonly [Making, RegExp]>> = {
  "another application's": [
    (path, _sound, chance) => {
      const database = new Database(path);
      database.exec(`create table note_${chance.below(1000)} (text text)`);
      database.close();
    },
    /it has tables, but no record that asbuilt created them/,
  ],
  "another application's by its id": [
    altered("pragma application_id = 77"),
    /it belongs to another application/,
  ],
  "of a newer schema": [
    altered("insert into __drizzle_migrations (hash, created_at) values ('new', 9e12)"),
    /its schema is newer/,
  ],
  "no database": [
    (path, _sound, chance) => {
      writeFileSync(path, Array.from({ length: 5000 }, () => chance.below(256)).join(" "));
    },
    /file is not a database/,
  ],
  "cut in half": [
    (path, sound) => {
      copyFileSync(sound, path);
      truncateSync(path, 200_000);
    },
    /malformed|damaged/,
  ],
  "without a constraint": [
    altered(`pragma writable_schema = on;
      update sqlite_schema set sql = replace(sql, '>= 0', '>= 1')
        where name = 'material_item'`),
    /its table material_item is not as asbuilt makes it/,
  ],
  "locked by another process": [
    openElsewhere("pragma locking_mode = exclusive; begin exclusive; commit"),
    /database is locked/,
  ],
};

/** Throws unless the real service refuses a file in one line and serves nothing. */
export async function expectRefusedStart(path: string, reason: RegExp): Promise<void> {
  const { status, stdout, stderr } = await startFile(path).ended;
  const isLine = /^DATABASE_URL: [^\n]+ can't be opened: [^\n]+\n$/.test(stderr);
  if (status === 1 && stdout === "" && isLine && reason.test(stderr)) return;
  throw new Error(`The start ended with ${status} and printed:\n${stdout}${stderr}`);
}
