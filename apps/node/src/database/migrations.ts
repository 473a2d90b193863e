import { readFileSync } from "node:fs";
import { type Executor, lazily, type LibsqlServer, plainSql } from "@asbuilt/core/database";
import type { Client } from "@libsql/client/sqlite3";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrationsFolder } from "../place.ts";

/** "asbt" in ASCII: marks the header of a database file as asbuilt's. */
export const applicationId = 0x61736274;

interface Migration {
  readonly file: string;
  readonly hash: string;
  readonly at: number;
  readonly statements: readonly string[];
}

/** Returns the migrations of this version, in order. They are read once. */
export const knownMigrations = lazily((): readonly Migration[] => {
  // The library returns the migrations in the order of the journal, without their names.
  const journal = JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, "utf8")) as {
    entries: { tag: string }[];
  };
  return readMigrationFiles({ migrationsFolder }).map(({ sql, hash, folderMillis }, i) => ({
    file: `${journal.entries[i]!.tag}.sql`,
    hash,
    at: folderMillis,
    statements: sql,
  }));
});

interface Reader {
  execute(sql: string): Promise<{ readonly rows: readonly ArrayLike<unknown>[] }>;
}

/** The version of a database's schema. */
export interface Schema {
  /** The newest migration that it has; undefined if it has none. */
  readonly newest: string | undefined;
  /** How many of the migrations that this version knows it lacks. */
  readonly missing: number;
}

/**
 * Returns the version of a database's schema. Throws if it has another application's tables, or
 * migrations that this version does not know.
 */
export async function schemaOf(database: Reader): Promise<Schema> {
  const recorded = await recordedCount(database);
  const known = knownMigrations();
  return { newest: nameOf(known[recorded - 1]), missing: known.length - recorded };
}

/** Returns the newest schema that this version knows. */
export const newestSchema = (): string => nameOf(knownMigrations().at(-1))!;

const nameOf = (migration: Migration | undefined) => migration?.file.replace(/\.sql$/, "");

// The table of Drizzle's own migrator, so that either can continue after the other.
const migrationsTable = `create table if not exists __drizzle_migrations (
  id serial primary key, hash text not null, created_at numeric)`;

/**
 * Applies the migrations that a database lacks, all in one transaction. Throws if it has another
 * application's tables, or migrations that this version does not know.
 */
export async function applyMigrations(
  database: Client | LibsqlServer,
  isFile: boolean,
): Promise<void> {
  const known = knownMigrations();
  // Checked before anything is locked: most starts find nothing to do.
  if ((await recordedCount(database)) === known.length) return;
  const transaction = await database.transaction("write");
  try {
    // Another process can have migrated it since the check.
    const pending = known.slice(await recordedCount(transaction));
    await transaction.batch([
      ...(isFile ? [`pragma application_id = ${applicationId}`] : []),
      ...pending.flatMap(({ statements }) => statements),
      migrationsTable,
      ...known.map(({ hash, at }) => ({
        sql: `insert into __drizzle_migrations (hash, created_at) select ?, ?
          where not exists (select 1 from __drizzle_migrations where hash = ?)`,
        args: [hash, at, hash],
      })),
    ]);
    await transaction.commit();
  } finally {
    transaction.close();
  }
}

const ownTables = `select name from sqlite_schema where type = 'table'
  and name not like 'sqlite\\_%' escape '\\' and name not like 'libsql\\_%' escape '\\'`;

/** Counts the known migrations that a database has. Throws if it has others. */
async function recordedCount(database: Reader): Promise<number> {
  const recorded = await recordedMigrations(database);
  refuseUnknown(recorded);
  return recorded.length;
}

/** Returns a check of whether a newer asbuilt has migrated a database. */
export function newerSchemaCheck(executor: Executor): () => Promise<boolean> {
  const known = knownMigrations().length;
  const execute = async (sql: string) => {
    const [rows] = await executor.read([plainSql(sql)]);
    return { rows: rows! };
  };
  return async () => (await recordedMigrations({ execute })).length > known;
}

/** Returns the recorded migrations in order: Wrangler records file names, Node hashes. */
async function recordedMigrations(database: Reader): Promise<string[]> {
  const { rows } = await database.execute(ownTables);
  const tables = new Set(rows.map((row) => row[0]));
  const recorded = tables.has("__drizzle_migrations")
    ? await database.execute("select hash from __drizzle_migrations order by created_at, rowid")
    : tables.has("d1_migrations")
      ? await database.execute("select name from d1_migrations order by id")
      : { rows: [] };
  tables.delete("__drizzle_migrations");
  if (recorded.rows.length === 0 && tables.size > 0) {
    throw new Error("it has tables, but no record that asbuilt created them");
  }
  // Both columns are text; the client's types know no columns.
  return recorded.rows.map((row) => row[0] as string);
}

function refuseUnknown(recorded: readonly string[]): void {
  const known = knownMigrations();
  const other = known.find(
    ({ file, hash }, i) => recorded[i] !== undefined && ![file, hash].includes(recorded[i]),
  );
  if (other) {
    throw new Error(
      `it was created by another application, or another asbuilt: it lacks ${other.file}`,
    );
  }
  if (recorded.length > known.length) {
    throw new Error(
      `its schema is newer than this asbuilt: it has ${recorded.length} migrations, ` +
        `but this version knows ${known.length}`,
    );
  }
}
