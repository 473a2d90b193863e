import { memoized } from "@asbuilt/contract";
import { overloadRefusal } from "../admission/overload.ts";
import { RequestRefusal } from "../response/problem.ts";

/** Incomplete large bodies can take this much of the process's memory together: 64 MiB. */
const reservedBytesMax = 64 * 1_048_576;

/** Those of one sender, which is a key or an address, can take a quarter of it. */
const senderBytesMax = reservedBytesMax / 4;

/**
 * A body that received nothing for this long loses its reservation. A Worker's runtime ends a
 * request whose client left midway without notice, so that its code releases nothing.
 */
const silentMsMax = 30_000;

let reservedBytes = 0;
const reservedBySender = new Map<string, number>();
/** When each body last reserved memory, the latest at the end. */
const reservedAt = new Map<MemoryReservation, number>();

/** One body's share of the memory quota. */
export interface MemoryReservation {
  /** Reserves more bytes; throws `overloaded` if the quota, or a sender's share, has fewer left. */
  reserve(bytes: number): void;
  /** Releases all reserved bytes. */
  release(): void;
}

// One refusal for all bodies, made on first use, as for any overload.
const senderRefusal = memoized(
  () =>
    new RequestRefusal(
      "overloaded",
      "Too many large bodies of this key, or from this address, are incomplete.",
    ),
);

/** Returns the reservation of one body, still empty. Its bytes count against each of its senders. */
export function newReservation(senders: readonly string[]): MemoryReservation {
  let own = 0;
  const count = (bytes: number) => {
    own += bytes;
    reservedBytes += bytes;
    for (const sender of senders) {
      const left = (reservedBySender.get(sender) ?? 0) + bytes;
      if (left > 0) reservedBySender.set(sender, left);
      else reservedBySender.delete(sender);
    }
  };
  const whyNot = (bytes: number) => {
    const isOver = (sender: string) => (reservedBySender.get(sender) ?? 0) + bytes > senderBytesMax;
    if (senders.some(isOver)) return senderRefusal();
    return reservedBytes + bytes > reservedBytesMax ? overloadRefusal() : undefined;
  };
  const reservation: MemoryReservation = {
    reserve: (bytes) => {
      if (whyNot(bytes)) releaseSilent();
      const refusal = whyNot(bytes);
      if (refusal) throw refusal;
      count(bytes);
      reservedAt.delete(reservation);
      reservedAt.set(reservation, performance.now());
    },
    release: () => {
      count(-own);
      reservedAt.delete(reservation);
    },
  };
  return reservation;
}

function releaseSilent(): void {
  for (const [reservation, at] of reservedAt) {
    if (performance.now() - at < silentMsMax) return;
    reservation.release();
  }
}
