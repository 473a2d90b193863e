import type { Candidate } from "../consumption/facts.ts";
import { mustBeMet, requirementOf } from "../consumption/requirement.ts";

/** A build into an item, or a removal with a negative quantity. Quantities in millionths. */
export interface Movement {
  /** The place in the log of the parent's change. */
  readonly seq: number;
  readonly parentId: number;
  readonly candidateId: number;
  readonly qty: number;
}

/**
 * Returns whether an item was complete before a place in the log: whether no required slot of its
 * BoM version was under its minimum. The movements are in the order of the log.
 */
export function completenessBefore(
  candidates: readonly Candidate[],
  movements: readonly Movement[],
  parentQty: number,
): (seq: number) => boolean {
  const required = candidates.filter(mustBeMet);
  const slots = Map.groupBy(required, ({ bomSlotId }) => bomSlotId);
  const slotOf = new Map(required.map(({ candidateId, bomSlotId }) => [candidateId, bomSlotId]));
  const builtQty = new Map<number, number>();
  const unmet = new Set<number>();
  const measure = (slot: number) => {
    const { missing } = requirementOf(slots.get(slot)!, builtQty, parentQty);
    if (missing > 0) unmet.add(slot);
    else unmet.delete(slot);
  };
  for (const slot of slots.keys()) measure(slot);
  const states = [{ seq: 0, isComplete: unmet.size === 0 }];
  for (const { seq, candidateId, qty } of movements) {
    const slot = slotOf.get(candidateId);
    if (slot === undefined) continue;
    builtQty.set(candidateId, (builtQty.get(candidateId) ?? 0) + qty);
    measure(slot);
    states.push({ seq, isComplete: unmet.size === 0 });
  }
  return (seq) => states.findLast((state) => state.seq < seq)!.isComplete;
}
