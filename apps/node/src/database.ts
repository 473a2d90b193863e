import { closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { type Executor, fetchWithin, fileExecutor, remoteExecutor } from "@asbuilt/core/database";
import { type Client, createClient } from "@libsql/client";
import Database from "libsql";
import { refuseLostFile, refuseUnsoundFile } from "./file-check.ts";
import { applyMigrations } from "./migrations.ts";
import { realPathOf } from "./real-path.ts";
import { alteredIn } from "./schema-check.ts";
import { reasonOf, UserError } from "./user-error.ts";

/** Where the data is: a file of this machine, or a libSQL server. */
export interface DatabaseLocation {
  readonly url: string;
  readonly authToken?: string | undefined;
}

/** An open database. */
export interface OpenDatabase {
  readonly executor: Executor;
  /**
   * Runs a load that would be repeated if it were cut off: its commits need not wait for the disk
   * one by one, and are on it once this resolves. Throws a UserError where it can't be written.
   */
  load<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Whether commands take effect in the order in which they are given, however many at once. */
  readonly isInOrder: boolean;
  close(): void;
}

/** How long a process that starts may wait for another one that holds the file. */
const patienceMs = 5000;

/**
 * Brings a database to the newest schema; what has been applied is not applied again. Throws a
 * UserError where it can't be opened or is not fit to be served: damaged, another application's,
 * of a newer schema.
 */
export async function migrateDatabase(location: DatabaseLocation): Promise<void> {
  const isLocal = isFile(location.url);
  let client: Client | undefined;
  try {
    if (isLocal) {
      mkdirSync(dirname(pathOf(location.url)), { recursive: true, mode: 0o700 });
      refuseLostFile(realPathOf(pathOf(location.url)));
      makeFile(pathOf(location.url));
    }
    client = clientOf(location);
    if (isLocal) await refuseUnsoundFile(client, pathOf(location.url));
    await applyMigrations(client, isLocal);
    const [altered] = isLocal ? await alteredIn(client) : [];
    if (altered) throw new Error(altered.problem);
  } catch (error) {
    throw notOpened(location.url, error);
  } finally {
    client?.close();
  }
}

/** Makes a file for a new database. Its owner alone may read it: secrets of webhooks stand in it. */
function makeFile(path: string): void {
  // Of two processes that start at once neither empties what the other has begun.
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
}

/** Whether anybody on this machine may read a database, as one that an older asbuilt has made. */
export const isOpenToAll = ({ url }: DatabaseLocation): boolean =>
  isFile(url) && (statSync(pathOf(url)).mode & 0o004) !== 0;

/** Opens a database whose schema is current. Throws a UserError where it can't be opened. */
export function openDatabase(location: DatabaseLocation): OpenDatabase {
  return isFile(location.url) ? openFile(location.url) : openRemote(location);
}

/** Whether the database is a file of this machine. */
export const isFile = (url: string): boolean => url.startsWith("file:");
/** The path of such a file. */
export const pathOf = (url: string): string => url.slice("file:".length);

/** A client of a database as it is: nothing is looked at, made or migrated yet. */
export const clientOf = (
  { url, authToken }: DatabaseLocation,
  options: { readonly fetch?: typeof fetch } = {},
): Client =>
  createClient({
    ...options,
    // The client decodes a path, where the native binding takes it as it is.
    url: isFile(url) ? `file:${pathOf(url).split("/").map(encodeURIComponent).join("/")}` : url,
    timeout: patienceMs,
    ...(authToken === undefined ? {} : { authToken }),
  });

function openFile(url: string): OpenDatabase {
  try {
    const database = new Database(pathOf(url), { timeout: patienceMs });
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
    database.exec("PRAGMA foreign_keys = ON");
    database.exec("PRAGMA busy_timeout = 50");
    // 32 MiB: what a plant of some gigabytes looks up again and again. A long list fills it.
    database.exec("PRAGMA cache_size = -32768");
    // 32 MiB: while the file is served, a thread takes the log in before it is as long as that.
    database.exec("PRAGMA wal_autocheckpoint = 8000");
    return {
      executor: fileExecutor(database, setImmediate),
      load: async (work) => {
        database.exec("PRAGMA synchronous = NORMAL");
        const [outcome] = await Promise.allSettled([work()]);
        database.exec("PRAGMA synchronous = FULL");
        try {
          writeThrough(database);
        } catch (error) {
          // What has failed before says more.
          if (outcome.status === "fulfilled") throw notWritten(url, error);
        }
        if (outcome.status === "rejected") throw outcome.reason;
        return outcome.value;
      },
      isInOrder: true,
      close: () => database.close(),
    };
  } catch (error) {
    throw notOpened(url, error);
  }
}

/** Puts on the disk what has been committed: a commit that waits for it takes along all before. */
function writeThrough(database: InstanceType<typeof Database>): void {
  const [version] = database.prepare("PRAGMA user_version").raw().get() as [number];
  database.exec(`PRAGMA busy_timeout = ${patienceMs}`);
  // Written again, the same number is a change.
  database.exec(`PRAGMA user_version = ${version}`);
  database.exec("PRAGMA busy_timeout = 50");
}

function openRemote(location: DatabaseLocation): OpenDatabase {
  const client = clientOf(location, { fetch: fetchWithin() });
  return {
    executor: remoteExecutor(client),
    load: (work) => work(),
    isInOrder: false,
    close: () => client.close(),
  };
}

/** Says in a line why a database is not served. */
export const notOpened = (url: string, error: unknown): UserError =>
  new UserError(`DATABASE_URL: ${shown(url)} can't be opened: ${whyNot(error)}`);

const notWritten = (url: string, error: unknown): UserError =>
  new UserError(`DATABASE_URL: ${shown(url)} can't be written: ${whyNot(error)}`);

/** The native binding prints its error as it is written in Rust. */
const whyNot = (error: unknown): string => reasonOf(error).replace(/^\w+\("(.*)"\)$/, "$1");

/** An address without what may be secret in it. */
export function shown(url: string): string {
  if (isFile(url)) return url;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
