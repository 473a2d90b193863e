import { type ChildProcess, spawn, spawnSync, type SpawnOptions } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** The cores on which what is measured runs, and what loads it. */
export const serverCore = 0;
export const loadCore = 1;

/** Whether processes can be held to a core here. */
export const isPinned =
  availableParallelism() > 1 && spawnSync("taskset", ["-c", "0", "true"]).status === 0;

const running = new Set<ChildProcess>();
process.setMaxListeners(0);
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** Starts a script of Node on one core; it is ended when this process is. */
export const startPinned = (
  core: number,
  script: readonly string[],
  options: SpawnOptions,
): ChildProcess => startProcess(isPinned ? ["taskset", "-c", String(core)] : [], script, options);

/** The same on every core: for what has the machine to itself. */
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

/** Ends a process that was started here, and waits until it has ended. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 5000);
  await ended;
  clearTimeout(late);
}

const ticksUs = 10_000;

/** The CPU time that a process has used, in microseconds; NaN where the system doesn't tell. */
export function cpuUsOf({ pid }: ChildProcess): number {
  try {
    // After the name in brackets: user and system time, in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) * ticksUs;
  } catch {
    return Number.NaN;
  }
}

/** Resident memory of a process now, in bytes. */
export function residentOf({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024;
}
