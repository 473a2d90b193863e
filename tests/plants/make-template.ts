import { createHash, randomBytes } from "node:crypto";
import type { Role } from "@asbuilt/contract";
import { makeAdminKey } from "@asbuilt/core";
import { readyDatabase } from "@asbuilt/node/setup";
import { embeddedTarget, type Target } from "@asbuilt/node/target";
import Database from "libsql";
import { rowsAsJson } from "./fill.ts";
import type { TemplateTable } from "./provided.ts";
import type { Template } from "./template.ts";

/** Makes the template at a path and returns its keys and rows. */
async function templateAt(path: string): Promise<Template> {
  const making = `${path}.making`;
  const database = await readyDatabase(
    { database: { url: `file:${making}` } },
    "base",
    console.error,
  );
  const admin = randomBytes(32).toString("hex");
  const hash = createHash("sha256").update(admin).digest("hex");
  await makeAdminKey(database.executor, hash, Date.now);
  const target = await embeddedTarget(database, { log: console.error });
  const keys = {
    admin,
    engineer: await createKey(target, "engineer"),
    quality: await createKey(target, "quality"),
    stores: await createKey(target, "stores"),
    operator: await createKey(target, "operator"),
    viewer: await createKey(target, "viewer"),
  };
  database.close();
  // Plants copy one file, so the rows that are still in the write-ahead log go into it.
  const made = new Database(making);
  made.prepare("vacuum into ?").run(path);
  made.close();
  return { keys, tables: tableRows(path) };
}

/** Creates a user that is named after a role, and a key with that role. */
async function createKey(target: Target, role: Role): Promise<string> {
  await send(target, "PUT", "/api/User/Upsert", { suid: role, name: role });
  const { key } = await send(target, "POST", "/api/ApiKey/Create", {
    name: role,
    user: role,
    role,
  });
  return key;
}

async function send(target: Target, method: string, path: string, body: object) {
  const answer = await target.send({ method, path, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  // Only the response with a created key is read.
  return (await answer.json()) as { key: string };
}

/** Reads the template's rows, which fill a migrated database that is not a file. */
function tableRows(path: string): TemplateTable[] {
  const database = new Database(path, { readonly: true });
  const names = database.prepare("select name from sqlite_schema where type = 'table'").all() as {
    name: string;
  }[];
  const tables = names
    .filter(({ name }) => !/^sqlite_|^__drizzle|^libsql_/.test(name))
    .map(({ name }) => {
      const statement = database.prepare(`select * from "${name}"`).raw(true);
      const columns = statement.columns().map((column) => column.name);
      return { name, columns, rows: rowsAsJson(statement.all() as unknown[][]) };
    });
  database.close();
  return tables.filter(({ rows }) => rows !== "[]");
}

process.stdout.write(JSON.stringify(await templateAt(process.argv[2]!)));
