import type { Context } from "hono";
import type { Environment } from "../environment.ts";
import { RequestRefusal } from "../answer/problem.ts";

/** The window in which requests are counted, in seconds. */
export const windowS = 60;

/** What a limit says of one request. */
export interface Count {
  readonly isWithin: boolean;
  /** How many more there may be, and for how many seconds, where the limit knows. */
  readonly left?: number;
  readonly resetS?: number;
}

/** A limit on requests, counted by who sends them. */
export interface RateLimit {
  /** How many there may be in a window. */
  readonly quota: number;
  count(who: string): Count | Promise<Count>;
}

/** What an app limits; what is undefined is not counted. */
export interface Limits {
  /** The requests of one key. */
  readonly key?: RateLimit | undefined;
  /** The requests from one address. */
  readonly address?: RateLimit | undefined;
  /** The attempts from one address with a key that is not valid. */
  readonly failures?: RateLimit | undefined;
  /** Where a request comes from, as an IP address. */
  addressOf(c: Context): string;
}

/** How many senders one window counts, so that they can't fill the memory. */
const mostCounted = 100_000;

/** A limit that is counted in this process, in windows of a minute. */
export function windowLimit(quota: number, now: () => number): RateLimit {
  const windowMs = windowS * 1000;
  const counts = new Map<string, number>();
  let window = 0;
  return {
    quota,
    count: (who) => {
      const at = now();
      const current = Math.floor(at / windowMs);
      if (current !== window || counts.size >= mostCounted) counts.clear();
      window = current;
      const count = (counts.get(who) ?? 0) + 1;
      counts.set(who, count);
      const resetS = Math.ceil(((window + 1) * windowMs - at) / 1000);
      return { isWithin: count <= quota, left: Math.max(0, quota - count), resetS };
    },
  };
}

/** The limits by the names that answers and refusals call them. */
type LimitName = "key" | "address" | "failures";

type Asked = Context<Environment>;

/** Counts each request against the limits of its address and its key. */
export interface Limiter {
  /** Refuses (`rate_limited`) a request from an address that has sent too many. */
  countAddress(c: Asked): Promise<void>;
  /** Refuses (`rate_limited`) a request with a key that has sent too many. */
  countKey(c: Asked, keyId: number): Promise<void>;
}

/** The limiter of an app; undefined where neither keys nor addresses are limited. */
export function limiter(limits: Limits | undefined): Limiter | undefined {
  if (!limits?.key && !limits?.address) return undefined;
  const { key, address } = limits;
  const policy = [
    ...(address ? [policyOf("address", address)] : []),
    ...(key ? [policyOf("key", key)] : []),
  ].join(", ");
  const count = async (c: Asked, name: LimitName, limit: RateLimit, who: string) => {
    const counted = await limit.count(who);
    if (!counted.isWithin) throw refusalOf(name, limit, counted);
    const headers = c.get("headers");
    headers["RateLimit-Policy"] = policy;
    if (counted.left === undefined) return;
    const before = headers["RateLimit"];
    const own = stateOf(name, counted);
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

const texts: Readonly<Record<LimitName, string>> = {
  key: "The key has sent too many requests.",
  address: "Too many requests have come from this address.",
  failures: "Too many requests without a valid key have come from this address.",
};

/** The refusal of a request that is over a limit: when it may be repeated stands in its headers. */
export function refusalOf(
  name: LimitName,
  limit: RateLimit,
  { resetS = windowS }: Pick<Count, "resetS">,
): RequestRefusal {
  return new RequestRefusal(
    "rate_limited",
    texts[name],
    {},
    {
      "Retry-After": String(resetS),
      "RateLimit-Policy": policyOf(name, limit),
      RateLimit: stateOf(name, { left: 0, resetS }),
    },
  );
}

// The syntax of draft-ietf-httpapi-ratelimit-headers-10.
const policyOf = (name: LimitName, { quota }: RateLimit) => `"${name}";q=${quota};w=${windowS}`;
const stateOf = (name: LimitName, { left = 0, resetS = windowS }: Partial<Count>) =>
  `"${name}";r=${left};t=${resetS}`;

/** Whom an address stands for: itself, or of IPv6 the network that one subscriber is given. */
export function networkOf(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined || !address.includes(":")) return v4 ?? address;
  const [head = "", tail] = address.toLowerCase().split("%", 1)[0]!.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const [before, after] = [groups(head), groups(tail ?? "")];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  const all = tail === undefined ? before : [...before, ...zeros, ...after];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
