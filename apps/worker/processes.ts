import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const graceMs = 5_000;

/** A process that was started, with what it prints. */
export type Child = ChildProcessByStdio<null, Readable, Readable>;

const running = new Set<Child>();
let stopping: Promise<never> | undefined;

/** Whether this process has been told to stop. */
export const isStopping = (): boolean => stopping !== undefined;

/** Starts a script of Node in the worker's folder; it is ended when this process is. */
export function start(script: readonly string[], variables: NodeJS.ProcessEnv = {}): Child {
  const child = spawn(process.execPath, ["--no-warnings", ...script], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      // wrangler asks nothing where nobody can answer.
      CI: "true",
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_HIDE_BANNER: "true",
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      ...variables,
    },
  });
  child.stderr.pipe(process.stderr);
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Runs a script to its end; answers what it printed, and throws if it failed. */
export async function run(script: readonly string[], variables?: NodeJS.ProcessEnv) {
  const child = start(script, variables);
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (status === 0) return output;
  throw new Error(`${script.slice(1, 4).join(" ")} failed.\n${output}`);
}

/** Ends every process that was started, and then this one. */
export function stop(): void {
  stopping ??= endAll();
}

async function endAll(): Promise<never> {
  const ended = [...running].map((child) => once(child, "exit"));
  for (const child of running) {
    // Ended in the middle of a bundle, wrangler's esbuild takes it for a deadlock and says so.
    child.stderr.unpipe().resume();
    child.kill("SIGTERM");
  }
  setTimeout(() => running.forEach((child) => child.kill("SIGKILL")), graceMs).unref();
  await Promise.all(ended);
  process.exit();
}
