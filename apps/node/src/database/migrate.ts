import { closeSync, existsSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { alteredIn } from "@asbuilt/core";
import { remoteExecutor } from "@asbuilt/core/database";
import type { Client } from "@libsql/client";
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
import { applyMigrations, schemaOf } from "./migrations.ts";
import { refuseForeignLog } from "./read-only.ts";

/** How long the migrations of a server can take. */
const migrationMs = 10 * 60 * 1000;

/**
 * Brings a database to the newest schema; applied migrations are not applied again. Throws a
 * UserError if it can't be opened or served: it is damaged, another application's, or of a newer
 * schema.
 */
export async function migrateDatabase(location: DatabaseLocation): Promise<void> {
  try {
    await (isFile(location.url) ? migrateFile(location) : migrateServer(location));
  } catch (error) {
    throw openError(location.url, error);
  }
}

async function migrateFile(location: DatabaseLocation): Promise<void> {
  const path = filePathOf(location.url);
  makeFolder(dirname(path));
  refuseLostFile(realPathOf(path));
  await refuseForeignLog(path);
  makeFile(path);
  await withSoundFile(location, (client) => applyMigrations(client, true));
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
    if ((await schemaOf(client)).isOld) throw new Error("its schema is old");
  });
}

/** Runs work on a file, between the checks of the file and of its schema. Throws if one fails. */
async function withSoundFile(
  location: DatabaseLocation,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = clientOf(location);
  try {
    await refuseUnsoundFile(client, filePathOf(location.url));
    await work(client);
    await refuseAltered(client);
  } finally {
    client.close();
  }
}

async function migrateServer(location: DatabaseLocation): Promise<void> {
  const { isOld } = await withServer(location, schemaOf);
  if (isOld) await withServer(location, (client) => applyMigrations(client, false), migrationMs);
  await withServer(location, refuseAltered);
}

/** Throws if a database's schema differs from the one that the migrations create. */
async function refuseAltered(client: Client): Promise<void> {
  const [altered] = await alteredIn(remoteExecutor(client), sha256);
  if (altered) throw new Error(altered.problem);
}
