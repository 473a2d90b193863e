import { readFileSync, writeFileSync } from "node:fs";

/** Returns the file that keeps when a database was backed up last. */
const pathOf = (database: string): string => `${database}.last-backup`;

/** Notes that a database file was copied to another file. */
export function noteBackup(database: string, file: string): void {
  writeFileSync(pathOf(database), `${JSON.stringify({ at: new Date().toISOString(), file })}\n`);
}

/** Returns the time of the last backup of a database file; undefined if none is noted. */
export function lastBackupOf(database: string): number | undefined {
  try {
    const { at } = JSON.parse(readFileSync(pathOf(database), "utf8")) as { at?: string };
    return Date.parse(at ?? "") || undefined;
  } catch {
    return undefined;
  }
}
