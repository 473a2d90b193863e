import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeAdminKey } from "@asbuilt/core";
import { migrateDatabase, openDatabase } from "@asbuilt/node/database";
import { readyDatabase } from "@asbuilt/node/setup";
import Database from "libsql";
import { insertInterimBase } from "./interim-base.ts";
import type { PlantKeys, TemplateTable } from "./provided.ts";

type NativeDatabase = InstanceType<typeof Database>;

/**
 * Makes the database file that every plant starts from: migrated, seeded with base data as an
 * empty database is at the first start, with a user and a key for each role.
 */
export async function makeTemplate(path: string): Promise<PlantKeys> {
  const location = { url: `file:${path}.making` };
  const hasSeed = existsSync(fileURLToPath(new URL("../../seed/base", import.meta.url)));
  if (!hasSeed) await migrateDatabase(location);
  const { executor, close } = hasSeed
    ? await readyDatabase({ database: location }, "base", console.error)
    : openDatabase(location);
  const admin = newKey();
  await makeAdminKey(executor, sha256(admin), Date.now);
  close();
  const database = new Database(`${path}.making`);
  insertInterimBase(database);
  const keys = { admin, ...insertKeys(database) };
  // One file to copy: what was written above may still stand in the write-ahead log.
  database.prepare("vacuum into ?").run(path);
  database.close();
  return keys;
}

const newKey = () => randomBytes(32).toString("hex");
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function insertKeys(database: NativeDatabase) {
  const keys = { viewer: newKey(), operator: newKey(), engineer: newKey() };
  const insertUser = database.prepare(
    "insert into user (rev_no, suid, suid_key, name, name_key, is_active) values (1, ?, ?, ?, ?, 1)",
  );
  const insertKey = database.prepare(
    "insert into api_key (rev_no, name, hash, user_id, role, created_at) values (1, ?, ?, ?, ?, ?)",
  );
  for (const [role, key] of Object.entries(keys)) {
    const { lastInsertRowid } = insertUser.run(role, role, role, role);
    insertKey.run(role, sha256(key), lastInsertRowid, role, Date.now());
  }
  return keys;
}

/** The rows of the template, to fill a migrated database with that is no file. */
export function templateRows(path: string): TemplateTable[] {
  const database = new Database(path, { readonly: true });
  const names = database
    .prepare("select name from sqlite_schema where type = 'table' and name not glob '*_*sqlite*'")
    .all() as { name: string }[];
  const tables = names
    .filter(({ name }) => !/^sqlite_|^__drizzle|^libsql_/.test(name))
    .map(({ name }) => {
      const statement = database.prepare(`select * from "${name}"`).raw(true);
      const columns = statement.columns().map((column) => column.name);
      return { name, columns, rows: JSON.stringify(statement.all()) };
    });
  database.close();
  return tables.filter(({ rows }) => rows !== "[]");
}
