import { readdirSync, readFileSync } from "node:fs";
import Database from "libsql";
import { fileExecutor } from "../../src/database/file.ts";
import { type Context, service } from "../../src/engine/context.ts";

const migrations = new URL("../../migrations/", import.meta.url);
const schema = readdirSync(migrations)
  .filter((name) => name.endsWith(".sql"))
  .map((name) => readFileSync(new URL(name, migrations), "utf8"));

/** A database in memory with the whole schema and no rows. */
export function emptyDatabase(): InstanceType<typeof Database> {
  const database = new Database(":memory:");
  for (const text of schema) database.exec(text);
  return database;
}

/** A database with these rows, and the context of user 1. */
export function databaseWith(rows: string, now: () => number = Date.now) {
  const database = emptyDatabase();
  database.exec("pragma foreign_keys = on");
  database.exec(rows);
  const executor = fileExecutor(database, setImmediate);
  const context: Context = {
    executor,
    principal: { ...service, userId: 1 },
    requestId: "r",
    now,
  };
  return { database, context };
}
