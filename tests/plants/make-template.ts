import { createHash, randomBytes } from "node:crypto";
import { makeAdminKey, type Role } from "@asbuilt/core";
import { readyDatabase } from "@asbuilt/node/setup";
import { embeddedTarget, type Target } from "@asbuilt/node/target";
import Database from "libsql";
import type { TemplateTable } from "./provided.ts";
import type { Template } from "./template.ts";

/** Makes the template at a path; answers its keys and rows. */
async function makeTemplate(path: string): Promise<Template> {
  const making = `${path}.making`;
  const database = await readyDatabase(
    { database: { url: `file:${making}` } },
    "base",
    console.error,
  );
  const admin = randomBytes(32).toString("hex");
  const hash = createHash("sha256").update(admin).digest("hex");
  await makeAdminKey(database.executor, hash, Date.now);
  const target = await embeddedTarget(database, console.error);
  const keys = {
    admin,
    engineer: await makeKey(target, "engineer"),
    operator: await makeKey(target, "operator"),
    viewer: await makeKey(target, "viewer"),
  };
  database.close();
  // One file to copy: what was written above may still stand in the write-ahead log.
  const made = new Database(making);
  made.prepare("vacuum into ?").run(path);
  made.close();
  return { keys, tables: rowsOf(path) };
}

/** Makes a user that is named for a role, with a key of that role. */
async function makeKey(target: Target, role: Role): Promise<string> {
  await ask(target, "PUT", "/api/User/Upsert", { suid: role, name: role });
  const { key } = await ask(target, "POST", "/api/ApiKey/Create", { name: role, user: role, role });
  return key;
}

async function ask(target: Target, method: string, path: string, body: object) {
  const answer = await target.send({ method, path, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  // A created key is the only answer that is read.
  return (await answer.json()) as { key: string };
}

/** The rows of the template, to fill a migrated database with that is no file. */
function rowsOf(path: string): TemplateTable[] {
  const database = new Database(path, { readonly: true });
  const names = database.prepare("select name from sqlite_schema where type = 'table'").all() as {
    name: string;
  }[];
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
