// The Worker on this machine, with a local D1: `npm run worker`.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { copyAssets } from "./assets.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const root = resolve(folder, "../..");
const wrangler = fileURLToPath(import.meta.resolve("wrangler"));
const commandLine = join(root, "apps/node/src/main.ts");

const { env } = process;
const host = env["HOST"] || "127.0.0.1";
const port = Number(env["PORT"] || 8787);
const state = resolve(root, env["WORKER_STATE"] || ".wrangler/state");
const givenKey = env["ASBUILT_ADMIN_KEY"] || undefined;
const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
// As in the Worker itself: only a server takes the place of D1.
const remote = /^(?:libsql|https?):/.test(env["DATABASE_URL"] ?? "");

const running = new Set<ChildProcess>();
let stopping: Promise<void> | undefined;

/** Ends every process that was started, and then this one. */
function stop(): void {
  stopping ??= (async () => {
    const ended = [...running].map((child) => {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      return exit;
    });
    setTimeout(() => running.forEach((child) => child.kill("SIGKILL")), 5_000).unref();
    await Promise.all(ended);
    process.exit();
  })();
}

/** Starts a script of Node in the worker's folder; it is ended when this process is. */
function start(script: readonly string[], variables: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(process.execPath, ["--no-warnings", ...script], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    // wrangler asks nothing where nobody can answer.
    env: { ...env, ...quiet, CI: "true", ...variables },
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

const quiet = {
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
};

/** Runs a script to its end; answers what it printed, and throws if it failed. */
async function run(script: readonly string[], variables?: NodeJS.ProcessEnv): Promise<string> {
  const child = start(script, variables);
  const [output, [code]] = await Promise.all([text(child.stdout!), once(child, "exit")]);
  if (code === 0) return output;
  throw new Error(`${script.slice(1, 4).join(" ")} failed.\n${output}`);
}

/** Whether a database has base data, and whether it has a key. */
interface Contents {
  readonly isSeeded: boolean;
  readonly hasKey: boolean;
}

const d1 = (...command: string[]) => [wrangler, "d1", ...command, "--local", "--persist-to", state];

async function migrated(): Promise<Contents> {
  if (remote) {
    // Of a libSQL server the command line takes care: it migrates and seeds an empty one.
    return { isSeeded: true, hasKey: (await run([commandLine, "key", "list"])) !== "" };
  }
  await run(d1("migrations", "apply", "DB"));
  const sql =
    "select exists (select 1 from material_status) as isSeeded, " +
    "exists (select 1 from api_key) as hasKey";
  const output = await run(d1("execute", "DB", "--json", "--command", sql));
  // wrangler prints the result of each statement: here one, with one row.
  const [{ results }] = JSON.parse(output) as [{ results: [Record<keyof Contents, number>] }];
  return { isSeeded: results[0].isSeeded === 1, hasKey: results[0].hasKey === 1 };
}

async function requireFreePort(): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, "listening");
  server.close();
  await once(server, "close");
}

function serve(key: string | undefined): ChildProcess {
  const passed = {
    ASBUILT_ADMIN_KEY: key,
    ...(remote
      ? { DATABASE_URL: env["DATABASE_URL"], DATABASE_AUTH_TOKEN: env["DATABASE_AUTH_TOKEN"] }
      : {}),
  };
  const variables = Object.entries(passed).flatMap(([name, value]) =>
    value ? ["--var", `${name}:${value}`] : [],
  );
  const child = start([
    ...[wrangler, "dev", "--local", "--persist-to", state],
    ...["--ip", host, "--port", String(port), "--inspector-port", "0"],
    ...["--show-interactive-dev-session", "false", ...variables],
  ]);
  child.stdout!.pipe(process.stdout);
  child.once("exit", (code) => {
    if (stopping) return;
    process.exitCode = code || 1;
    stop();
  });
  return child;
}

async function ready(server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error("wrangler dev has ended.");
}

async function seed(server: ChildProcess, key: string | undefined): Promise<void> {
  process.stdout.write("Seeding base data ...\n");
  // A line for each request would push the rest off the screen.
  server.stdout!.unpipe().resume();
  const base = join(root, "seed/base");
  await run([commandLine, "import", base, "--url", address], { ASBUILT_ADMIN_KEY: key });
  server.stdout!.pipe(process.stdout);
}

async function main(): Promise<void> {
  await requireFreePort();
  copyAssets();
  const { isSeeded, hasKey } = await migrated();
  const madeKey = givenKey || (hasKey && isSeeded) ? undefined : newKey();
  const key = givenKey ?? madeKey;
  const server = serve(key);
  await ready(server);
  if (!isSeeded) await seed(server, key);
  process.stdout.write(greeting(madeKey));
}

const newKey = () => `ab_${randomBytes(32).toString("base64url")}`;

const greeting = (madeKey: string | undefined) => `
asbuilt serves at  ${address}
API reference      ${address}/docs
Key                ${toldKey(madeKey)}

`;

function toldKey(madeKey: string | undefined): string {
  if (madeKey) return `${madeKey}  (an administrator's, printed this once)`;
  return givenKey ? "the value of ASBUILT_ADMIN_KEY" : "the one that the first start printed";
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
try {
  await main();
} catch (error) {
  if (!stopping) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = stopping ? 0 : 1;
  stop();
}
