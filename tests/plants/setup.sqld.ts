import { join } from "node:path";
import { migrateDatabase } from "@asbuilt/node/database";
import { createClient } from "@libsql/client";
import type { TestProject } from "vitest/node";
import { fill } from "./fill.ts";
import { scratchFolder } from "./scratch.ts";
import { startSqld } from "./sqld-server.ts";
import { makeTemplate } from "./template.ts";

/** The namespace that sqld reads from the address 127.0.0.1: of a host the first label. */
const templateNamespace = "127";

/** Starts sqld with a template that plants are forked from; answers what stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = scratchFolder();
  const { address, admin, stop } = await startSqld(join(folder, "data"), ["--enable-namespaces"]);
  const { keys, tables } = makeTemplate(join(folder, "template.db"));
  await createNamespace(`${admin}/v1/namespaces/${templateNamespace}/create`);
  await migrateDatabase({ url: address });
  const client = createClient({ url: address });
  await client.batch(fill(tables), "write");
  client.close();
  project.provide("plantKeys", keys);
  project.provide("sqld", { address, admin });
  return async () => {
    await stop();
    remove();
  };
}

async function createNamespace(url: string): Promise<void> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  });
  if (!answer.ok) throw new Error(`sqld answered ${answer.status}: ${await answer.text()}`);
}
