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
import { errorLineOf, UserError } from "../terminal/messages.ts";
import { whyNotWritten } from "./access.ts";
import { withoutPart } from "./part-path.ts";
import { openReadOnly } from "./read-only.ts";

/** The suffixes of the files that SQLite keeps next to a database file. */
const sideFiles = ["-wal", "-shm", "-journal"];

/** Returns whether a path has a database, or a file that SQLite would take for a part of one. */
export const isTaken = (path: string): boolean =>
  ["", "-wal", "-journal"].some((suffix) => existsSync(path + suffix));

/**
 * Copies the current state of a database into a new file, which is on disk when this resolves. Other
 * processes can write to the database at the same time. Only the owner can read the copy: it
 * contains webhook secrets.
 */
export const copyDatabase = (from: string, to: string): Promise<void> =>
  copyWith(from, to, () => {
    const database = new Database(from, { timeout: 5000 });
    try {
      database.prepare(vacuumInto).run(to);
    } finally {
      database.close();
    }
  });

/** Copies a database that no process has open in the same way, without a change to its files. */
export const copyBackup = (from: string, to: string): Promise<void> =>
  copyWith(from, to, async () => {
    const { client, close } = await openReadOnly(from);
    try {
      await client.execute({ sql: vacuumInto, args: [to] });
    } finally {
      close();
    }
  });

const vacuumInto = "vacuum into ?";

async function copyWith(from: string, to: string, copy: () => unknown): Promise<void> {
  try {
    closeSync(openSync(to, "wx", 0o600));
    await copy();
    syncToDisk(to);
  } catch (error) {
    const reason = whyNotWritten(to, error);
    for (const path of [to, `${to}-journal`]) removeUnfinished(path);
    throw new UserError(`${from}: can't be copied to ${withoutPart(to)}: ${reason}`);
  }
}

/** Removes an unfinished file if it is there. An error of this would hide the one that came before. */
export function removeUnfinished(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Its folder can't be read, and so it was not made.
  }
}

/** Renames a finished file: readers find either the old file or the complete new one. */
export function putInPlace(part: string, path: string): void {
  syncToDisk(part);
  renameSync(part, path);
  syncToDisk(dirname(path));
}

/**
 * Replaces a database with a finished file, and keeps the permissions. Throws a UserError if a
 * process has the database open, or if that can't be determined.
 */
export function replaceDatabase(part: string, path: string): void {
  const old = existsSync(path) ? lockExclusively(path) : undefined;
  if (existsSync(path)) copyPermissions(path, part);
  // Before the rename: after it, a process that opens the new file would use them.
  for (const suffix of sideFiles) rmSync(path + suffix, { force: true });
  putInPlace(part, path);
  old?.close();
}

/** Gives a file the owner and the permissions of another. */
function copyPermissions(from: string, to: string): void {
  const { mode, uid, gid } = statSync(from);
  chmodSync(to, mode);
  // Only root can change the owner of a file.
  if (process.getuid?.() === 0) chownSync(to, uid, gid);
}

/** Opens a database so that no other process can; returns undefined if it is too damaged. */
function lockExclusively(path: string): InstanceType<typeof Database> | undefined {
  let database: InstanceType<typeof Database> | undefined;
  try {
    database = new Database(path, { timeout: 1000 });
    database.exec("pragma locking_mode = exclusive");
    // Only the sole user of a database can switch it from WAL, which also removes its log.
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
    // Without the permission to write, a service that writes can't be detected.
    throw new UserError(`${path}: can't be locked for the replacement: ${errorLineOf(error)}`);
  }
}

/** Forces a file or a folder to disk. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
