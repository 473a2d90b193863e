import { quantityMax, scale } from "../values/decimal.ts";
import { refusalAt } from "../refusal.ts";
import type { Candidate } from "./facts.ts";
import { type Filling, freeShare, inAll, wholeOf } from "./share.ts";

/** A part of a consumption: what one slot candidate takes, in the child's base unit. */
export interface Allocation {
  readonly bomSlotId: number;
  readonly candidateId: number;
  readonly qty: number;
}

/** A slot of the parent with all its candidates, and what is built of each. */
export interface Slot extends Filling {
  readonly id: number;
  readonly isRequired: boolean;
  /** The candidate that takes the child; of several, the one that names its version. */
  readonly taking: Candidate;
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
    const fits = (slot: Slot) => floorTo(step, Math.max(0, room.get(slot.id)!)) / scale;
    const free = ordered.map((slot) => `slot ${slot.id} takes ${fits(slot)} more`).join(", ");
    throw refusalAt(
      "over_maximum",
      "/builtQty",
      `The quantity passes the maximum of the slots: in the child's base unit, ${free}.`,
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

/** How much more of the child fits: the candidates' shares of their maxima may not pass 1. */
function roomIn(slot: Slot, parentQty: number): number {
  const { maxQty } = slot.taking;
  if (maxQty === null) return quantityMax;
  return upToLargest(
    wholeOf(
      freeShare(slot, parentQty, (candidate) => candidate.maxQty),
      inAll(maxQty, slot.taking, parentQty),
    ),
  );
}

/** How much of the child fills the slot up to its quantity. */
const missingIn = (slot: Slot, parentQty: number): number =>
  upToLargest(
    wholeOf(
      freeShare(slot, parentQty, (candidate) => candidate.qty),
      inAll(slot.taking.qty, slot.taking, parentQty),
    ),
  );

/** A slot may be to hold more than any quantity is. */
const upToLargest = (quantity: bigint): number =>
  Number(quantity < quantityMax ? quantity : quantityMax);
