import { type Limits, networkOf, refusalOf, windowS } from "./rate-limit.ts";

/** Keeps off who sends keys that are not valid, before anything is looked up for them. */
export interface FailedAttempts {
  /** Refuses (`rate_limited`) an address that has sent too many of them. */
  requireFew(address: string): void;
  /** Counts one more; refuses (`rate_limited`) the first that is too many. */
  count(address: string): Promise<void>;
}

/** How many addresses are remembered as kept off. */
const mostRemembered = 10_000;

export function failedAttempts(limits: Limits | undefined, now: () => number): FailedAttempts {
  const limit = limits?.failures;
  if (!limit) return { requireFew: () => {}, count: () => Promise.resolve() };
  // A limit may not tell how it stands without counting, and a valid key is no attempt.
  const offUntil = new Map<string, number>();
  return {
    requireFew: (address) => {
      const leftMs = (offUntil.get(networkOf(address)) ?? 0) - now();
      // Nobody is kept off for longer than a window: where it says so, the clock was set back.
      if (leftMs <= 0 || leftMs > windowS * 1000) return;
      throw refusalOf("failures", limit, { resetS: Math.ceil(leftMs / 1000) });
    },
    count: async (address) => {
      const network = networkOf(address);
      const { isWithin, resetS = windowS } = await limit.count(network);
      if (isWithin) return;
      if (offUntil.size >= mostRemembered) offUntil.clear();
      offUntil.set(network, now() + resetS * 1000);
      throw refusalOf("failures", limit, { resetS });
    },
  };
}
