import { availableParallelism, setPriority } from "node:os";
import { setFlagsFromString } from "node:v8";

/** Of two threads on one core, one with this "nice" value has a quarter of it. */
const nice = 5;

/**
 * Lets the work of this thread wait for that of the service, where both want the same core. Only
 * on Linux is a priority that of a thread; elsewhere it would be that of the whole process.
 */
export function workInBackground(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(nice);
  } catch {
    // Where a system does not allow it, the work is done all the same.
  }
}

/**
 * On one core, has V8 mark what is garbage in small steps between those of the service: its four
 * threads that do it elsewhere would take most of that core from requests, for a tenth of a second.
 */
export function collectGarbageInSteps(): void {
  if (availableParallelism() === 1) setFlagsFromString("--no-concurrent-marking");
}
