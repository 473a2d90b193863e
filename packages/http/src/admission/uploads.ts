import { memoized } from "@asbuilt/contract";
import { RequestRefusal } from "../response/problem.ts";
import { overloadRefusal } from "./overload.ts";

/** The uploads that arrive together: each has a file open, and can take 25 MiB of the disk. */
const uploadsMax = 64;

/** Those of one sender, which is a key or an address. */
const senderUploadsMax = 8;

/**
 * An upload that received nothing for this long counts no more. A Worker's runtime ends a request
 * whose client left midway without notice, so that its code releases nothing.
 */
const silentMsMax = 30_000;

/** One upload among those that arrive. */
export interface Arrival {
  /** Notes that bytes have come. */
  note(): void;
  end(): void;
}

/** When each upload last received something, and who sends it. */
const arrivals = new Map<Arrival, { at: number; readonly senders: readonly string[] }>();

// Made on first use, as for any overload.
const senderRefusal = memoized(
  () =>
    new RequestRefusal(
      "overloaded",
      "Too many uploads of this key, or from this address, are incomplete.",
    ),
);

/** Counts one more upload of its senders. Refuses (`overloaded`) if too many are incomplete. */
export function newArrival(senders: readonly string[]): Arrival {
  const now = performance.now();
  for (const [arrival, { at }] of arrivals) if (now - at > silentMsMax) arrivals.delete(arrival);
  const others = [...arrivals.values()];
  const isFull = (sender: string) =>
    others.filter((other) => other.senders.includes(sender)).length >= senderUploadsMax;
  if (senders.some(isFull)) throw senderRefusal();
  if (others.length >= uploadsMax) throw overloadRefusal();
  const arrival: Arrival = {
    note: () => {
      const known = arrivals.get(arrival);
      if (known) known.at = performance.now();
    },
    end: () => void arrivals.delete(arrival),
  };
  arrivals.set(arrival, { at: now, senders });
  return arrival;
}
