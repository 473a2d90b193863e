import { rateLimited } from "./limiter.ts";
import { type Limits, networkOf, windowS } from "./rate-limit.ts";

/** Blocks addresses that send invalid keys, before anything is read for them. */
export interface FailedAttempts {
  /** Refuses (`rate_limited`) a blocked address. */
  requireUnblocked(address: string): void;
  /** Counts one failed attempt; refuses (`rate_limited`) the first that exceeds the limit. */
  count(address: string): Promise<void>;
}

const blockedAddressesMax = 10_000;

/** Returns the failed attempts of an app; without a limit on them it blocks no address. */
export function failedAttempts(limits: Limits | undefined, now: () => number): FailedAttempts {
  const limit = limits?.failures;
  if (!limit) return { requireUnblocked: () => {}, count: () => Promise.resolve() };
  // Some limits can't be read without counting, and a valid key must not count.
  const blockedUntil = new Map<string, number>();
  return {
    requireUnblocked: (address) => {
      const leftMs = (blockedUntil.get(networkOf(address)) ?? 0) - now();
      // A block lasts one window at most: a longer one means that the clock was set back.
      if (leftMs <= 0 || leftMs > windowS * 1000) return;
      throw rateLimited("failures", limit, { resetS: Math.ceil(leftMs / 1000) });
    },
    count: async (address) => {
      const network = networkOf(address);
      const { isWithin, resetS = windowS } = await limit.count(network);
      if (isWithin) return;
      if (blockedUntil.size >= blockedAddressesMax) blockedUntil.clear();
      blockedUntil.set(network, now() + resetS * 1000);
      throw rateLimited("failures", limit, { resetS });
    },
  };
}
