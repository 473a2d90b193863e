import { type ChildProcess, spawn, spawnSync, type SpawnOptions } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** The core of the measured program and the core of its load. */
export const serverCore = 0;
export const loadCore = 1;

/** Whether this machine can pin a process to a core. */
export const isPinned =
  availableParallelism() > 1 && spawnSync("taskset", ["-c", "0", "true"]).status === 0;

const running = new Set<ChildProcess>();
process.setMaxListeners(0);
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** Starts a Node script on one core. The script ends when this process ends. */
export const startPinned = (
  core: number,
  script: readonly string[],
  options: SpawnOptions,
): ChildProcess => startProcess(isPinned ? ["taskset", "-c", String(core)] : [], script, options);

/** Starts a Node script on all cores, for measures without a separate load. */
export const startUnpinned = (script: readonly string[], options: SpawnOptions): ChildProcess =>
  startProcess([], script, options);

function startProcess(
  prefix: readonly string[],
  script: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const [command, ...rest] = [...prefix, process.execPath, "--no-warnings", ...script];
  const child = spawn(command!, rest, options);
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Stops a process that this module started, and waits for its exit. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 5000);
  await ended;
  clearTimeout(late);
}

const ticksUs = 10_000;

/** Returns the CPU time of a process in microseconds, or NaN if the system does not report it. */
export function cpuUsOf({ pid }: Pick<ChildProcess, "pid">): number {
  try {
    // After the bracketed name come user and system time, in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) * ticksUs;
  } catch {
    return Number.NaN;
  }
}

/** Returns the current resident memory of a process, in bytes. */
export function residentOf({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024;
}
