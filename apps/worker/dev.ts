// Runs the Worker on this machine, with a local D1: `npm run worker`.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { newKey } from "@asbuilt/core";
import { oidcVariables } from "@asbuilt/http";
import { type GreetingKey, greetingOf } from "@asbuilt/http/greeting";
import { buildWorker, sourceFolders } from "./build.ts";
import { type Child, endScript, isStopping, runScript, startScript, stopAll } from "./processes.ts";
import { readVariables } from "./src/configuration.ts";
import { prepareFiles, variablesFile } from "./wrangler-files.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const wrangler = fileURLToPath(import.meta.resolve("wrangler"));
const prepareScript = fileURLToPath(new URL("prepare-d1.ts", import.meta.url));
const commandScript = resolve(root, "apps/node/src/main.ts");

const { env } = process;
const host = env["HOST"] || "127.0.0.1";
const state = resolve(root, env["WORKER_STATE"] || ".wrangler/state");
// Written after all base data is loaded: an earlier start can have ended before. It holds the newest
// migration of then.
const seededMark = resolve(state, "seeded");
// Written if the demo plant was loaded too.
const demoMark = resolve(state, "demo");
const migrations = resolve(root, "packages/core/migrations");
const newestMigration = readdirSync(migrations)
  .filter((name) => name.endsWith(".sql"))
  .toSorted()
  .at(-1)!;
const readyMs = 60_000;
const plantVariables = {
  ASBUILT_EVENT_SOURCE: env["ASBUILT_EVENT_SOURCE"],
  ASBUILT_WEBHOOK_PRIVATE_TARGETS: env["ASBUILT_WEBHOOK_PRIVATE_TARGETS"],
  ASBUILT_WEBHOOK_CALLS: env["ASBUILT_WEBHOOK_CALLS"],
  ASBUILT_EPCIS_BASE: env["ASBUILT_EPCIS_BASE"],
  ASBUILT_TIME_ZONE: env["ASBUILT_TIME_ZONE"],
  ASBUILT_BACKDATING_HOURS: env["ASBUILT_BACKDATING_HOURS"],
  ASBUILT_DATABASE_MB: env["ASBUILT_DATABASE_MB"],
  ASBUILT_KEY_DAYS: env["ASBUILT_KEY_DAYS"],
  ASBUILT_ACT_MINUTES: env["ASBUILT_ACT_MINUTES"],
  ASBUILT_SESSION_IDLE_MINUTES: env["ASBUILT_SESSION_IDLE_MINUTES"],
  ASBUILT_SESSION_HOURS: env["ASBUILT_SESSION_HOURS"],
  ...Object.fromEntries(oidcVariables.map((name) => [name, env[name]])),
  ASBUILT_ACCESS_LOG: env["ASBUILT_ACCESS_LOG"],
  ASBUILT_READ_LOG: env["ASBUILT_READ_LOG"],
};

async function main(): Promise<void> {
  const seed = env["ASBUILT_SEED"] || "base";
  if (seed !== "base" && seed !== "demo") throw new Error("ASBUILT_SEED: base or demo");
  const { adminKey: givenKey, server } = readVariables({
    ASBUILT_ADMIN_KEY: env["ASBUILT_ADMIN_KEY"],
    DATABASE_URL: env["DATABASE_URL"],
    DATABASE_AUTH_TOKEN: env["DATABASE_AUTH_TOKEN"],
    ASBUILT_SEAL_KEY: env["ASBUILT_SEAL_KEY"],
    ASBUILT_TRUSTED_SEAL_KEYS: env["ASBUILT_TRUSTED_SEAL_KEYS"],
    ASBUILT_CORS_ORIGINS: env["ASBUILT_CORS_ORIGINS"],
    ...plantVariables,
  });
  const port = await checkedPort(Number(env["PORT"] || 8787));
  const address = addressOf(port);
  await prepareFiles();
  const { isSeeded, hasKey } = server ? await prepareServer() : await prepareD1();
  const createdKey = givenKey || (hasKey && isSeeded) ? undefined : newKey();
  const key = givenKey ?? createdKey;
  const entry = server ? "dist/libsql/index.js" : "dist/d1/index.js";
  const variables = {
    ASBUILT_ADMIN_KEY: key,
    DATABASE_URL: server?.url,
    DATABASE_AUTH_TOKEN: server?.authToken,
    ASBUILT_SEAL_KEY: env["ASBUILT_SEAL_KEY"] || keptSealKey(),
    ASBUILT_TRUSTED_SEAL_KEYS: env["ASBUILT_TRUSTED_SEAL_KEYS"],
    ASBUILT_CORS_ORIGINS: env["ASBUILT_CORS_ORIGINS"],
    ...plantVariables,
  };
  if (!isSeeded) await seedD1(seed, variables, key);
  const worker = startWrangler(port, entry, variables);
  stopWith(worker);
  await untilReady(worker, address);
  fireCron(address);
  bundleAfterChanges();
  process.stdout.write(
    greetingOf(address, shownKey(givenKey, createdKey), !server && existsSync(demoMark)),
  );
}

/** Returns a folder and all folders in it. */
const foldersIn = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => resolve(entry.parentPath, entry.name)),
];

/** An editor can write several files, or one of them twice. */
const changeMs = 200;

/** Bundles the Worker again after a change of its sources. wrangler then restarts it. */
function bundleAfterChanges(): void {
  let due: NodeJS.Timeout | undefined;
  let bundled = Promise.resolve();
  const bundle = () => {
    bundled = bundled
      .then(buildWorker)
      .catch((error: unknown) => void process.stderr.write(`${String(error)}\n`));
  };
  // Each folder by itself: a recursive watch loses files that an editor replaces.
  for (const folder of sourceFolders.flatMap(foldersIn)) {
    watch(folder, { persistent: false }, () => {
      clearTimeout(due);
      due = setTimeout(bundle, changeMs);
    });
  }
}

const addressOf = (port: number) => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

const minuteMs = 60_000;

/** Fires the Worker's cron each whole minute, as Cloudflare does: wrangler alone never does. */
function fireCron(address: string): void {
  const fire = async () => {
    fireCron(address);
    // The Worker can be unreachable, as after a change of its code: the next minute is near.
    await fetch(`${address}/cdn-cgi/handler/scheduled`).catch(() => undefined);
  };
  setTimeout(fire, minuteMs - (Date.now() % minuteMs)).unref();
}

/** Returns the port, or any free one for 0. Throws if another process listens on it. */
async function checkedPort(wanted: number): Promise<number> {
  const server = createServer().listen(wanted, host);
  await once(server, "listening");
  // A TCP server's address is an object; a pipe's would be text.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** The contents of the database: whether it has base data, and any key. */
interface Contents {
  readonly isSeeded: boolean;
  readonly hasKey: boolean;
}

interface PreparedD1 extends Contents {
  /** A migration that this version does not know. Then nothing was migrated. */
  readonly unknown?: string;
}

async function prepareD1(): Promise<Contents> {
  const isMarked = existsSync(seededMark);
  // The D1 of a start of this version needs nothing: to look takes half of a start.
  if (isMarked && readFileSync(seededMark, "utf8") === newestMigration) {
    return { isSeeded: true, hasKey: true };
  }
  // The script prints exactly this type.
  const found = JSON.parse(await runScript([prepareScript, state])) as PreparedD1;
  if (found.unknown !== undefined) {
    throw new Error(
      `WORKER_STATE: the schema of the D1 in ${state} is newer than this asbuilt: ` +
        `it has the migration ${found.unknown}`,
    );
  }
  const isSeeded = found.isSeeded && isMarked;
  if (isSeeded) writeFileSync(seededMark, newestMigration);
  return { isSeeded, hasKey: found.hasKey };
}

/** Prepares a server: any command that reads its database migrates it, and seeds an empty one. */
async function prepareServer(): Promise<Contents> {
  return { isSeeded: true, hasKey: (await runScript([commandScript, "key", "list"])) !== "" };
}

type WorkerVariables = Readonly<Record<string, string | undefined>>;

function startWrangler(port: number, entry: string, variables: WorkerVariables): Child {
  const passed = ["--env-file", variablesFile(variables)];
  const place = ["--ip", host, "--port", String(port), "--inspector-port", "0"];
  const output = ["--show-interactive-dev-session", "false"];
  const local = ["dev", entry, "--local", "--persist-to", state];
  return startScript([wrangler, ...local, ...place, ...output, ...passed]);
}

/** Shows a Worker's output, and ends this process when the Worker ends. */
function stopWith(worker: Child): void {
  worker.stdout.pipe(process.stdout);
  worker.once("exit", (status) => {
    if (isStopping()) return;
    process.exitCode = status || 1;
    stopAll();
  });
}

async function untilReady(worker: Child, address: string): Promise<void> {
  const deadline = Date.now() + readyMs;
  while (Date.now() < deadline && worker.exitCode === null) {
    const response = await fetch(`${address}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await wait(100);
  }
  throw new Error("The Worker did not become ready.");
}

/**
 * Loads base data, and the demo plant, through a Worker on another port: on the Worker's own port, `/readyz` would say
 * ready while the data is still incomplete.
 */
async function seedD1(seed: "base" | "demo", variables: WorkerVariables, key: string | undefined) {
  process.stdout.write(`Seeding ${seed === "demo" ? "the demo plant" : "base data"} ...\n`);
  const port = await checkedPort(0);
  const worker = startWrangler(port, "dist/d1/index.js", variables);
  // A line for each request would scroll everything else off the screen.
  worker.stdout.resume();
  await untilReady(worker, addressOf(port));
  const seeds = seed === "demo" ? ["base", "demo"] : ["base"];
  const paths = seeds.map((name) => resolve(root, "seed", name));
  const command = [commandScript, "import", ...paths, "--url", addressOf(port)];
  await runScript(command, { ASBUILT_ADMIN_KEY: key });
  await endScript(worker);
  if (seed === "demo") writeFileSync(demoMark, "");
  writeFileSync(seededMark, newestMigration);
}

/** Returns the sealing key, which is created at the first start and kept with the local D1. */
function keptSealKey(): string {
  const file = resolve(state, "seal-key");
  if (!existsSync(file)) {
    mkdirSync(state, { recursive: true });
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}

function shownKey(givenKey: string | undefined, createdKey: string | undefined): GreetingKey {
  if (createdKey !== undefined) {
    const description = `${createdKey}  (an administrator's, printed only now)`;
    return { description, inShell: createdKey };
  }
  return givenKey === undefined
    ? { description: "the one that the first start printed", inShell: "$ASBUILT_KEY" }
    : { description: "the value of ASBUILT_ADMIN_KEY", inShell: "$ASBUILT_ADMIN_KEY" };
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stopAll);
try {
  await main();
} catch (error) {
  if (!isStopping()) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
  stopAll();
}
