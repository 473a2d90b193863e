import { isDeepStrictEqual } from "node:util";
import { existsSync, rmSync } from "node:fs";
import { migrateDatabase } from "@asbuilt/node/database";
import { asbuilt } from "@asbuilt/tests/processes";
import { rowsOf } from "@asbuilt/tests/stored";

const preload = new URL("kill-at-statement.ts", import.meta.url).href;

/** `asbuilt migrate` on a new file, killed just before the statement of that index. */
const migrateUntil = (path: string, index: number) =>
  asbuilt(["migrate"], {
    DATABASE_URL: `file:${path}`,
    NODE_OPTIONS: `--import=${preload}`,
    STATEMENTS_BEFORE_KILL: String(index),
  });

/** What a whole migration makes, and of how many statements. */
export interface WholeMigration {
  readonly statements: number;
  readonly schema: ReturnType<typeof schemaOf>;
}

export async function wholeMigration(path: string): Promise<WholeMigration> {
  const { status, stderr } = await migrateUntil(path, Infinity);
  const statements = Number(/^(\d+) statements$/m.exec(stderr)?.[1]);
  if (status !== 0 || !(statements > 100))
    throw new Error(`migrate ends with ${status}: ${stderr}`);
  return { statements, schema: schemaOf(path) };
}

/** Throws where a migration that was killed there leaves a part of it, or can't be repeated. */
export async function killMigration(
  path: string,
  index: number,
  whole: WholeMigration,
): Promise<"before its commit" | "after it"> {
  const { status } = await migrateUntil(path, index);
  if (status !== "SIGKILL") throw new Error(`Statement ${index} did not come: ended by ${status}.`);
  const left = existsSync(path) ? schemaOf(path) : [];
  if (left.length > 0 && !isDeepStrictEqual(left, whole.schema)) {
    throw new Error(`Killed at statement ${index}, it leaves ${left.length} parts of the schema.`);
  }
  await migrateDatabase({ url: `file:${path}` });
  if (!isDeepStrictEqual(schemaOf(path), whole.schema)) {
    throw new Error(`Killed at statement ${index} and repeated, the schema is another one.`);
  }
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
  return left.length > 0 ? "after it" : "before its commit";
}

/** The schema with what records its migrations. A journal that was left is rolled back by this. */
const schemaOf = (path: string) => [
  ...rowsOf(path, "select name, sql from sqlite_schema order by name"),
  ...rowsOf(path, "pragma application_id").filter(({ application_id: id }) => id !== 0),
];
