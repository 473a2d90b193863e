/** Returns a signal of the end. The first process of a container ends only if it listens for one. */
export function untilSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort());
  return controller.signal;
}
