import { setPriority } from "node:os";

/**
 * Runs work immediately, and again each time the interval has passed since it was done. Returns a
 * function that ends this; it waits for work in progress.
 */
export function repeat(
  intervalMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let inProgress: Promise<void>;
  const runOnce = async () => {
    await work().catch(onError);
    if (!isEnded) timer = setTimeout(start, intervalMs);
  };
  const start = () => {
    inProgress = runOnce();
  };
  start();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    return inProgress;
  };
}

/** If two threads share a core, the one with this "nice" value has a quarter of it. */
const nice = 5;

/**
 * Lowers the priority of this thread, so that the service comes first on a shared core. Only Linux
 * has priorities of threads; elsewhere it would be that of the whole process.
 */
export function workInBackground(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(nice);
  } catch {
    // A system can forbid it. The work is done anyway.
  }
}
