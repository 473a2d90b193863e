import { statSync } from "node:fs";
import type { Client } from "@libsql/client";
import { applicationId } from "./migrations.ts";
import { brokenSchemaOf, brokenTextsOf } from "./text-check.ts";

const mebibyte = 2 ** 20;

/** How much of a file is checked. */
type Check = (client: Reader) => Promise<string[]>;

/**
 * What is checked at the start, by the file's size, so that it costs about 2 seconds at most: every
 * index and every text, neither, or only what is read. `asbuilt verify` always checks all.
 */
const checks: readonly { readonly upTo: number; readonly check: Check }[] = [
  { upTo: 128 * mebibyte, check: (client) => wholeDamageOf(client, "integrity_check(1)") },
  { upTo: 512 * mebibyte, check: (client) => damageOf(client, "quick_check(1)") },
];

type Reader = Pick<Client, "execute">;

/** Throws where a path can't be a database, before SQLite is asked, which would make one of it. */
export function refuseLostFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error("it is a folder");
  // It would be taken for a new database, and the changes thrown away.
  if (sizeOf(path) === 0 && sizeOf(`${path}-wal`) > 0) {
    throw new Error(`it is empty or missing, while ${path}-wal holds changes of it`);
  }
}

/** Throws where a file is another application's, or damaged. */
export async function refuseUnsoundFile(client: Client, path: string): Promise<void> {
  const { rows } = await client.execute("pragma application_id");
  const id = Number(rows[0]![0]);
  if (id !== 0 && id !== applicationId) {
    throw new Error(`it is another application's: its application id is ${id}`);
  }
  const size = sizeOf(path);
  const tier = checks.find(({ upTo }) => size <= upTo);
  const [damage] = tier ? await tier.check(client) : await brokenSchemaOf(client);
  if (damage) throw new Error(damage);
}

/** Everything that is wrong with a file as such, a line each. */
export async function wholeDamageOf(client: Reader, pragma = "integrity_check"): Promise<string[]> {
  const damage = await damageOf(client, pragma);
  return damage.length > 0 ? damage : brokenTextsOf(client);
}

/** What SQLite finds wrong with a file's structure. */
async function damageOf(client: Reader, pragma: string): Promise<string[]> {
  const broken = await brokenSchemaOf(client);
  if (broken.length > 0) return broken;
  const { rows } = await client.execute(`pragma ${pragma}`);
  // These pragmas answer text; the client's types know no columns.
  const lines = rows.flatMap((row) => (row[0] as string).split("\n"));
  return lines
    .filter((line) => line !== "ok" && !line.startsWith("***"))
    .map((line) => `it is damaged: ${line}`);
}

/** The size of a file in bytes; 0 where there is none. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
