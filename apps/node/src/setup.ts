import { createHash, randomBytes } from "node:crypto";
import { makeAdminKey } from "@asbuilt/core";
import type { LogEntry } from "@asbuilt/http";
import type { Configuration } from "./configuration.ts";
import { migrateDatabase, openDatabase, type OpenDatabase } from "./database.ts";
import { seed } from "./seed.ts";
import { embeddedTarget } from "./target.ts";

/** A database that is ready to serve. */
export interface ReadyDatabase extends OpenDatabase {
  /** Whether it was empty, and has now been seeded. */
  readonly isNew: boolean;
}

/** Migrates and opens the database; an empty one is seeded. */
export async function readyDatabase(
  { database: location }: Pick<Configuration, "database">,
  seedName: "base" | "demo",
  log: (entry: LogEntry) => void,
): Promise<ReadyDatabase> {
  await migrateDatabase(location);
  const database = openDatabase(location);
  try {
    const isNew = await isEmpty(database, "material_status");
    if (isNew) await seed(await embeddedTarget(database, log), seedName);
    return { ...database, isNew };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Makes the first administrator's key where there is no key at all; answers it, once. */
export async function firstKey(
  database: OpenDatabase,
  { adminKey }: Pick<Configuration, "adminKey">,
): Promise<string | undefined> {
  if (adminKey !== undefined || !(await isEmpty(database, "api_key"))) return undefined;
  const key = `ab_${randomBytes(32).toString("base64url")}`;
  const hash = createHash("sha256").update(key).digest("hex");
  await makeAdminKey(database.executor, hash, Date.now);
  return key;
}

async function isEmpty({ executor }: OpenDatabase, table: "api_key" | "material_status") {
  const statement = { sql: `select 1 from ${table} limit 1`, params: [], row: (raw: unknown) => raw };
  const [rows] = await executor.read([statement]);
  return rows!.length === 0;
}
