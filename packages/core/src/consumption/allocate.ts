import type { Item } from "../material-item/item.ts";
import { formatQuantity, quantityMax, scale } from "../values/decimal.ts";
import { type Refusal, refusalAt, type RefusedSlot } from "../refusal.ts";
import type { Candidate, NamedCandidate } from "./facts.ts";
import { builtAs, neededOf } from "./requirement.ts";
import { type Filling, freeShare, shareOf, totalOf } from "./share.ts";

/** The part of a consumption that one slot candidate takes, in the child's base unit. */
export interface Allocation {
  readonly bomSlotId: number;
  readonly candidateId: number;
  readonly qty: number;
}

/** A slot of the parent with all its candidates, and the quantity built of each. */
export interface Slot extends Filling {
  readonly id: number;
  readonly isRequired: boolean;
  readonly candidates: readonly NamedCandidate[];
  /** The candidate that takes the child. Of several, the one that names its version. */
  readonly taking: NamedCandidate;
}

/** The parent of a consumption. */
export type Parent = Pick<Item, "visualSerialNo" | "nominalQty">;

/**
 * Divides a quantity among the slots that take the child. Unfilled required slots come first, up to
 * their quantity. Then come default candidates, then the lowest id, each up to its maximum. Refuses
 * (`over_maximum`) a rest that is left when every slot is full.
 */
export function allocate(
  slots: readonly Slot[],
  qty: number,
  parent: Parent,
  step: number,
): Allocation[] {
  const { nominalQty: parentQty } = parent;
  const taken = new Map<number, number>();
  let left = qty;
  const take = (slot: Slot, max: number) => {
    const before = taken.get(slot.id) ?? 0;
    const amount = Math.min(left, floorTo(step, Math.max(0, max - before)));
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
    const fits = (slot: Slot) => floorTo(step, Math.max(0, room.get(slot.id)!));
    throw overMaximum(parent, qty, ordered, fits);
  }
  return ordered
    .filter((slot) => taken.has(slot.id))
    .map((slot) => ({
      bomSlotId: slot.id,
      candidateId: slot.taking.candidateId,
      qty: taken.get(slot.id)!,
    }));
}

/** Returns the refusal (`over_maximum`) of a quantity. It says what each slot has, and its room. */
function overMaximum(
  parent: Parent,
  qty: number,
  slots: readonly Slot[],
  fits: (slot: Slot) => number,
): Refusal {
  const filled = slots.map((slot, index) => {
    const { slot: description, unit } = slot.taking;
    const ofParent = index === 0 ? ` of ${parent.visualSerialNo}` : "";
    const room = fits(slot);
    const left = room > 0 ? `, with room for ${formatQuantity(room)} ${unit}` : "";
    return `"${description}"${ofParent} has ${fillingInWords(slot, parent)}${left}`;
  });
  const { unit } = slots[0]!.taking;
  const limit = slots.reduce((sum, slot) => sum + fits(slot), 0) / scale;
  const listed = slots.slice(0, listedSlotsMax);
  return refusalAt(
    "over_maximum",
    "/builtQty",
    `${filled.join("; ")}: ${formatQuantity(qty)} ${unit} more does not fit.`,
    {
      slots: listed.map((slot) => refusedSlot(slot, slot.taking, parent, fits(slot))),
      count: slots.length,
      limit,
    },
  );
}

/** The number of slots that a refusal lists. */
export const listedSlotsMax = 20;

/**
 * Returns a slot of a parent as a refusal shows it, in the unit of one of its candidates. `takes` is
 * how much more of that fits.
 */
export function refusedSlot(
  slot: Filling & { readonly id: number },
  candidate: NamedCandidate,
  parent: Parent,
  takes: number,
): RefusedSlot {
  const { min, max } = neededOf(candidate, parent.nominalQty);
  return {
    visualSerialNo: parent.visualSerialNo,
    bomSlotID: slot.id,
    description: candidate.slot,
    required: min / scale,
    built: builtAs(candidate, slot, parent.nominalQty) / scale,
    unit: candidate.unit,
    product: candidate.product,
    takes: max === null ? null : takes / scale,
    max: max === null ? null : max / scale,
  };
}

/** Lists the built quantities of a slot: of the candidate that takes the child, and of others. */
function fillingInWords({ taking, candidates, builtQty }: Slot, parent: Parent): string {
  const builtOf = ({ candidateId }: NamedCandidate) => builtQty.get(candidateId) ?? 0;
  const others = candidates.filter((one) => one !== taking && builtOf(one) > 0);
  return [taking, ...others]
    .map((candidate) => {
      const { product, version, unit } = candidate;
      const { max } = neededOf(candidate, parent.nominalQty);
      const limit = max === null ? "" : ` of at most ${formatQuantity(max)}`;
      const name = version === null ? product : `${product} version ${version}`;
      return `${formatQuantity(builtOf(candidate))}${limit} ${unit} of ${name}`;
    })
    .join(" and ");
}

const byPreference = (left: Slot, right: Slot) =>
  Number(right.taking.isDefault) - Number(left.taking.isDefault) || left.id - right.id;

const floorTo = (step: number, quantity: number) => quantity - (quantity % step);

const roomIn = (slot: Slot, parentQty: number): number => roomFor(slot.taking, slot, parentQty);

/** Returns how much more of a candidate fits: the shares of all maxima must not pass 1 in total. */
export function roomFor(candidate: Candidate, slot: Filling, parentQty: number): number {
  const { maxQty } = candidate;
  if (maxQty === null) return quantityMax;
  return upToLargest(
    shareOf(freeShare(slot, parentQty, "maxQty"), totalOf(maxQty, candidate, parentQty)),
  );
}

/** Returns how much of the child fills the slot up to its quantity. */
const missingIn = (slot: Slot, parentQty: number): number =>
  upToLargest(
    shareOf(freeShare(slot, parentQty, "qty"), totalOf(slot.taking.qty, slot.taking, parentQty)),
  );

/** Limits a quantity: a slot can have room for more than the largest one. */
const upToLargest = (quantity: bigint): number =>
  Number(quantity < quantityMax ? quantity : quantityMax);
