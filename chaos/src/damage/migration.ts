import { isDeepStrictEqual } from "node:util";
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { migrateDatabase } from "@asbuilt/node/migrate";
import type { Chance } from "@asbuilt/tests/chance";
import { asbuilt } from "@asbuilt/tests/processes";
import { contentOf, rowsOf } from "@asbuilt/tests/stored";
import { expectSound } from "../services.ts";

const preload = new URL("kill-at-statement.ts", import.meta.url).href;

/** Runs `asbuilt migrate` on a file, and kills it just before the statement of that index. */
const migrateUntil = (path: string, index: number) =>
  asbuilt(["migrate"], {
    DATABASE_URL: `file:${path}`,
    NODE_OPTIONS: `--import=${preload}`,
    STATEMENTS_BEFORE_KILL: String(index),
  });

/** The result of a complete migration of a file, or of a new file, and its statements. */
export interface WholeMigration {
  readonly from: string | undefined;
  readonly statements: number;
  /** The indexes of the COMMIT statements. */
  readonly commits: readonly number[];
  readonly before: State;
  readonly after: State;
}

/** Migrates a copy of a file with an earlier schema, or a new file, at that path. */
export async function wholeMigration(path: string, from?: string): Promise<WholeMigration> {
  if (from !== undefined) copyFileSync(from, path);
  const before = databaseState(path);
  const { status, stderr } = await migrateUntil(path, Infinity);
  const said = /^(\d+) statements, COMMIT at ([\d,]+)$/m.exec(stderr);
  const statements = Number(said?.[1]);
  if (status !== 0 || !said || !(statements > 50)) {
    throw new Error(`migrate ended with ${status}: ${stderr}`);
  }
  await expectSound({ url: `file:${path}` });
  const commits = said[2]!.split(",").map(Number);
  return { from, statements, commits, before, after: databaseState(path) };
}

/** Orders all statements: the first, the last and those at a COMMIT, then the others at random. */
export function killPlaces({ statements, commits }: WholeMigration, chance: Chance): number[] {
  const places = [0, statements - 1, ...commits.flatMap((commit) => [commit, commit + 1])];
  const first = new Set(places.filter((place) => place < statements));
  const others = Array.from({ length: statements }, (_, index) => index)
    .filter((index) => !first.has(index))
    .map((index) => ({ index, order: chance.below(2 ** 31) }))
    .toSorted((a, b) => a.order - b.order);
  return [...first, ...others.map(({ index }) => index)];
}

/** Kills a migration at a statement. Throws if a part of it remains or it can't be repeated. */
export async function killMigration(
  path: string,
  index: number,
  { from, before, after }: WholeMigration,
): Promise<"before its commit" | "after its commit"> {
  if (from !== undefined) copyFileSync(from, path);
  const { status } = await migrateUntil(path, index);
  if (status !== "SIGKILL")
    throw new Error(`Statement ${index} never ran: migrate ended by ${status}.`);
  const left = databaseState(path);
  const isDone = isDeepStrictEqual(left, after);
  if (!isDone && !isDeepStrictEqual(left, before)) {
    throw new Error(`Killed at statement ${index}, the migration is partly there.`);
  }
  await migrateDatabase({ url: `file:${path}` });
  if (!isDeepStrictEqual(databaseState(path), after)) {
    throw new Error(
      `Killed at statement ${index} and repeated, the migration made another database.`,
    );
  }
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
  return isDone ? "after its commit" : "before its commit";
}

type State = ReturnType<typeof databaseState>;

/** Reads the schema and every row. Opening the file rolls back a remaining journal. */
const databaseState = (path: string) =>
  existsSync(path)
    ? {
        schema: rowsOf(path, "select name, sql from sqlite_schema order by name"),
        application: rowsOf(path, "pragma application_id"),
        content: contentOf(path),
      }
    : { schema: [], application: [{ application_id: 0 }], content: {} };
