import { rateLimited } from "./limiter.ts";
import { type Limits, networkOf } from "./rate-limit.ts";

/**
 * Returns a function that counts an attempt with an invalid key. It refuses (`rate_limited`) an
 * attempt over the limit of its address. No valid key is counted, so that an address can't lock out
 * the valid keys behind it.
 */
export function failedAttempts(limits: Limits | undefined): (address: string) => Promise<void> {
  const limit = limits?.failures;
  return async (address) => {
    const counted = await limit?.count(networkOf(address));
    if (limit && counted && !counted.isWithin) throw rateLimited("failures", limit, counted);
  };
}
