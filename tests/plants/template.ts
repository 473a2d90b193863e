import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeAdminKey } from "@asbuilt/core";
import { createApp } from "@asbuilt/http";
import { migrateDatabase, openDatabase } from "@asbuilt/node/database";
import { findFiles } from "@asbuilt/node/import/files";
import { readRows } from "@asbuilt/node/import/rows";
import Database from "libsql";
import type { TestProject } from "vitest/node";
import { insertInterimBase } from "./interim-base.ts";
import type { PlantKeys } from "./keys.ts";

const seedFolder = fileURLToPath(new URL("../../seed/base", import.meta.url));

/**
 * Makes, once a run, the database that every plant starts from: migrated, seeded with base data
 * over HTTP, with a user and a key for each role. Answers what takes it away.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "asbuilt-plants-"));
  const path = join(folder, "template.db");
  project.provide("templatePath", path);
  project.provide("plantKeys", await makeTemplate(path));
  return () => rmSync(folder, { recursive: true, force: true });
}

async function makeTemplate(path: string): Promise<PlantKeys> {
  const location = { url: `file:${path}.making` };
  await migrateDatabase(location);
  const { executor, close } = openDatabase(location);
  const admin = newKey();
  await makeAdminKey(executor, sha256(admin), Date.now);
  const app = createApp({
    executor,
    now: Date.now,
    log: console.error,
    asset: () => Promise.resolve(undefined),
  });
  await seed((request) => app.fetch(request), admin);
  close();
  const database = new Database(`${path}.making`);
  insertInterimBase(database);
  const keys = { admin, ...insertKeys(database) };
  // One file to copy: what was written above may still stand in the write-ahead log.
  database.prepare("vacuum into ?").run(path);
  database.close();
  return keys;
}

async function seed(send: (request: Request) => Response | Promise<Response>, key: string) {
  if (!existsSync(seedFolder)) return;
  for (const { name, text, route } of findFiles([seedFolder])) {
    for (const row of readRows(name, text, route)) {
      if ("error" in row) throw new Error(`${name}:${row.line}: ${row.error}`);
      const answer = await send(
        new Request(`http://template.test${route.path}`, {
          method: route.method.toUpperCase(),
          headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
          body: JSON.stringify(row.body),
        }),
      );
      if (!answer.ok) throw new Error(`${name}:${row.line}: ${await answer.text()}`);
    }
  }
}

const newKey = () => randomBytes(32).toString("hex");
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function insertKeys(database: InstanceType<typeof Database>) {
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
