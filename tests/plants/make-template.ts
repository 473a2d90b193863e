import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeAdminKey } from "@asbuilt/core";
import { migrateDatabase, openDatabase } from "@asbuilt/node/database";
import { readyDatabase } from "@asbuilt/node/setup";
import Database from "libsql";
import { insertInterimBase } from "./interim-base.ts";
import type { TemplateTable } from "./provided.ts";
import type { Template } from "./template.ts";

type NativeDatabase = InstanceType<typeof Database>;

/** Makes the template at a path; answers its keys and rows. */
async function makeTemplate(path: string): Promise<Template> {
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
  return { keys, tables: rowsOf(path) };
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
function rowsOf(path: string): TemplateTable[] {
  const database = new Database(path, { readonly: true });
  const names = database
    .prepare("select name from sqlite_schema where type = 'table'")
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

process.stdout.write(JSON.stringify(await makeTemplate(process.argv[2]!)));
