import { existsSync } from "node:fs";
import Database from "libsql";

type Row = Readonly<Record<string, unknown>>;

/** Reads rows straight from a database file. */
export function rowsOf(path: string, sql: string): Row[] {
  const database = new Database(path, { timeout: 60_000 });
  try {
    // A row is an object by column. The binding's types do not say so.
    return database.prepare(sql).all() as Row[];
  } finally {
    database.close();
  }
}

/** Changes a database file as no request does. */
export function execute(path: string, sql: string): void {
  const database = new Database(path, { timeout: 60_000 });
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

/** Reads everything that is stored, by table. */
export function contentOf(path: string): Record<string, Row[]> {
  const tables = rowsOf(path, "select name from sqlite_schema where type = 'table'");
  return Object.fromEntries(
    tables.map(({ name }) => [name, rowsOf(path, `select * from "${String(name)}"`)]),
  );
}

/** Counts the rows of a table: 0 until a process has made the file and the table. */
export function countOf(path: string, table: string): number {
  if (!existsSync(path)) return 0;
  const isThere = rowsOf(path, `select 1 from sqlite_schema where name = '${table}'`).length > 0;
  return isThere ? Number(rowsOf(path, `select count(*) as n from ${table}`)[0]!["n"]) : 0;
}
