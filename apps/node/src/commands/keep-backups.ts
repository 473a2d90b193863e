import { readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { whyNotWritten } from "../database/access.ts";
import { makeFolder } from "../database/location.ts";
import { complain, print, UserError } from "../terminal/messages.ts";
import { copyTo, noteBackupOf } from "./backup.ts";
import { untilSignal } from "./until-signal.ts";
import { verify } from "./verify.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** How long a backup that could not be made waits for the next attempt. */
const againMs = 10 * 60 * 1000;

export interface BackupsToKeep {
  /** How many days a backup is kept. */
  readonly days: number;
  /** The hours between two backups; undefined makes one. */
  readonly every?: number | undefined;
}

/**
 * `asbuilt keep-backups FOLDER`: makes a backup in a folder and verifies it. If it is sound, its time is
 * noted, and the backups of the folder that are too old are deleted. With `every` it continues until a signal. Returns 1 if
 * the backup is not sound.
 */
export async function keepBackups(folder: string, kept: BackupsToKeep): Promise<number> {
  requireFolder(folder);
  const { every } = kept;
  if (every === undefined) return makeBackup(folder, kept);
  const signal = untilSignal();
  while (!signal.aborted) {
    const pauseMs = dueInMs(folder, every);
    print(`${folder}: the next backup is due at ${new Date(Date.now() + pauseMs).toISOString()}`);
    await wait(pauseMs, undefined, { signal }).catch(() => {});
    if (!signal.aborted) await attempt(folder, kept, signal);
  }
  return 0;
}

function requireFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new UserError(`${folder}: can't be made: ${whyNotWritten(resolve(folder), error)}`);
  }
}

async function makeBackup(folder: string, { days }: BackupsToKeep): Promise<number> {
  const now = Date.now();
  const file = join(folder, nameAt(now));
  const path = await copyTo(file);
  const status = await verify(file, {});
  if (status !== 0) return status;
  // An alert tells how old the last sound backup is.
  noteBackupOf(path, file);
  for (const { name, at } of backupsIn(folder)) {
    const old = join(folder, name);
    if (at > now - days * dayMs) continue;
    rmSync(old);
    print(`${old}: deleted, because it is older than ${days} days`);
  }
  return 0;
}

/** Makes a backup. If it can't be made, returns after a pause: the database may not exist yet. */
async function attempt(folder: string, kept: BackupsToKeep, signal: AbortSignal): Promise<void> {
  try {
    await makeBackup(folder, kept);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    for (const line of error.lines) complain(line);
    await wait(againMs, undefined, { signal }).catch(() => {});
  }
}

/** Returns the milliseconds until the newest backup of a folder is too old to be the newest. */
function dueInMs(folder: string, everyHours: number): number {
  const newest = Math.max(0, ...backupsIn(folder).map(({ at }) => at));
  return Math.max(0, newest + everyHours * hourMs - Date.now());
}

/** Names a backup for the second when it was begun, such as 20261128T023000Z.db. */
const nameAt = (time: number) => `${new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, "")}.db`;

/** Finds the backups of a folder, and the parts of those that were not finished. */
const backupsIn = (folder: string) =>
  readdirSync(folder).flatMap((name) => {
    const [, ...parts] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db(?:\.\w+\.part)?$/.exec(name) ?? [];
    if (parts.length === 0) return [];
    const [year, month, day, hour, minute, second] = parts.map(Number);
    return [{ name, at: Date.UTC(year!, month! - 1, day, hour, minute, second) }];
  });
