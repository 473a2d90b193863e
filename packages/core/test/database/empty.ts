import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { fileExecutor } from "../../src/database/file.ts";
import { type Context, service } from "../../src/engine/context.ts";

const migrations = new URL("../../migrations/", import.meta.url);
const schema = readdirSync(migrations)
  .filter((name) => name.endsWith(".sql"))
  .map((name) => readFileSync(new URL(name, migrations), "utf8"));

const folder = mkdtempSync(join(tmpdir(), "asbuilt-core-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** A migrated file. A test can open hundreds of plants, and a copy takes a tenth of the time. */
const template = join(folder, "template.db");
const migrated = new Database(":memory:");
for (const text of schema) migrated.exec(text);
migrated.prepare("vacuum into ?").run(template);
migrated.close();

/** A database of its own with the whole schema and no rows. It is gone when nothing refers to it. */
export function emptyDatabase(): InstanceType<typeof Database> {
  const path = join(folder, "plant.db");
  copyFileSync(template, path);
  const database = new Database(path);
  // No file beside it is needed, and no commit waits for a disk.
  database.exec("pragma journal_mode = memory; pragma synchronous = off");
  rmSync(path);
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
