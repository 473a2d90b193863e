import type { RequestContext } from "../environment.ts";
import { RequestRefusal } from "../response/problem.ts";
import { type Count, type Limits, networkOf, type RateLimit, windowS } from "./rate-limit.ts";

/** The limits by their names in headers. */
type LimitName = "key" | "address" | "failures";

/** Counts each request against the limits of its address and its key. */
export interface Limiter {
  /** Refuses (`rate_limited`) a request from an address that has sent too many. */
  countAddress(c: RequestContext): Promise<void>;
  /** Refuses (`rate_limited`) a request with a key that has sent too many. */
  countKey(c: RequestContext, keyId: number): Promise<void>;
}

/** Returns the limiter of an app; undefined if neither keys nor addresses are limited. */
export function limiter(limits: Limits | undefined): Limiter | undefined {
  if (!limits?.key && !limits?.address) return undefined;
  const { key, address } = limits;
  const policy = [
    ...(address ? [policyField("address", address)] : []),
    ...(key ? [policyField("key", key)] : []),
  ].join(", ");
  const count = async (c: RequestContext, name: LimitName, limit: RateLimit, sender: string) => {
    const counted = await limit.count(sender);
    if (!counted.isWithin) throw rateLimited(name, limit, counted);
    const headers = c.get("headers");
    headers["RateLimit-Policy"] = policy;
    if (counted.left === undefined) return;
    const before = headers["RateLimit"];
    const own = stateField(name, counted);
    headers["RateLimit"] = before === undefined ? own : `${before}, ${own}`;
  };
  return {
    countAddress: async (c) => {
      if (address) await count(c, "address", address, networkOf(limits.addressOf(c)));
    },
    countKey: async (c, keyId) => {
      if (key) await count(c, "key", key, String(keyId));
    },
  };
}

const details: Readonly<Record<LimitName, string>> = {
  key: "The key has sent too many requests.",
  address: "Too many requests have come from this address.",
  failures: "Too many requests without a valid key have come from this address.",
};

/** Returns the refusal of a request over a limit. Its headers say when to try again. */
export function rateLimited(
  name: LimitName,
  limit: RateLimit,
  { resetS = windowS }: Pick<Count, "resetS">,
): RequestRefusal {
  return new RequestRefusal(
    "rate_limited",
    details[name],
    {},
    {
      "Retry-After": String(resetS),
      "RateLimit-Policy": policyField(name, limit),
      RateLimit: stateField(name, { left: 0, resetS }),
    },
  );
}

// The syntax of draft-ietf-httpapi-ratelimit-headers-10.
const policyField = (name: LimitName, { quota }: RateLimit) => `"${name}";q=${quota};w=${windowS}`;
const stateField = (name: LimitName, { left = 0, resetS = windowS }: Partial<Count>) =>
  `"${name}";r=${left};t=${resetS}`;
