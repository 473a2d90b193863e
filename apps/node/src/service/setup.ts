import { makeAdminKey, newKey } from "@asbuilt/core";
import { plainSql } from "@asbuilt/core/database";
import type { LogEntry } from "@asbuilt/http";
import {
  type DatabaseLocation,
  migrateDatabase,
  notOpened,
  type OpenDatabase,
  openDatabase,
} from "../database/database.ts";
import { seed, seedEnds, type SeedName } from "../import/seed.ts";
import { sha256 } from "../sha256.ts";
import { embeddedTarget } from "../import/target.ts";

/**
 * Migrates and opens the database; an empty one is seeded. Throws a UserError where it is not fit
 * to be served.
 */
export async function readyDatabase(
  { database: location }: { readonly database: DatabaseLocation },
  seedName: SeedName,
  log: (entry: LogEntry) => void,
): Promise<OpenDatabase> {
  await migrateDatabase(location);
  const database = openDatabase(location);
  try {
    const missing = await missingSeed(database, seedName).catch((error) => {
      throw notOpened(location.url, error);
    });
    if (missing) {
      const target = await embeddedTarget(database, log);
      await database.load(() => seed(target, missing));
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The seed that an empty database gets, or the one in whose middle an earlier start has ended. */
async function missingSeed(
  database: OpenDatabase,
  seedName: SeedName,
): Promise<SeedName | undefined> {
  for (const begun of ["base", "demo"] as const) {
    const { first, last } = seedEnds(begun);
    const sent = "select 1 from idempotency_key where key = ?";
    if ((await finds(database, sent, first)) && !(await finds(database, sent, last))) return begun;
  }
  return (await finds(database, "select 1 from material_status limit 1")) ? undefined : seedName;
}

/** Makes the first administrator's key where there is no key at all; answers it, once. */
export async function firstKey(database: OpenDatabase): Promise<string | undefined> {
  if (await finds(database, "select 1 from api_key limit 1")) return undefined;
  const key = newKey();
  await makeAdminKey(database.executor, sha256(key, "hex"), Date.now);
  return key;
}

/** Whether a database has what the greeting builds from: the seals and a pump of the demo. */
export async function hasDemo(database: OpenDatabase): Promise<boolean> {
  const item = "select 1 from material_item where visual_serial_no = ? and actual_qty > 0";
  return (await finds(database, item, "PUMP-0002")) && (await finds(database, item, "SEAL-LOT-1"));
}

async function finds(
  { executor }: OpenDatabase,
  sql: string,
  ...params: string[]
): Promise<boolean> {
  const [rows] = await executor.read([plainSql(sql, params)]);
  return rows!.length > 0;
}
