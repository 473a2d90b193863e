import { statSync } from "node:fs";
import type { Client } from "@libsql/client";
import { applicationId } from "./migrations.ts";

const mebibyte = 2 ** 20;

/**
 * How much of a file is checked at the start, by its size, so that it costs about 2 seconds at
 * most: with every index, without, or only what is read. `asbuilt verify` always checks all.
 */
const checks = [
  { upTo: 128 * mebibyte, pragma: "integrity_check(1)" },
  { upTo: 512 * mebibyte, pragma: "quick_check(1)" },
];

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
  const check = checks.find(({ upTo }) => size <= upTo);
  const [damage] = check ? await damageOf(client, check.pragma) : [];
  if (damage) throw new Error(damage);
}

/** What SQLite finds wrong with a file, a line each. */
export async function damageOf(
  client: Pick<Client, "execute">,
  pragma = "integrity_check",
): Promise<string[]> {
  const { rows } = await client.execute(`pragma ${pragma}`);
  // These pragmas answer text; the client's types know no columns.
  const lines = rows.flatMap((row) => (row[0] as string).split("\n"));
  return lines
    .filter((line) => line !== "ok" && !line.startsWith("***"))
    .map((line) => `it is damaged: ${line}`);
}

/** The size of a file in bytes; 0 where there is none. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
