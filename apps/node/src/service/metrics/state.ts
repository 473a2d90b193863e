import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  readUnsealed,
  readWebhookBacklog,
  type Unsealed,
  type WebhookBacklog,
} from "@asbuilt/core";
import type { Executor } from "@asbuilt/core/database";
import { lastBackupOf } from "../../database/last-backup.ts";

/** The database is asked no more often than this, however many scrapers there are. */
const readEveryMs = 5000;

/** A scrape waits no longer for the database. */
const databaseMsMax = 2000;

/** The rows that wait for background work, as the database says. */
export interface DatabaseState {
  readonly unsealed: Unsealed;
  readonly webhooks: WebhookBacklog;
}

/** The files of a database. */
export interface FileState {
  readonly bytes: number;
  readonly walBytes: number;
  readonly freeBytes: number;
  /** When it was backed up last; undefined if never. */
  readonly backupAt: number | undefined;
}

/** The state of a service that is read when somebody asks. */
export interface State {
  /** When it was read. */
  readonly at: number;
  /** Undefined if the database did not answer. */
  readonly database: DatabaseState | undefined;
  /** Undefined for a database on a server. */
  readonly file: FileState | undefined;
}

/** Returns a function that reads the state, at most once in some seconds. */
export function stateReader(executor: Executor, path: string | undefined): () => Promise<State> {
  let last: { readonly since: number; readonly state: Promise<State> } | undefined;
  const read = async (): Promise<State> => {
    const [database, file] = await Promise.all([
      readDatabase(executor),
      path === undefined ? undefined : readFileState(path),
    ]);
    return { at: Date.now(), database, file };
  };
  return () => {
    const since = performance.now();
    if (!last || since - last.since >= readEveryMs) last = { since, state: read() };
    return last.state;
  };
}

async function readDatabase(executor: Executor): Promise<DatabaseState | undefined> {
  const reading = Promise.all([readUnsealed(executor), readWebhookBacklog(executor)]).then(
    ([unsealed, webhooks]) => ({ unsealed, webhooks }),
    // A failed request reports why. The metrics only say that the database can't be read.
    () => undefined,
  );
  return Promise.race([reading, wait(databaseMsMax, undefined, { ref: false })]);
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

async function readFileState(path: string): Promise<FileState | undefined> {
  try {
    const [bytes, walBytes, disk] = await Promise.all([
      sizeOf(path),
      sizeOf(`${path}-wal`),
      statfs(dirname(path)),
    ]);
    return { bytes, walBytes, freeBytes: disk.bavail * disk.bsize, backupAt: lastBackupOf(path) };
  } catch {
    return undefined;
  }
}
