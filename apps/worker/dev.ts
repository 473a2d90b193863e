// The Worker on this machine, with a local D1: `npm run worker`.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { newKey } from "@asbuilt/core";
import { copyAssets } from "./assets.ts";
import { type Child, isStopping, run, start, stop } from "./processes.ts";
import { readConfiguration } from "./src/configuration.ts";
import { variablesFile } from "./variables-file.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const wrangler = fileURLToPath(import.meta.resolve("wrangler"));
const commandLine = resolve(root, "apps/node/src/main.ts");

const { env } = process;
const host = env["HOST"] || "127.0.0.1";
const state = resolve(root, env["WORKER_STATE"] || ".wrangler/state");
// Written when all base data is in: a start may have ended in the middle of it.
const seededMark = resolve(state, "seeded");
const readyMs = 60_000;
const ofEvents = {
  ASBUILT_EVENT_SOURCE: env["ASBUILT_EVENT_SOURCE"],
  ASBUILT_WEBHOOK_PRIVATE_TARGETS: env["ASBUILT_WEBHOOK_PRIVATE_TARGETS"],
  ASBUILT_WEBHOOK_CALLS: env["ASBUILT_WEBHOOK_CALLS"],
  ASBUILT_EPCIS_BASE: env["ASBUILT_EPCIS_BASE"],
};

async function main(): Promise<void> {
  const { adminKey: givenKey, server } = readConfiguration({
    ASBUILT_ADMIN_KEY: env["ASBUILT_ADMIN_KEY"],
    DATABASE_URL: env["DATABASE_URL"],
    DATABASE_AUTH_TOKEN: env["DATABASE_AUTH_TOKEN"],
    ASBUILT_SEAL_KEY: env["ASBUILT_SEAL_KEY"],
    ASBUILT_TRUSTED_SEAL_KEYS: env["ASBUILT_TRUSTED_SEAL_KEYS"],
    ASBUILT_CORS_ORIGINS: env["ASBUILT_CORS_ORIGINS"],
    ...ofEvents,
  });
  const port = await freePort(Number(env["PORT"] || 8787));
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  copyAssets();
  const { isSeeded, hasKey } = server ? await prepareServer() : await prepareD1();
  const madeKey = givenKey || (hasKey && isSeeded) ? undefined : newKey();
  const key = givenKey ?? madeKey;
  const worker = serve(port, server ? "src/libsql.ts" : "src/index.ts", {
    ASBUILT_ADMIN_KEY: key,
    DATABASE_URL: server?.url,
    DATABASE_AUTH_TOKEN: server?.authToken,
    ASBUILT_SEAL_KEY: env["ASBUILT_SEAL_KEY"] || keptSealKey(),
    ASBUILT_TRUSTED_SEAL_KEYS: env["ASBUILT_TRUSTED_SEAL_KEYS"],
    ASBUILT_CORS_ORIGINS: env["ASBUILT_CORS_ORIGINS"],
    ...ofEvents,
  });
  await ready(worker, address);
  if (!isSeeded) await seed(worker, address, key);
  fireCron(address);
  process.stdout.write(greeting(address, toldKey(givenKey, madeKey)));
}

const minuteMs = 60_000;

/** Fires the Worker's cron each whole minute, as Cloudflare does: wrangler alone never would. */
function fireCron(address: string): void {
  const fire = async () => {
    fireCron(address);
    // While it can't be reached, as when its code has changed, the next one is near.
    await fetch(`${address}/cdn-cgi/handler/scheduled`).catch(() => undefined);
  };
  setTimeout(fire, minuteMs - (Date.now() % minuteMs)).unref();
}

/** The port, or any that is free for 0. Throws where another process listens on it. */
async function freePort(asked: number): Promise<number> {
  const server = createServer().listen(asked, host);
  await once(server, "listening");
  // A TCP server's address is an object; a pipe's would be text.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** What the database holds: base data, and any key. */
interface Contents {
  readonly isSeeded: boolean;
  readonly hasKey: boolean;
}

async function prepareD1(): Promise<Contents> {
  const d1 = (...command: string[]) =>
    run([wrangler, "d1", ...command, "--local", "--persist-to", state]);
  await d1("migrations", "apply", "DB");
  const sql =
    "select exists (select 1 from material_status) as isSeeded, " +
    "exists (select 1 from api_key) as hasKey";
  const output = await d1("execute", "DB", "--json", "--command", sql);
  // wrangler prints the results of each statement: here of one, which has one row.
  const [{ results }] = JSON.parse(output) as [{ results: [Record<keyof Contents, number>] }];
  const { isSeeded, hasKey } = results[0];
  return { isSeeded: isSeeded === 1 && existsSync(seededMark), hasKey: hasKey === 1 };
}

/** Any command that reads a server's database migrates it, and seeds an empty one. */
async function prepareServer(): Promise<Contents> {
  return { isSeeded: true, hasKey: (await run([commandLine, "key", "list"])) !== "" };
}

function serve(
  port: number,
  entry: string,
  variables: Readonly<Record<string, string | undefined>>,
) {
  const passed = ["--env-file", variablesFile(variables)];
  const place = ["--ip", host, "--port", String(port), "--inspector-port", "0"];
  const output = ["--show-interactive-dev-session", "false"];
  const local = ["dev", entry, "--local", "--persist-to", state];
  const worker = start([wrangler, ...local, ...place, ...output, ...passed]);
  worker.stdout.pipe(process.stdout);
  worker.once("exit", (status) => {
    if (isStopping()) return;
    process.exitCode = status || 1;
    stop();
  });
  return worker;
}

async function ready(worker: Child, address: string): Promise<void> {
  const deadline = Date.now() + readyMs;
  while (Date.now() < deadline && worker.exitCode === null) {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await wait(100);
  }
  throw new Error("The Worker did not become ready.");
}

async function seed(worker: Child, address: string, key: string | undefined) {
  process.stdout.write("Seeding base data ...\n");
  // A line for each request would push the rest off the screen.
  worker.stdout.unpipe().resume();
  const base = resolve(root, "seed/base");
  await run([commandLine, "import", base, "--url", address], { ASBUILT_ADMIN_KEY: key });
  writeFileSync(seededMark, "");
  worker.stdout.pipe(process.stdout);
}

/** The key that seals the record, made at the first start and kept beside the local D1. */
function keptSealKey(): string {
  const file = resolve(state, "seal-key");
  if (!existsSync(file)) {
    mkdirSync(state, { recursive: true });
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}

function toldKey(givenKey: string | undefined, madeKey: string | undefined): string {
  if (madeKey) return `${madeKey}  (an administrator's, printed this once)`;
  return givenKey ? "the value of ASBUILT_ADMIN_KEY" : "the one that the first start printed";
}

const greeting = (address: string, key: string) => `
asbuilt serves at  ${address}
API reference      ${address}/docs
Key                ${key}

`;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
try {
  await main();
} catch (error) {
  if (!isStopping()) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
  stop();
}
