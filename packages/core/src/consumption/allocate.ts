import { bigScale, multiply, scale } from "../decimal.ts";
import { Refusal } from "../refusal.ts";
import type { Candidate } from "./facts.ts";

/** A part of a consumption: what one slot candidate takes, in the child's base unit. */
export interface Allocation {
  readonly bomSlotId: number;
  readonly candidateId: number;
  readonly qty: number;
}

/** A slot of the parent with all its candidates, and what is built of each. */
export interface Slot {
  readonly id: number;
  readonly isRequired: boolean;
  /** The candidate that takes the child; of several, the one that names its version. */
  readonly taking: Candidate;
  readonly candidates: readonly Candidate[];
  readonly builtQty: ReadonlyMap<number, number>;
}

/**
 * Divides a quantity over the slots that take the child: unfilled required slots up to their
 * quantity first, then default candidates, then the lowest id, spilling over at each maximum.
 * Refuses (`over_maximum`) what is left when every slot is full.
 */
export function allocate(
  slots: readonly Slot[],
  qty: number,
  parentQty: number,
  step: number,
): Allocation[] {
  const taken = new Map<number, number>();
  let left = qty;
  const take = (slot: Slot, most: number) => {
    const before = taken.get(slot.id) ?? 0;
    const amount = Math.min(left, floorTo(step, Math.max(0, most - before)));
    if (amount > 0) taken.set(slot.id, before + amount);
    left -= amount;
  };
  const ordered = slots.toSorted(byPreference);
  const room = new Map(ordered.map((slot) => [slot.id, roomIn(slot, parentQty)]));
  for (const slot of ordered) {
    if (slot.isRequired) take(slot, Math.min(room.get(slot.id)!, missingIn(slot, parentQty)));
  }
  for (const slot of ordered) take(slot, room.get(slot.id)!);
  if (left > 0) {
    const free = ordered.map((slot) => `slot ${slot.id} ${room.get(slot.id)! / scale}`).join(", ");
    throw new Refusal(
      "over_maximum",
      `The quantity passes the maximum of the slots: ${free} can still be built.`,
    );
  }
  return ordered
    .filter((slot) => taken.has(slot.id))
    .map((slot) => ({
      bomSlotId: slot.id,
      candidateId: slot.taking.candidateId,
      qty: taken.get(slot.id)!,
    }));
}

const byPreference = (left: Slot, right: Slot) =>
  Number(right.taking.isDefault) - Number(left.taking.isDefault) || left.id - right.id;

const floorTo = (step: number, quantity: number) => quantity - (quantity % step);

/** A fraction of big integers. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** A quantity per unit of parent, in all and in the child's base unit, in millionths. */
const inAll = (perUnit: number, candidate: Candidate, parentQty: number): Fraction => ({
  over: multiply(perUnit, parentQty) * BigInt(candidate.useFactor),
  under: bigScale * BigInt(candidate.baseFactor),
});

/** How much more of the child fits: the candidates' shares of their maxima may not pass 1. */
function roomIn(slot: Slot, parentQty: number): number {
  const { maxQty } = slot.taking;
  if (maxQty === null) return Number.MAX_SAFE_INTEGER;
  return whole(freeShare(slot, parentQty, (candidate) => candidate.maxQty), inAll(maxQty, slot.taking, parentQty));
}

/** How much of the child fills the slot up to its quantity. */
const missingIn = (slot: Slot, parentQty: number): number =>
  whole(
    freeShare(slot, parentQty, (candidate) => candidate.qty),
    inAll(slot.taking.qty, slot.taking, parentQty),
  );

/** What is left of 1 when each candidate's built quantity is taken as a share of its own whole. */
function freeShare(
  slot: Slot,
  parentQty: number,
  wholeOf: (candidate: Candidate) => number | null,
): Fraction {
  let free: Fraction = { over: 1n, under: 1n };
  for (const candidate of slot.candidates) {
    const built = slot.builtQty.get(candidate.candidateId) ?? 0;
    const perUnit = wholeOf(candidate);
    if (built === 0 || perUnit === null || perUnit === 0) continue;
    const share = inAll(perUnit, candidate, parentQty);
    // free - built / share, over a common denominator.
    free = {
      over: free.over * share.over - BigInt(built) * share.under * free.under,
      under: free.under * share.over,
    };
  }
  return free;
}

function whole(share: Fraction, of: Fraction): number {
  if (share.over <= 0n) return 0;
  const quantity = (share.over * of.over) / (share.under * of.under);
  return quantity > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : Number(quantity);
}
