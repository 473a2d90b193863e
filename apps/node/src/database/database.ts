import { closeSync, existsSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { alteredIn } from "@asbuilt/core";
import {
  type Executor,
  fetchUntil,
  fileExecutor,
  groupedExecutor,
  type LibsqlClientLike,
  remoteDatabase,
  remoteExecutor,
  within,
} from "@asbuilt/core/database";
import { type Client, createClient } from "@libsql/client";
import Database from "libsql";
import { refuseLostFile, refuseUnsoundFile } from "./file-check.ts";
import { makeFolder } from "./make-folder.ts";
import { applyMigrations, schemaOf } from "./migrations.ts";
import { realPathOf } from "./real-path.ts";
import { sha256 } from "../sha256.ts";
import { reasonOf, UserError } from "../terminal/user-error.ts";

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
  /**
   * Whether what was opened is still what others find at its path. What is written to a file that was
   * moved away or replaced is lost to them.
   */
  isInPlace(): boolean;
  close(): void;
}

/** How long a process that starts may wait for another one that holds the file. */
const patienceMs = 5000;

/** How long a command waits for a server's first answer. */
const firstAnswerMs = 10_000;

/** How long a server may take to migrate, or to answer one question of a verification. */
export const longWorkMs = 10 * 60 * 1000;

/**
 * How a server is asked. SQLite has one writer, and where many wait in sqld for its lock, it may be
 * lost to all of them until sqld is restarted: a process sends one write at a time.
 */
const serverLimits = { readsMax: 8, writeMsMin: 2000 };

/**
 * Brings a database to the newest schema; what has been applied is not applied again. Throws a
 * UserError where it can't be opened or is not fit to be served: damaged, another application's,
 * of a newer schema.
 */
export async function migrateDatabase(location: DatabaseLocation): Promise<void> {
  try {
    await (isFile(location.url) ? migrateFile(location) : migrateServer(location));
  } catch (error) {
    throw notOpened(location.url, error);
  }
}

async function migrateFile(location: DatabaseLocation): Promise<void> {
  const path = pathOf(location.url);
  makeFolder(dirname(path));
  refuseLostFile(realPathOf(path));
  makeFile(path);
  await whereSound(location, (client) => applyMigrations(client, true));
}

/** Throws where a file is not fit to be served as it is: damaged, or not of the newest schema. */
export async function requireCurrentFile(location: DatabaseLocation): Promise<void> {
  refuseLostFile(realPathOf(pathOf(location.url)));
  await whereSound(location, async (client) => {
    if ((await schemaOf(client)).isOld) throw new Error("its schema is old");
  });
}

/** Sees to the schema of a file that is sound. Throws where either is not as it should be. */
async function whereSound(
  location: DatabaseLocation,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = clientOf(location);
  try {
    await refuseUnsoundFile(client, pathOf(location.url));
    await work(client);
    await refuseAltered(client);
  } finally {
    client.close();
  }
}

async function migrateServer(location: DatabaseLocation): Promise<void> {
  const { isOld } = await askServer(location, schemaOf);
  if (isOld) await askServer(location, (client) => applyMigrations(client, false), longWorkMs);
  await askServer(location, refuseAltered);
}

/** Throws where a database's schema is not as the migrations make it. */
async function refuseAltered(client: Client): Promise<void> {
  const [altered] = await alteredIn(remoteExecutor(client), sha256);
  if (altered) throw new Error(altered.problem);
}

/** Does something with a client of a libSQL server; gives up where that does not answer in time. */
export const askServer = <Result>(
  location: DatabaseLocation,
  work: (client: Client) => Promise<Result>,
  ms = firstAnswerMs,
): Promise<Result> =>
  within(ms, async (signal) => {
    const client = clientOf(location, signal);
    try {
      return await work(client);
    } finally {
      client.close();
    }
  });

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
  return isFile(location.url) ? openFile(location.url) : openServer(location);
}

/** Whether the database is a file of this machine. */
export const isFile = (url: string): boolean => url.startsWith("file:");
/** The path of such a file. */
export const pathOf = (url: string): string => url.slice("file:".length);

/**
 * A client of a database as it is: nothing is looked at, made or migrated yet. What it is at when
 * the signal comes fails.
 */
export function clientOf({ url, authToken }: DatabaseLocation, signal?: AbortSignal): Client {
  const client = createClient({
    // The client decodes a path, where the native binding takes it as it is.
    url: isFile(url) ? `file:${pathOf(url).split("/").map(encodeURIComponent).join("/")}` : url,
    timeout: patienceMs,
    // How many calls are under way is ours to say: its own queue knows no deadline.
    concurrency: Infinity,
    ...(authToken === undefined ? {} : { authToken }),
    ...(signal ? { fetch: fetchUntil(signal) } : {}),
  });
  signal?.addEventListener("abort", () => client.close());
  return client;
}

/** How a file is opened to be served. */
export const filePragmas: readonly string[] = [
  "journal_mode = WAL",
  "synchronous = FULL",
  "foreign_keys = ON",
  "busy_timeout = 50",
  // 32 MiB: what a plant of some gigabytes looks up again and again. A long list fills it.
  "cache_size = -32768",
  // 32 MiB: while the file is served, a thread takes the log in before it is as long as that.
  "wal_autocheckpoint = 8000",
];

function openFile(url: string): OpenDatabase {
  try {
    const path = pathOf(url);
    const database = new Database(path, { timeout: patienceMs });
    for (const pragma of filePragmas) database.exec(`PRAGMA ${pragma}`);
    const opened = identityOf(path);
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
      isInPlace: () => identityOf(path) === opened,
      close: () => database.close(),
    };
  } catch (error) {
    throw notOpened(url, error);
  }
}

/** What tells a file from another one at the same path; undefined where there is none. */
function identityOf(path: string): string | undefined {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file && `${file.dev} ${file.ino}`;
}

/** Puts on the disk what has been committed: a commit that waits for it takes along all before. */
function writeThrough(database: InstanceType<typeof Database>): void {
  const [version] = database.prepare("PRAGMA user_version").raw().get() as [number];
  database.exec(`PRAGMA busy_timeout = ${patienceMs}`);
  // Written again, the same number is a change.
  database.exec(`PRAGMA user_version = ${version}`);
  database.exec("PRAGMA busy_timeout = 50");
}

/** Opens a libSQL server; a command at it is refused after that time, or the usual one. */
export function openServer(location: DatabaseLocation, ms?: number): OpenDatabase {
  const server = isWebSocket(location.url) ? sharedClient(location) : clientForEach(location);
  return {
    executor: groupedExecutor(remoteDatabase(server), { ...serverLimits, patienceMs: ms }),
    load: (work) => work(),
    isInOrder: false,
    isInPlace: () => true,
    close: server.close,
  };
}

const isWebSocket = (url: string): boolean => /^wss?:/.test(url);

interface Server extends LibsqlClientLike {
  readonly close: () => void;
}

/** Over HTTP a client holds no connection of its own: each call has one, which ends with it. */
const clientForEach = (location: DatabaseLocation): Server => ({
  batch: (statements, mode, signal) => clientOf(location, signal).batch(statements, mode),
  close: () => {},
});

/** Over a WebSocket, calls share a connection. One that leaves a call unanswered is given up. */
function sharedClient(location: DatabaseLocation): Server {
  let client: Client | undefined;
  return {
    batch: (statements, mode, signal) => {
      const used = (client ??= clientOf(location));
      signal.addEventListener("abort", () => {
        used.close();
        if (client === used) client = undefined;
      });
      return used.batch(statements, mode);
    },
    close: () => client?.close(),
  };
}

/** Says in a line why a database is not served. */
export const notOpened = (url: string, error: unknown): UserError =>
  new UserError(`DATABASE_URL: ${shown(url)} can't be opened: ${reasonOf(error)}`);

const notWritten = (url: string, error: unknown): UserError =>
  new UserError(`DATABASE_URL: ${shown(url)} can't be written: ${reasonOf(error)}`);

/** An address without what may be secret in it. */
export function shown(url: string): string {
  if (isFile(url)) return url;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
