import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Executor, plainSql } from "@asbuilt/core/database";
import type { Client } from "@libsql/client";
import { readMigrationFiles } from "drizzle-orm/migrator";

const folder = fileURLToPath(new URL("../../../../packages/core/migrations", import.meta.url));

/** "asbt": says in the header of a database file whose it is. */
export const applicationId = 0x61736274;

interface Migration {
  readonly file: string;
  readonly hash: string;
  readonly at: number;
  readonly statements: readonly string[];
}

/** The migrations of this version, in order. */
export function knownMigrations(): Migration[] {
  // The library answers what the journal lists, in its order, without the names.
  const journal = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, "utf8")) as {
    entries: { tag: string }[];
  };
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, hash, folderMillis }, i) => ({
    file: `${journal.entries[i]!.tag}.sql`,
    hash,
    at: folderMillis,
    statements: sql,
  }));
}

interface Reader {
  execute(sql: string): Promise<{ readonly rows: readonly ArrayLike<unknown>[] }>;
}

/** What a database's schema is at. */
export interface Schema {
  /** The newest migration that it has; undefined where it has none. */
  readonly newest: string | undefined;
  /** Whether it lacks migrations that this version knows. */
  readonly isOld: boolean;
}

/** Throws where a database holds another application's tables, or migrations not known here. */
export async function schemaOf(database: Reader): Promise<Schema> {
  const recorded = await recordedIn(database);
  const known = knownMigrations();
  const newest = known[recorded - 1]?.file.replace(/\.sql$/, "");
  return { newest, isOld: recorded < known.length };
}

// As Drizzle's own migrator makes it, so that a database may be taken over from it and by it.
const migrationsTable = `create table if not exists __drizzle_migrations (
  id serial primary key, hash text not null, created_at numeric)`;

/**
 * Applies the migrations that a database lacks, all of them in one transaction. Throws where it
 * holds another application's tables, or migrations that this version does not know.
 */
export async function applyMigrations(client: Client, isFile: boolean): Promise<void> {
  const known = knownMigrations();
  // Looked up before anything is locked: most starts find nothing to do.
  if ((await recordedIn(client)) === known.length) return;
  const transaction = await client.transaction("write");
  try {
    // Another process may have been at it meanwhile.
    const pending = known.slice(await recordedIn(transaction));
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

/** How many of the known migrations a database has. Throws where it has others. */
async function recordedIn(database: Reader): Promise<number> {
  const recorded = await namesIn(database);
  refuseUnknown(recorded);
  return recorded.length;
}

/** Makes what tells whether a database has been migrated by a newer asbuilt by now. */
export function newerSchema(executor: Executor): () => Promise<boolean> {
  const known = knownMigrations().length;
  const execute = async (sql: string) => {
    const [rows] = await executor.read([plainSql(sql)]);
    return { rows: rows! };
  };
  return async () => (await namesIn({ execute })).length > known;
}

/** The migrations that a database has, in order. Wrangler records them by file, we by hash. */
async function namesIn(database: Reader): Promise<string[]> {
  const { rows } = await database.execute(ownTables);
  const tables = new Set(rows.map((row) => row[0]));
  const recorded = tables.has("__drizzle_migrations")
    ? await database.execute("select hash from __drizzle_migrations order by created_at, rowid")
    : tables.has("d1_migrations")
      ? await database.execute("select name from d1_migrations order by id")
      : { rows: [] };
  tables.delete("__drizzle_migrations");
  if (recorded.rows.length === 0 && tables.size > 0) {
    throw new Error("it holds tables, and none of them is known to be asbuilt's");
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
      `it was made by another application, or another asbuilt: it lacks ${other.file}`,
    );
  }
  if (recorded.length > known.length) {
    throw new Error(
      `its schema is newer than this asbuilt: it has ${recorded.length} migrations, ` +
        `of which ${known.length} are known here`,
    );
  }
}
