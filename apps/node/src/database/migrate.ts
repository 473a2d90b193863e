import { closeSync, existsSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { alteredIn } from "@asbuilt/core";
import {
  type Executor,
  isReplica,
  type LibsqlClientLike,
  remoteExecutor,
} from "@asbuilt/core/database";
import type { LogEntry } from "@asbuilt/http";
import type { Client } from "@libsql/client/sqlite3";
import { sha256 } from "../sha256.ts";
import { clientOf, withServer } from "./client.ts";
import { refuseLostFile, refuseUnsoundFile } from "./file-check.ts";
import {
  type DatabaseLocation,
  filePathOf,
  isFile,
  makeFolder,
  openError,
  realPathOf,
} from "./location.ts";
import { applyMigrations, newestSchema, type Schema, schemaOf } from "./migrations.ts";
import { refuseForeignLog } from "./read-only.ts";
import { requireRoom } from "./room.ts";

/** How long the migrations of a server can take. */
const migrationMs = 10 * 60 * 1000;

/** The result of bringing a database to the newest schema. */
export interface Migrated {
  /** Whether it had no tables before. */
  readonly isNew: boolean;
}

type Log = (entry: LogEntry) => void;

/** Throws if a database that is in use must stay as it is. */
export type UpgradeCheck = (executor: Pick<Executor, "read">) => Promise<void>;

const noCheck: UpgradeCheck = () => Promise.resolve();

/**
 * Brings a database to the newest schema; applied migrations are not applied again. Logs the upgrade
 * of one that is in use, which the check comes before. Throws the error of the check, and a UserError
 * if the database can't be opened or served: it is damaged, another application's, or of a newer
 * schema.
 */
export async function migrateDatabase(
  location: DatabaseLocation,
  log: Log = () => {},
  check: UpgradeCheck = noCheck,
): Promise<Migrated> {
  let refusal: unknown;
  const checked: UpgradeCheck = (executor) =>
    check(executor).catch((error) => {
      refusal = error;
      throw error;
    });
  try {
    return await (isFile(location.url) ? migrateFile : migrateServer)(location, log, checked);
  } catch (error) {
    throw error === refusal ? error : openError(location.url, error);
  }
}

/** Does the same for a file. Throws an error that does not name it. */
export async function migrateFile(
  location: DatabaseLocation,
  log: Log = () => {},
  check = noCheck,
): Promise<Migrated> {
  const path = filePathOf(location.url);
  makeFolder(dirname(path));
  refuseLostFile(realPathOf(path));
  await refuseForeignLog(path);
  requireRoom(realPathOf(path));
  makeFile(path);
  return withSoundFile(location, async (client) =>
    upgrade(await schemaOf(client), {
      log,
      check: () => check(remoteExecutor(client)),
      apply: () => applyMigrations(client, true),
    }),
  );
}

/** Applies the migrations that a database lacks, between two lines of the log unless it is new. */
async function upgrade(
  { newest, missing }: Schema,
  {
    log,
    check,
    apply,
  }: {
    readonly log: Log;
    readonly check: () => Promise<void>;
    readonly apply: () => Promise<void>;
  },
): Promise<Migrated> {
  if (missing === 0) return { isNew: false };
  if (newest === undefined) {
    await apply();
    return { isNew: true };
  }
  await check();
  const to = newestSchema();
  const message = "Migrating the database. Only a backup that was made before leads back.";
  log({ level: "info", message, from: newest, to, migrations: missing });
  const since = performance.now();
  await apply();
  const ms = Math.round(performance.now() - since);
  log({ level: "info", message: "The database was migrated.", schema: to, ms });
  return { isNew: false };
}

/** Makes the file of a new database. Only its owner can read it: it contains webhook secrets. */
function makeFile(path: string): void {
  // Opened for appending: a process that starts at the same time can have begun to write it.
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
}

/** Throws if a file can't be served without changes: it is damaged, or not of the newest schema. */
export async function requireCurrentFile(location: DatabaseLocation): Promise<void> {
  refuseLostFile(realPathOf(filePathOf(location.url)));
  await refuseForeignLog(filePathOf(location.url));
  await withSoundFile(location, async (client) => {
    if ((await schemaOf(client)).missing > 0) throw new Error("its schema is old");
  });
}

/** Runs work on a file, between the checks of the file and of its schema. Throws if one fails. */
async function withSoundFile<Result>(
  location: DatabaseLocation,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = clientOf(location.url);
  try {
    await refuseUnsoundFile(client, filePathOf(location.url));
    const result = await work(client);
    await refuseAltered(client);
    return result;
  } finally {
    client.close();
  }
}

/** The sentence about a server that is a replica. */
export const replicaProblem =
  "it is a replica, which lags behind its primary. Name the primary instead";

async function migrateServer(
  location: DatabaseLocation,
  log: Log,
  check: UpgradeCheck,
): Promise<Migrated> {
  if (await withServer(location, isReplica)) throw new Error(replicaProblem);
  const migrated = await upgrade(await withServer(location, schemaOf), {
    log,
    check: () => withServer(location, (server) => check(remoteExecutor(server))),
    apply: () => withServer(location, (server) => applyMigrations(server, false), migrationMs),
  });
  await withServer(location, refuseAltered);
  return migrated;
}

/** Throws if a database's schema differs from the one that the migrations create. */
async function refuseAltered(client: LibsqlClientLike): Promise<void> {
  const [altered] = await alteredIn(remoteExecutor(client), sha256);
  if (altered) throw new Error(altered.problem);
}
