/** By then a first scan has all that it needs. */
const aheadMs = 2_000;

let underWay = 0;

/** Tells whether something is being loaded that nobody waits for. */
export const isLoadingAhead = (): boolean => underWay > 0;

/** Loads something when the page has time, so that it is there when the network is not. */
export function loadAhead(load: () => Promise<unknown>): void {
  const run = async () => {
    underWay++;
    // A person who needs it tries again, and sees the error.
    await load().catch(() => undefined);
    underWay--;
  };
  // Only a browser has idle times.
  setTimeout(() => globalThis.requestIdleCallback?.(run), aheadMs);
}
