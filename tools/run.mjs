// Runs a task from a fresh clone that has only Node 20 and npm: installs the packages of the
// lockfile, then starts the task under the workspace's own Node.
//   node tools/run.mjs TASK [args...]
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const node = join(root, "node_modules/node/bin/node");

const tasks = {
  start: ["apps/node/src/main.ts", "serve"],
  asbuilt: ["apps/node/src/main.ts"],
  worker: ["apps/worker/dev.ts"],
  wrangler: ["apps/worker/wrangler.ts"],
  plants: ["apps/worker/plants.ts"],
  loadable: ["apps/worker/loadable.ts"],
  test: ["tools/test.mjs"],
  clients: ["tests/clients/main.ts"],
  pictures: ["tests/pictures/main.ts"],
  bench: ["bench/src/main.ts"],
  chaos: ["chaos/src/main.ts"],
  mutation: ["tools/mutation.mjs"],
  audit: ["tools/audit.mjs"],
  sbom: ["tools/sbom.mjs"],
  pack: ["apps/node/pack.ts"],
};

const env = {
  ...process.env,
  PATH: join(root, "node_modules/.bin") + delimiter + process.env.PATH,
  // The compile cache saves a quarter of a command's time.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules/.cache/node"),
  TURBO_TELEMETRY_DISABLED: "1",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
};

/** Runs a command to its end and forwards signals. Returns its exit status and output. */
function runToEnd(command, args, options) {
  const child = spawn(command, args, { cwd: root, env, ...options });
  const forward = (signal) => child.kill(signal);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, forward);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      for (const name of signals) process.off(name, forward);
      resolve({ status: code ?? 128 + constants.signals[signal], output });
    });
  });
}

function isInstalled() {
  const stamp = join(root, "node_modules/.pnpm/lock.yaml");
  if (!existsSync(stamp) || !existsSync(node)) return false;
  return readFileSync(stamp).equals(readFileSync(join(root, "pnpm-lock.yaml")));
}

async function install() {
  if (isInstalled()) return;
  console.error("Installing dependencies ...");
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const args = ["--yes", packageManager, "install", "--frozen-lockfile", "--prefer-offline"];
  const { status, output } = await runToEnd("npx", args, { stdio: ["ignore", "pipe", "pipe"] });
  if (status === 0) return;
  console.error(output);
  process.exit(status);
}

const [name, ...args] = process.argv.slice(2);
const isUnderNpm = env.npm_lifecycle_event === name;
if (!Object.hasOwn(tasks, name ?? "")) {
  console.error(`usage: node tools/run.mjs ${Object.keys(tasks).join("|")} [args...]`);
  process.exit(2);
}

// npm does not forward SIGHUP, and cannot forward SIGKILL. So the task ends when npm is gone.
const parent = process.ppid;
const watch = setInterval(() => {
  if (!isUnderNpm || process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, "SIGTERM");
}, 500).unref();

/** Builds the console if its sources changed. The service works without it. */
async function buildConsole() {
  const program = [join(root, "apps/console/build.ts")];
  const { status, output } = await runToEnd(node, program, { stdio: ["ignore", "pipe", "pipe"] });
  if (status !== 0) console.error(`${output}\nThe console could not be built: see above.`);
}

await install();
if (["start", "worker", "wrangler", "plants", "test", "pictures", "pack"].includes(name))
  await buildConsole();
if (name === "start" || name === "worker") env.ASBUILT_SEED ??= "demo";

// npm changes to the root before a script, but a typed path is relative to the caller's folder.
const caller = isUnderNpm ? env.INIT_CWD : process.cwd();
const cwd = name === "asbuilt" ? caller : root;
const [file, ...fixed] = tasks[name];
const { status } = await runToEnd(node, [join(root, file), ...fixed, ...args], {
  cwd,
  stdio: "inherit",
});
process.exit(status);
