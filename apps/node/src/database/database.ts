import { statSync } from "node:fs";
import {
  fileExecutor,
  groupedExecutor,
  isReplica,
  libsqlReplicated,
  libsqlServer,
  type ObservableExecutor,
  remoteDatabase,
  replicated,
} from "@asbuilt/core/database";
import Database from "libsql";
import { isOfAccess } from "./access.ts";
import { lockWaitMs, withServer } from "./client.ts";
import { type DatabaseLocation, filePathOf, isFile, openError, writeError } from "./location.ts";

/** An open database. */
export interface OpenDatabase {
  readonly executor: ObservableExecutor;
  /**
   * Runs a load that is repeated if it is interrupted. Its commits do not wait for the disk one by
   * one: all are on disk when the promise resolves. Throws a UserError for a failed write.
   */
  load<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Whether concurrent commands take effect in the order in which they are given. */
  readonly isInOrder: boolean;
  /**
   * Returns whether the open file is still the one at its path. If it was moved away or replaced,
   * other processes never see what is written to it.
   */
  isInPlace(): boolean;
  /** Returns whether it is a server that is a replica, and lags behind its primary. */
  isReplica(): Promise<boolean>;
  /** Throws a UserError if this process may not write to the file. Nothing is written. */
  requireWritable(): void;
  close(): void;
}

/** Opens a database whose schema is current. Throws a UserError if it can't be opened. */
export function openDatabase(location: DatabaseLocation): OpenDatabase {
  return isFile(location.url) ? openFile(location.url) : openServer(location);
}

/** The pragmas of a file that is served. */
export const filePragmas: readonly string[] = [
  "journal_mode = WAL",
  "synchronous = FULL",
  "foreign_keys = ON",
  "busy_timeout = 50",
  // 32 MiB: the pages that a plant of some gigabytes uses repeatedly. A long list fills it.
  "cache_size = -32768",
  // 32 MiB: while the file is served, a thread checkpoints the log before it is that long.
  "wal_autocheckpoint = 8000",
];

function openFile(url: string): OpenDatabase {
  try {
    const path = filePathOf(url);
    const database = new Database(path, { timeout: lockWaitMs });
    for (const pragma of filePragmas) database.exec(`PRAGMA ${pragma}`);
    const opened = fileIdentity(path);
    return {
      executor: fileExecutor(database, setImmediate),
      load: async (work) => {
        requireWritable(url, database);
        database.exec("PRAGMA synchronous = NORMAL");
        const [outcome] = await Promise.allSettled([work()]);
        database.exec("PRAGMA synchronous = FULL");
        try {
          writeThrough(database);
        } catch (error) {
          // The error of the load itself is more useful.
          if (outcome.status === "fulfilled") throw writeError(url, error);
        }
        if (outcome.status === "rejected") throw outcome.reason;
        return outcome.value;
      },
      isInOrder: true,
      isInPlace: () => fileIdentity(path) === opened,
      isReplica: () => Promise.resolve(false),
      requireWritable: () => requireWritable(url, database),
      close: () => database.close(),
    };
  } catch (error) {
    throw openError(url, error);
  }
}

/** Returns what distinguishes a file from another at the same path; undefined if there is none. */
function fileIdentity(path: string): string | undefined {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file && `${file.dev} ${file.ino}`;
}

/** Writes and takes it back: SQLite opens a file that it may not write to, and only reads it. */
function requireWritable(url: string, database: InstanceType<typeof Database>): void {
  try {
    database.exec("BEGIN IMMEDIATE");
    try {
      writeVersion(database);
    } finally {
      database.exec("ROLLBACK");
    }
  } catch (error) {
    // A full disk, or another process that writes, passes.
    if (isOfAccess(error)) throw writeError(url, error);
  }
}

/** Forces all commits to disk: a commit that waits for the disk writes the earlier ones, too. */
function writeThrough(database: InstanceType<typeof Database>): void {
  database.exec(`PRAGMA busy_timeout = ${lockWaitMs}`);
  writeVersion(database);
  database.exec("PRAGMA busy_timeout = 50");
}

/** Writes the number that the file has already, which is still a change. */
function writeVersion(database: InstanceType<typeof Database>): void {
  const [version] = database.prepare("PRAGMA user_version").raw().get() as [number];
  database.exec(`PRAGMA user_version = ${version}`);
}

/**
 * The load on a server. SQLite has one writer. If many wait in sqld for its lock, none of them can
 * get it any more until sqld is restarted: a process therefore sends one write at a time.
 */
const serverLoad = { readsMax: 8, writeMsMin: 2000 };

/** How long a stream of a replica is used: it begins again with a new log if its primary does. */
const replicaStreamMs = 5000;

/** Opens a libSQL server. Its commands are refused after that time, or the default one. */
export function openServer(location: DatabaseLocation, ms?: number): OpenDatabase {
  return {
    executor: serverExecutor(location, ms),
    load: (work) => work(),
    isInOrder: false,
    isInPlace: () => true,
    isReplica: () => withServer(location, isReplica),
    requireWritable: () => {},
    close: () => {},
  };
}

/** Returns the executor of a server, with its replicas if it has some. */
function serverExecutor(location: DatabaseLocation, patienceMs?: number): ObservableExecutor {
  const { authToken, replicas: addresses = [] } = location;
  const limits = { ...serverLoad, patienceMs };
  const server = libsqlServer(location);
  if (addresses.length === 0) return groupedExecutor(remoteDatabase(server), limits);
  const streams = { streamMsMax: replicaStreamMs };
  const servers = addresses.map((url) => libsqlServer({ url, authToken }, streams));
  const database = libsqlReplicated(server, servers, serverLoad.readsMax);
  const { primary, replicas } = replicated(database, { patienceMs });
  return { ...groupedExecutor(primary, limits), replicas };
}
