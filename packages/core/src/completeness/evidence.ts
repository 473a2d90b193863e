import type { NamedCandidate } from "../consumption/facts.ts";
import { neededOf, requirementOf } from "../consumption/requirement.ts";
import { Refusal, type RefusalMembers, type RefusedSlot } from "../refusal.ts";
import { scale } from "../values/decimal.ts";
import { type Built, type BuiltItem, counted, listedShortagesMax } from "./shortage.ts";

/**
 * The evidence of a slot in a device history record: in its design (`bom`), a product that the slot
 * takes; of what was built (`build`), material that fills the slot.
 */
export type Evidence = "bom" | "build";

/** The fields of a slot that say which evidence it needs. */
export interface SlotOfRecord {
  readonly slotIsActive: boolean;
  readonly edhrBomRequired: number;
  readonly edhrBuildRequired: number;
}

/** The number, in millionths, that makes evidence compulsory. Any other above 0 only shows the slot. */
export const compulsory = 2 * scale;

export const needsDesign = (slot: SlotOfRecord): boolean =>
  slot.slotIsActive && slot.edhrBomRequired === compulsory;
export const needsBuild = (slot: SlotOfRecord): boolean =>
  slot.slotIsActive && slot.edhrBuildRequired === compulsory;

/** Whether a design says what its slot takes. */
export const isDesigned = (
  candidates: readonly Pick<NamedCandidate, "candidateIsActive">[],
): boolean => candidates.some(({ candidateIsActive }) => candidateIsActive);

/** Whether something is built into a slot, and its minimum is met. */
export const isFilled = (
  candidates: readonly NamedCandidate[],
  builtQty: ReadonlyMap<number, number>,
  parentQty: number,
): boolean =>
  candidates.some(({ candidateId }) => (builtQty.get(candidateId) ?? 0) > 0) &&
  requirementOf(candidates, builtQty, parentQty).missing === 0;

/** Returns the compulsory evidence that a slot of an item lacks. Both are lacking together at most. */
export function missingEvidence(
  slot: SlotOfRecord,
  candidates: readonly NamedCandidate[],
  builtQty: ReadonlyMap<number, number>,
  parentQty: number,
): Evidence[] {
  const lacking: Evidence[] = [];
  if (needsDesign(slot) && !isDesigned(candidates)) lacking.push("bom");
  if (needsBuild(slot) && !isFilled(candidates, builtQty, parentQty)) lacking.push("build");
  return lacking;
}

type Slot = SlotOfRecord & Built["slots"][number] & { readonly bomVersionId: number };

/**
 * Refuses (`evidence_missing`) items that lack compulsory evidence. No request can allow it. The
 * name begins the message: "Item PUMP-7".
 */
export function requireEvidence<Of extends BuiltItem>(
  { name, members }: { readonly name: string; readonly members?: RefusalMembers },
  items: readonly Of[],
  versionOf: (item: Of) => number,
  facts: Omit<Built, "slots"> & { readonly slots: readonly Slot[] },
): void {
  const needed = facts.slots.filter((slot) => needsDesign(slot) || needsBuild(slot));
  if (needed.length === 0) return;
  const ofVersions = Map.groupBy(needed, ({ bomVersionId }) => bomVersionId);
  const candidates = Map.groupBy(facts.candidates, ({ bomSlotId }) => bomSlotId);
  const built = new Map(facts.built.map(({ parentId, builtQty }) => [parentId, builtQty]));
  const slots: EvidencedSlot[] = [];
  let count = 0;
  for (const item of items) {
    for (const slot of ofVersions.get(versionOf(item)) ?? []) {
      const inSlot = candidates.get(slot.id) ?? [];
      const builtQty = built.get(item.id) ?? new Map<number, number>();
      const lacks = missingEvidence(slot, inSlot, builtQty, item.nominalQty);
      if (lacks.length === 0) continue;
      count++;
      if (slots.length === listedShortagesMax) continue;
      slots.push({ ...lackingSlot(item, slot, inSlot, builtQty), lacks });
    }
  }
  const [first] = slots;
  if (!first) return;
  throw new Refusal("evidence_missing", evidenceText(name, first, count), {
    members: { slots, count, ...members },
  });
}

type EvidencedSlot = RefusedSlot & { readonly lacks: Evidence[] };

/** Returns a slot as a refusal shows it, in its measure. Without a candidate it has none. */
function lackingSlot(
  { visualSerialNo, nominalQty }: BuiltItem,
  { id, description }: Slot,
  candidates: readonly NamedCandidate[],
  builtQty: ReadonlyMap<number, number>,
): RefusedSlot {
  const { measure, min, missing } = requirementOf(candidates, builtQty, nominalQty);
  const named = candidates.find(({ candidateId }) => candidateId === measure?.candidateId);
  return {
    visualSerialNo,
    bomSlotID: id,
    description,
    required: min / scale,
    built: (min - missing) / scale,
    unit: named?.unit ?? "",
    product: named?.product ?? "",
  };
}

function evidenceText(name: string, slot: EvidencedSlot, count: number): string {
  const { description, visualSerialNo, built, required, unit, product } = slot;
  const reasons = {
    bom: "its design names no product that it takes",
    build:
      required > 0
        ? `it has ${built} of ${required} ${unit} of ${product}`
        : "nothing is built into it",
  };
  return (
    `${name} lacks compulsory evidence of ${counted(count, "slot")}. The first is ` +
    `"${description}" of ${visualSerialNo}: ${slot.lacks.map((one) => reasons[one]).join(", and ")}.`
  );
}

/**
 * Returns the quantity of a candidate, in millionths, that fills a slot into which nothing is built
 * and which has no minimum: the planned one.
 */
export const plannedOf = (candidate: NamedCandidate, parentQty: number): number =>
  Math.max(1, neededOf(candidate, parentQty).required);
