import { type Item, noItemHas } from "../material-item/item.ts";
import { Refusal, refusalAt, type RefusedSlot } from "../refusal.ts";
import { listedSlotsMax, refusedSlot, roomFor } from "./allocate.ts";
import type { BuildFacts } from "./build.facts.ts";
import { childPointer } from "./facts.ts";
import { mustBeMet, requirementOf } from "./requirement.ts";

type BuildCandidate = BuildFacts["candidates"][number];

/** Returns the net quantity of a candidate that is built into a parent. */
export const builtInParent = (built: BuildCandidate["built"], parent: Item): number =>
  built.reduce((sum, [parentId, netQty]) => (parentId === parent.id ? sum + netQty : sum), 0);

/**
 * The refusal of a child that nothing takes. It is explained with the slots of the parent that have
 * room, from candidates that only such a refusal reads.
 */
export class NothingTakes extends Refusal {
  readonly parent: Item;

  constructor(code: "not_found" | "not_in_bom", pointer: string, detail: string, parent: Item) {
    super(code, detail, { errors: [{ pointer, detail }] });
    this.parent = parent;
  }

  /** Adds the open slots, from the candidates of all slots of the parent. */
  explain(candidates: readonly BuildCandidate[]): void {
    const open = openSlots(candidates, this.parent);
    this.add({ slots: open.slice(0, listedSlotsMax), count: open.length });
  }
}

/** Returns the refusal (`not_found`) of a child. Without a BoM, no slot could have taken it. */
export function noSuchChild(parent: Item, serial: string): Refusal {
  const detail = noItemHas(`serial ${serial}`);
  return parent.bomVersionId === null
    ? refusalAt("not_found", childPointer, detail)
    : new NothingTakes("not_found", childPointer, detail, parent);
}

/** The number of candidates that a refusal lists of each slot. */
const listedCandidatesMax = 20;

/** Returns the active slots of a parent that have room. Those below their minimum come first. */
function openSlots(candidates: readonly BuildCandidate[], parent: Item): RefusedSlot[] {
  const ofParent = candidates.filter(
    (one) => one.bomVersionId === parent.bomVersionId && one.slotIsActive,
  );
  const open: { readonly isShort: boolean; readonly slot: RefusedSlot }[] = [];
  for (const [id, inSlot] of Map.groupBy(ofParent, ({ bomSlotId }) => bomSlotId)) {
    const active = inSlot
      .filter(({ candidateIsActive }) => candidateIsActive)
      .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
    const [measure] = active;
    if (!measure) continue;
    const builtQty = new Map(
      inSlot.map(({ candidateId, built }) => [candidateId, builtInParent(built, parent)]),
    );
    const filling = { id, candidates: inSlot, builtQty };
    const takes = roomFor(measure, filling, parent.nominalQty);
    if (takes === 0) continue;
    const { missing } = requirementOf(inSlot, builtQty, parent.nominalQty);
    const slot = {
      ...refusedSlot(filling, measure, parent, takes),
      candidates: active.slice(0, listedCandidatesMax).map((one) => ({
        candidateID: one.candidateId,
        productID: one.productId,
        productName: one.product,
        productSUID: one.productSuid ?? null,
        version: one.version,
        isDefault: one.isDefault,
      })),
    };
    open.push({ isShort: mustBeMet(measure) && missing > 0, slot });
  }
  const byNeed = open.toSorted((one, other) => Number(other.isShort) - Number(one.isShort));
  return byNeed.map(({ slot }) => slot);
}
