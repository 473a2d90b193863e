import { once } from "@asbuilt/contract";
import type { Client } from "@libsql/client";
import Database from "libsql";
import { knownMigrations } from "./migrations.ts";

const madeObjects = "select type, name, sql from sqlite_schema where sql is not null";

interface Made {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/** The tables, indexes and triggers that the migrations make, with their text. */
export const expectedSchema = once((): readonly Made[] => {
  const database = new Database(":memory:");
  try {
    for (const { statements } of knownMigrations()) {
      for (const statement of statements) database.exec(statement);
    }
    // The schema's columns are text; the binding's types do not say so.
    return database.prepare(madeObjects).all() as Made[];
  } finally {
    database.close();
  }
});

/** A trigger may have the name of a table or an index. */
const keyOf = ({ type, name }: Pick<Made, "type" | "name">) => `${type} ${name}`;

/** Something of a schema that is not as the migrations make it. */
interface Altered {
  /** What other tables, indexes and triggers hold can still be read. */
  readonly isTable: boolean;
  readonly problem: string;
}

/**
 * What in a file's schema is not as the migrations make it. SQLite itself takes any
 * text that it can parse: a letter that turned would be another table, or a lost constraint. A
 * trigger of somebody else's would write what nobody asked for; other tables and indexes do no harm.
 */
export async function alteredIn(client: Pick<Client, "execute">): Promise<Altered[]> {
  const { rows } = await client.execute(madeObjects);
  // The schema's columns are text; the client's types know none.
  const made = rows.map((row) => ({ type: row[0], name: row[1], sql: row[2] }) as Made);
  const there = new Map(made.map((one) => [keyOf(one), one.sql]));
  const expected = new Set(expectedSchema().map(keyOf));
  const altered = expectedSchema()
    .filter((one) => there.get(keyOf(one)) !== one.sql)
    .map(({ type, name }) => ({
      isTable: type === "table",
      problem: `it is damaged: its ${type} ${name} is not as asbuilt makes it`,
    }));
  const strange = made
    .filter((one) => one.type === "trigger" && !expected.has(keyOf(one)))
    .map(({ name }) => ({
      isTable: false,
      problem: `it was tampered with: its trigger ${name} is none that asbuilt makes`,
    }));
  return [...altered, ...strange];
}
