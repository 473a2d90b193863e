import { existsSync } from "node:fs";
import { emptyAnchor, logReach, makeFirstKey, newKey, shortHash, textOfKey } from "@asbuilt/core";
import { plainSql } from "@asbuilt/core/database";
import type { LogEntry } from "@asbuilt/http";
import { type OpenDatabase, openDatabase } from "../database/database.ts";
import { databaseNamed, openError } from "../database/location.ts";
import { migrateDatabase, type UpgradeCheck } from "../database/migrate.ts";
import { loadSeed, seedEnds, type SeedName } from "../import/seed.ts";
import { embeddedTarget } from "../import/target.ts";
import { sha256 } from "../sha256.ts";
import type { SealingConfiguration } from "./sealing/key.ts";
import { anchorPathOf, writeAnchor } from "./sealing/kept-anchor.ts";

/** The calls of `readyDatabase` to its caller. */
interface OnTheWay {
  /** Called with the path or address of a database that was created. */
  readonly onNew?: (database: string) => void;
  /** Called before a database in use is migrated. An error of it leaves the database as it is. */
  readonly check?: UpgradeCheck;
}

/** Migrates and opens a database, and seeds an empty one. Throws a UserError if it can't. */
export async function readyDatabase(
  configuration: DatabaseConfiguration,
  seedName: SeedName,
  log: (entry: LogEntry) => void,
  { onNew, check }: OnTheWay = {},
): Promise<OpenDatabase> {
  const { database: location, timeZone } = configuration;
  const { isNew } = await migrateDatabase(location, log, check);
  if (isNew) onNew?.(databaseNamed(location.url));
  const database = openDatabase(location);
  try {
    const missing = await missingSeed(database, seedName).catch((error) => {
      throw openError(location.url, error);
    });
    await beginAnchor(configuration, database);
    if (missing) {
      const target = await embeddedTarget(database, { log, timeZone });
      await database.load(() => loadSeed(target, missing));
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

type DatabaseConfiguration = Pick<SealingConfiguration, "database" | "keptAnchor"> & {
  readonly timeZone?: string;
};

/** Keeps the anchor of a record that begins, so that it can't lose its seals unnoticed. */
async function beginAnchor(
  configuration: DatabaseConfiguration,
  { executor }: OpenDatabase,
): Promise<void> {
  const path = anchorPathOf(configuration);
  if (path === undefined || existsSync(path) || (await logReach(executor)).last > 0) return;
  await writeAnchor(path, emptyAnchor);
}

/** Returns the seed of an empty database, or the one that an earlier start left incomplete. */
async function missingSeed(
  database: OpenDatabase,
  seedName: SeedName,
): Promise<SeedName | undefined> {
  for (const begun of ["base", "demo"] as const) {
    const { first, last } = seedEnds(begun);
    if ((await wasSent(database, first)) && !(await wasSent(database, last))) return begun;
  }
  return (await finds(database, "select 1 from material_status limit 1")) ? undefined : seedName;
}

/** Returns whether a row of a seed was sent: by this version, or by one that wrote keys out. */
function wasSent(database: OpenDatabase, row: ReturnType<typeof seedEnds>["first"]) {
  const sent = `select 1 from keyed_answer where name = unhex(?1)
    union all select 1 from idempotency_key where key = ?2`;
  return finds(database, sent, shortHash(sha256(textOfKey(row), "hex")), row.key);
}

/** Where a new key is kept. */
export interface KeyKeeper {
  /** Stores a key before it is made: a key that nobody has can't be made again. */
  readonly store: (key: string) => void;
  /** Gives the stored key its place. */
  readonly publish: () => void;
  /** Forgets the stored key, and waits until that of another process has its place. */
  readonly yield: () => Promise<void>;
  /** Gives a key that a killed start has stored its place if it was made, and forgets it otherwise. */
  readonly recover: (isMade: (key: string) => Promise<boolean>) => Promise<void>;
}

/**
 * Creates and returns the first administrator's key; undefined if the database has a key. Of several
 * processes that start together, one makes it. The keeper keeps it, unless it is printed.
 */
export async function firstKey(
  database: OpenDatabase,
  keeper: KeyKeeper | undefined,
  isPrinted: boolean,
): Promise<string | undefined> {
  if (await finds(database, "select 1 from api_key limit 1")) {
    const made = "select 1 from api_key where hash = ?";
    await keeper?.recover((key) => finds(database, made, sha256(key, "hex")));
    return undefined;
  }
  const key = newKey();
  const kept = isPrinted ? undefined : keeper;
  kept?.store(key);
  const isFirst = await makeFirstKey(database.executor, sha256(key, "hex"), Date.now);
  if (isFirst) kept?.publish();
  else await kept?.yield();
  return isFirst ? key : undefined;
}

/** Returns whether a database has the items of the greeting's Build: demo seals and a pump. */
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
