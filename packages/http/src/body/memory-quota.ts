import { overloadRefusal } from "../admission/overload.ts";

/** Incomplete large bodies can take this much of the process's memory together: 64 MiB. */
const reservedBytesMax = 64 * 1_048_576;

/**
 * A body that received nothing for this long loses its reservation. A Worker's runtime ends a
 * request whose client left midway without notice, so that its code releases nothing.
 */
const silentMsMax = 30_000;

let reservedBytes = 0;
/** When each body last reserved memory, the latest at the end. */
const reservedAt = new Map<MemoryReservation, number>();

/** One body's share of the memory quota. */
export interface MemoryReservation {
  /** Reserves more bytes; throws `overloaded` if the quota has fewer left. */
  reserve(bytes: number): void;
  /** Releases all reserved bytes. */
  release(): void;
}

/** Returns the reservation of one body, still empty. */
export function newReservation(): MemoryReservation {
  let own = 0;
  const reservation: MemoryReservation = {
    reserve: (bytes) => {
      if (reservedBytes + bytes > reservedBytesMax) releaseSilent();
      if (reservedBytes + bytes > reservedBytesMax) throw overloadRefusal();
      reservedBytes += bytes;
      own += bytes;
      reservedAt.delete(reservation);
      reservedAt.set(reservation, performance.now());
    },
    release: () => {
      reservedBytes -= own;
      own = 0;
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
