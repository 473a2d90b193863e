import type { Context } from "hono";

/** The window in which requests are counted, in seconds. */
export const windowS = 60;

/** The state of a limit after it counted one request. */
export interface Count {
  readonly isWithin: boolean;
  /** How many more requests fit into the window, if the limit knows. */
  readonly left?: number;
  /** The seconds until the window ends, if the limit knows. */
  readonly resetS?: number;
}

/** A limit on requests, counted for each sender. */
export interface RateLimit {
  /** The requests that a sender may send in one window. */
  readonly quota: number;
  count(sender: string): Count | Promise<Count>;
}

/** The limits of an app; undefined means no limit. */
export interface Limits {
  /** On the requests of one key. */
  readonly key?: RateLimit | undefined;
  /** On the requests from one address. */
  readonly address?: RateLimit | undefined;
  /** On the attempts from one address with an invalid key. */
  readonly failures?: RateLimit | undefined;
  /** Returns the IP address that a request comes from. */
  addressOf(c: Context): string;
}

/** One window counts at most this many senders, so that they can't fill the memory. */
const countedSendersMax = 100_000;

/** Returns a limit that this process counts, in windows of a minute. */
export function windowLimit(quota: number, now: () => number): RateLimit {
  const windowMs = windowS * 1000;
  const counts = new Map<string, number>();
  let window = 0;
  return {
    quota,
    count: (sender) => {
      const at = now();
      const current = Math.floor(at / windowMs);
      if (current !== window || counts.size >= countedSendersMax) counts.clear();
      window = current;
      const count = (counts.get(sender) ?? 0) + 1;
      counts.set(sender, count);
      const resetS = Math.ceil(((window + 1) * windowMs - at) / 1000);
      return { isWithin: count <= quota, left: Math.max(0, quota - count), resetS };
    },
  };
}

/**
 * Returns the sender that an address stands for. For IPv4 it is the address; for IPv6 it is the /64
 * network, because one subscriber is assigned all of it.
 */
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
