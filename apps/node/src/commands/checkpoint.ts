import Database from "libsql";
import { readEnvironment } from "../configuration.ts";
import { lockWaitMs } from "../database/client.ts";
import { errorLineOf, print, UserError } from "../terminal/messages.ts";
import { requireReadable } from "./backup.ts";
import { existingFile } from "./configured-file.ts";

/**
 * `asbuilt checkpoint`: copies the write-ahead log into the database file and empties it, while a
 * service can run. Throws a UserError if another process needs the log for longer than 5 seconds.
 */
export async function checkpoint(): Promise<void> {
  const path = existingFile("checkpoint", readEnvironment(process.env).database);
  await requireReadable(path);
  if (isEmptied(path)) return print(`${path}: its write-ahead log is in the file, and empty`);
  throw new UserError(
    `${path}: a process reads its write-ahead log, which can't be emptied. Stop Litestream, or ` +
      "wait for the end of a long read, and try again",
  );
}

/** Empties the write-ahead log of a file. Returns whether no other process has kept it from that. */
function isEmptied(path: string): boolean {
  try {
    const database = new Database(path, { timeout: lockWaitMs });
    try {
      // The pragma returns one row of these columns.
      const [outcome] = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all() as [
        { readonly busy: number },
      ];
      return outcome.busy === 0;
    } finally {
      database.close();
    }
  } catch (error) {
    throw new UserError(`${path}: ${errorLineOf(error)}`);
  }
}
