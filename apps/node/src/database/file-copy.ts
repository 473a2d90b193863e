import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { faultOf } from "@asbuilt/core/database";
import Database from "libsql";
import { reasonOf, UserError } from "../terminal/user-error.ts";

/** What SQLite keeps beside a database file. */
const besides = ["-wal", "-shm", "-journal"];

/** Whether a database is at a path, or something that would be taken for a part of one there. */
export const isTaken = (path: string): boolean =>
  ["", "-wal", "-journal"].some((suffix) => existsSync(path + suffix));

/** Where a file is made before it has its name: nobody else's, as of a container with our number. */
export const partOf = (path: string): string => `${path}.${randomBytes(6).toString("hex")}.part`;

/**
 * Writes a database as it is at this moment into a new file, on the disk once this returns; others
 * may write to it meanwhile. Its owner alone may read it: secrets of webhooks stand in it.
 */
export function copyDatabase(from: string, to: string): void {
  let database: InstanceType<typeof Database> | undefined;
  try {
    database = new Database(from, { timeout: 5000 });
    closeSync(openSync(to, "wx", 0o600));
    database.prepare("vacuum into ?").run(to);
    toDisk(to);
  } catch (error) {
    for (const path of [to, `${to}-journal`]) rmSync(path, { force: true });
    throw new UserError(`${from}: can't be copied to ${to}: ${reasonOf(error)}`);
  } finally {
    database?.close();
  }
}

/** Gives a finished file its name: whoever looks finds what was there before, or all of it. */
export function putInPlace(part: string, path: string): void {
  toDisk(part);
  renameSync(part, path);
  toDisk(dirname(path));
}

/**
 * Puts a finished file in the place of a database that nobody has open; whoever might read that may
 * read this. Throws a UserError where a process has it open, or may have it for all that can be told.
 */
export function replaceDatabase(part: string, path: string): void {
  const old = existsSync(path) ? takenAlone(path) : undefined;
  if (existsSync(path)) permitAs(path, part);
  // Before the rename: after it, they would be those of whoever opens the new file first.
  for (const suffix of besides) rmSync(path + suffix, { force: true });
  putInPlace(part, path);
  old?.close();
}

/** Gives a file the owner and the permissions of another. */
function permitAs(one: string, other: string): void {
  const { mode, uid, gid } = statSync(one);
  chmodSync(other, mode);
  // Nobody else can give a file away.
  if (process.getuid?.() === 0) chownSync(other, uid, gid);
}

/** The database, held so that nobody else can open it; undefined where it is too damaged for it. */
function takenAlone(path: string): InstanceType<typeof Database> | undefined {
  let database: InstanceType<typeof Database> | undefined;
  try {
    database = new Database(path, { timeout: 1000 });
    database.exec("pragma locking_mode = exclusive");
    // Only who is alone with a database can take it out of WAL, which ends its log of changes.
    database.exec("pragma journal_mode = delete");
    database.exec("begin exclusive");
    return database;
  } catch (error) {
    database?.close();
    const fault = faultOf(error);
    if (fault === "damaged") return undefined;
    if (fault === "busy") {
      throw new UserError(`${path}: a process has it open. Stop the service first.`);
    }
    // Who may read it and not write to it can't tell whether a service does.
    throw new UserError(`${path}: can't be held to be replaced: ${reasonOf(error)}`);
  }
}

export function toDisk(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
