import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type Executor, fileExecutor, remoteExecutor } from "@asbuilt/core/database";
import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import Database from "libsql";

/** Where the data is: a file of this machine, or a libSQL server. */
export interface DatabaseLocation {
  readonly url: string;
  readonly authToken?: string | undefined;
}

/** An open database. */
export interface OpenDatabase {
  readonly executor: Executor;
  close(): void;
}

const migrationsFolder = fileURLToPath(new URL("../../../packages/core/migrations", import.meta.url));

/** Brings a database to the newest schema; what has been applied is not applied again. */
export async function migrateDatabase({ url, authToken }: DatabaseLocation): Promise<void> {
  if (isFile(url)) mkdirSync(dirname(pathOf(url)), { recursive: true });
  const client = createClient({ url, ...(authToken === undefined ? {} : { authToken }) });
  try {
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    client.close();
  }
}

/** Opens a database whose schema is current. */
export function openDatabase(location: DatabaseLocation): OpenDatabase {
  return isFile(location.url) ? openFile(pathOf(location.url)) : openRemote(location);
}

const isFile = (url: string) => url.startsWith("file:");
const pathOf = (url: string) => url.slice("file:".length);

function openFile(path: string): OpenDatabase {
  const database = new Database(path);
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = FULL");
  database.exec("PRAGMA foreign_keys = ON");
  database.exec("PRAGMA busy_timeout = 50");
  return { executor: fileExecutor(database, setImmediate), close: () => database.close() };
}

function openRemote({ url, authToken }: DatabaseLocation): OpenDatabase {
  const client = createClient({ url, ...(authToken === undefined ? {} : { authToken }) });
  return { executor: remoteExecutor(client), close: () => client.close() };
}
