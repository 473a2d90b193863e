import { setPriority } from "node:os";

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
