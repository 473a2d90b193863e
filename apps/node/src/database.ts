import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Executor, fileExecutor, remoteExecutor } from "@asbuilt/core/database";
import { type Client, createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import Database from "libsql";
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
   * one by one, and are on it once this resolves.
   */
  load<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): void;
}

const migrationsFolder = fileURLToPath(
  new URL("../../../packages/core/migrations", import.meta.url),
);

/** How long a process that starts may wait for another one that holds the file. */
const patienceMs = 5000;

/**
 * Brings a database to the newest schema; what has been applied is not applied again. Throws a
 * UserError where the database can't be opened.
 */
export async function migrateDatabase(location: DatabaseLocation): Promise<void> {
  const client = await reachedClient(location);
  try {
    await applyMigrations(client);
  } finally {
    client.close();
  }
}

async function reachedClient(location: DatabaseLocation): Promise<Client> {
  try {
    if (isFile(location.url)) mkdirSync(dirname(pathOf(location.url)), { recursive: true });
    const client = clientOf(location);
    await client.execute("select count(*) from sqlite_schema");
    return client;
  } catch (error) {
    throw notOpened(location.url, error);
  }
}

async function applyMigrations(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrate(drizzle(client), { migrationsFolder });
    } catch (error) {
      // Another process may be at it; once it is through, there is nothing left to apply.
      const isRace = /already exists|database is locked/.test(reasonOf(error));
      if (!isRace || attempt === 5) throw error;
      await wait(200 * attempt);
    }
  }
}

/** Opens a database whose schema is current. Throws a UserError where it can't be opened. */
export function openDatabase(location: DatabaseLocation): OpenDatabase {
  return isFile(location.url) ? openFile(location.url) : openRemote(location);
}

const isFile = (url: string) => url.startsWith("file:");
const pathOf = (url: string) => url.slice("file:".length);

const clientOf = ({ url, authToken }: DatabaseLocation): Client =>
  createClient({
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
    return {
      executor: fileExecutor(database, setImmediate),
      load: async (work) => {
        database.exec("PRAGMA synchronous = NORMAL");
        try {
          return await work();
        } finally {
          database.exec("PRAGMA synchronous = FULL");
          database.exec("PRAGMA wal_checkpoint(PASSIVE)");
        }
      },
      close: () => database.close(),
    };
  } catch (error) {
    throw notOpened(url, error);
  }
}

function openRemote(location: DatabaseLocation): OpenDatabase {
  const client = clientOf(location);
  return {
    executor: remoteExecutor(client),
    load: (work) => work(),
    close: () => client.close(),
  };
}

function notOpened(url: string, error: unknown): UserError {
  // The native binding prints its error as it is written in Rust.
  const reason = reasonOf(error).replace(/^\w+\("(.*)"\)$/, "$1");
  return new UserError(`DATABASE_URL: ${shown(url)} can't be opened: ${reason}`);
}

/** An address without what may be secret in it. */
function shown(url: string): string {
  if (isFile(url)) return url;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
