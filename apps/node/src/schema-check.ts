import type { Client } from "@libsql/client";
import Database from "libsql";
import { knownMigrations } from "./migrations.ts";

const madeObjects = "select type, name, sql from sqlite_schema where sql is not null";

/** The tables, indexes and triggers that the migrations make, with their text, by name. */
function expectedSchema(): Map<string, { type: string; sql: string }> {
  const database = new Database(":memory:");
  try {
    for (const { statements } of knownMigrations()) {
      for (const statement of statements) database.exec(statement);
    }
    // The schema's columns are text; the binding's types do not say so.
    const rows = database.prepare(madeObjects).all() as Record<"type" | "name" | "sql", string>[];
    return new Map(rows.map(({ name, ...made }) => [name, made]));
  } finally {
    database.close();
  }
}

/** Something of a schema that is not as the migrations make it. */
interface Altered {
  /** What other tables, indexes and triggers hold can still be read. */
  readonly isTable: boolean;
  readonly problem: string;
}

/**
 * What in a file's schema is not as the migrations make it. SQLite itself takes any
 * text that it can parse: a letter that turned would be another table, or a lost constraint.
 */
export async function alteredIn(client: Pick<Client, "execute">): Promise<Altered[]> {
  const { rows } = await client.execute(madeObjects);
  const there = new Map(rows.map((row) => [row[1], row[2]]));
  return [...expectedSchema()]
    .filter(([name, { sql }]) => there.get(name) !== sql)
    .map(([name, { type }]) => ({
      isTable: type === "table",
      problem: `it is damaged: its ${type} ${name} is not as asbuilt makes it`,
    }));
}
