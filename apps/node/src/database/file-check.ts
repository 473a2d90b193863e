import { statSync } from "node:fs";
import type { Client } from "@libsql/client/sqlite3";
import { applicationId } from "./migrations.ts";
import { brokenSchemaOf, brokenTextsOf } from "./text-check.ts";

const mebibyte = 2 ** 20;

/** A check of a file; returns a line for each problem. */
type Check = (client: Reader) => Promise<string[]>;

/**
 * The check at the start, by the file's size, so that it takes about 2 seconds at most: with every
 * index and text, or without both. In larger files only the schema is checked. `asbuilt verify`
 * always checks everything.
 */
const startChecks: readonly { readonly bytesMax: number; readonly check: Check }[] = [
  { bytesMax: 128 * mebibyte, check: (client) => wholeDamageOf(client, "integrity_check(1)") },
  { bytesMax: 512 * mebibyte, check: (client) => damageOf(client, "quick_check(1)") },
];

type Reader = Pick<Client, "execute">;

/** Throws if a path can't be a database. Called before SQLite opens it, which would create one. */
export function refuseLostFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error("it is a folder");
  // SQLite would take it for a new database, and discard the changes.
  if (sizeOf(path) === 0 && sizeOf(`${path}-wal`) > 0) {
    throw new Error(`it is empty or missing, but ${path}-wal contains its changes`);
  }
}

/** Throws if a file is another application's, or damaged. */
export async function refuseUnsoundFile(client: Client, path: string): Promise<void> {
  const { rows } = await client.execute("pragma application_id");
  const id = Number(rows[0]![0]);
  if (id !== 0 && id !== applicationId) {
    throw new Error(`it belongs to another application: its application id is ${id}`);
  }
  const size = sizeOf(path);
  const tier = startChecks.find(({ bytesMax }) => size <= bytesMax);
  const [damage] = tier ? await tier.check(client) : await brokenSchemaOf(client);
  if (damage) throw new Error(damage);
}

/** Returns a line for each problem of a file's structure and texts. */
export async function wholeDamageOf(client: Reader, pragma = "integrity_check"): Promise<string[]> {
  const damage = await damageOf(client, pragma);
  return damage.length > 0 ? damage : brokenTextsOf(client);
}

/** Returns a line for each problem that SQLite finds in a file's structure. */
async function damageOf(client: Reader, pragma: string): Promise<string[]> {
  const broken = await brokenSchemaOf(client);
  if (broken.length > 0) return broken;
  const { rows } = await client.execute(`pragma ${pragma}`);
  // These pragmas return text; the client's types know no columns.
  const lines = rows.flatMap((row) => (row[0] as string).split("\n"));
  return lines
    .filter((line) => line !== "ok" && !line.startsWith("***"))
    .map((line) => `it is damaged: ${line}`);
}

/** Returns the size of a file in bytes; 0 if there is none. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
