import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const workerFolder = fileURLToPath(new URL(".", import.meta.url));
const killGraceMs = 5_000;

/** A started process, with its output. */
export type Child = ChildProcessByStdio<null, Readable, Readable>;

const runningScripts = new Set<Child>();
let stopping: Promise<never> | undefined;

/** Returns whether this process is stopping. */
export const isStopping = (): boolean => stopping !== undefined;

/** Starts a Node script in the Worker's folder. It ends with this process. */
export function startScript(script: readonly string[], variables: NodeJS.ProcessEnv = {}): Child {
  const child = spawn(process.execPath, ["--no-warnings", ...script], {
    cwd: workerFolder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      // Without a terminal, wrangler must not prompt.
      CI: "true",
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_HIDE_BANNER: "true",
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      ...variables,
    },
  });
  child.stderr.pipe(process.stderr);
  runningScripts.add(child);
  child.once("exit", () => runningScripts.delete(child));
  return child;
}

/** Runs a script to its end. Returns its output, and throws if it failed. */
export async function runScript(script: readonly string[], variables?: NodeJS.ProcessEnv) {
  const child = startScript(script, variables);
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (status === 0) return output;
  throw new Error(`${script.slice(1, 4).join(" ")} failed.\n${output}`);
}

/** Ends a started script. */
export async function endScript(child: Child): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Ends every started process, and then this one. */
export function stopAll(): void {
  stopping ??= endScripts();
}

async function endScripts(): Promise<never> {
  const ended = [...runningScripts].map((child) => once(child, "exit"));
  for (const child of runningScripts) {
    // If wrangler ends while it bundles, its esbuild reports a deadlock.
    child.stderr.unpipe().resume();
    child.kill("SIGTERM");
  }
  setTimeout(() => runningScripts.forEach((child) => child.kill("SIGKILL")), killGraceMs).unref();
  await Promise.all(ended);
  process.exit();
}
