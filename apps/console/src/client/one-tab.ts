/**
 * Runs work in one tab of the browser at a time, until its signal. Only pages with https, and those
 * of this machine, have locks: elsewhere each tab runs it.
 */
export function inOneTab(
  name: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  return locks ? locks.request(name, { signal }, work) : work();
}
