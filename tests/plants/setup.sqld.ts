import { join } from "node:path";
import { migrateDatabase } from "@asbuilt/node/migrate";
import { createClient } from "@libsql/client";
import type { TestProject } from "vitest/node";
import { modelOptions } from "../model/options.ts";
import { serveDirectories } from "./directory-service.ts";
import { serveFiles } from "./file-service.ts";
import { fillStatements } from "./fill.ts";
import { scratchFolder } from "./scratch.ts";
import { startSqld } from "./sqld-server.ts";
import { makeTemplate } from "./template.ts";

/** The namespace that sqld reads from the address 127.0.0.1: the first label of the host. */
const templateNamespace = "127";

/** Starts sqld with a template that plants fork. Returns a function that stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = scratchFolder();
  const { address, admin, stop } = await startSqld(join(folder, "data"), ["--enable-namespaces"]);
  const template = join(folder, "template.db");
  const { keys, tables } = makeTemplate(template);
  await createNamespace(`${admin}/v1/namespaces/${templateNamespace}/create`);
  await migrateDatabase({ url: address });
  const client = createClient({ url: address });
  await client.batch(fillStatements(tables), "write");
  client.close();
  project.provide("plantKeys", keys);
  project.provide("sqld", { address, admin });
  const files = await serveFiles(template);
  project.provide("fileService", files.address);
  const directories = await serveDirectories();
  project.provide("directoryService", directories.address);
  project.provide("model", modelOptions(600));
  return async () => {
    await Promise.all([stop(), files.close(), directories.close()]);
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
