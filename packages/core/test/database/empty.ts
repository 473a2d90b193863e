import { readdirSync, readFileSync } from "node:fs";
import Database from "libsql";

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
