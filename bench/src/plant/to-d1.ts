import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rowsAsJson, valueAt } from "@asbuilt/tests/fill";
import Database from "libsql";
import type { D1Like } from "@asbuilt/core/database";

const migrations = fileURLToPath(new URL("../../../packages/core/migrations/", import.meta.url));

interface Prepared {
  bind(...params: unknown[]): Prepared;
  run(): Promise<unknown>;
}
/** The part of D1's binding that the copy needs. */
export interface D1Database extends D1Like {
  prepare(sql: string): Prepared;
  batch(statements: Prepared[]): Promise<unknown>;
}

/** Copies the schema and the rows of a database file into an empty D1. */
export async function copyToD1(path: string, d1: D1Database): Promise<void> {
  for (const file of readdirSync(migrations).filter((name) => name.endsWith(".sql"))) {
    const statements = readFileSync(join(migrations, file), "utf8").split(
      "--> statement-breakpoint",
    );
    for (const sql of statements) await d1.prepare(sql).run();
  }
  const database = new Database(path, { readonly: true });
  const tables = database
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like '\\_%' escape '\\'",
    )
    .all() as { name: string }[];
  const inserts = tables
    .filter(({ name }) => !/^sqlite_|^libsql_/.test(name))
    .map(({ name }) => {
      const rows = database.prepare(`select * from ${name}`).raw();
      const columns = rows.columns().map((column) => column.name);
      return d1
        .prepare(
          `insert into ${name} (${columns.join(", ")})
          select ${columns.map((_, index) => valueAt(index)).join(", ")} from json_each(?)`,
        )
        .bind(rowsAsJson(rows.all() as unknown[][]));
    });
  database.close();
  // In one batch with deferred checks, the order of the tables does not matter.
  await d1.batch([d1.prepare("pragma defer_foreign_keys = on"), ...inserts]);
}
