import { Refusal, refusalAt } from "../refusal.ts";
import { foldedNames } from "../rules/named.ts";
import { foldCase } from "../values/fold-case.ts";
import {
  type HoldReason,
  holdReasonKeyed,
  holdReasonsByKey,
  noSuchHoldReason,
} from "./hold-reason.ts";
import { allHoldsOf, heldFor, type HoldOfItem, holdsOf, namesOfHolds } from "./holds.ts";
import type { Item } from "./item.ts";
import { batchItemVerb, type ItemVerbInput } from "./item-verb.ts";
import { signedConflicts } from "../signature/gate.ts";
import { refusedHold } from "./refused-item.ts";
import { requireSignedItem } from "./signed-item.ts";

export interface ReleaseInput extends ItemVerbInput {
  /** The SUID or the name of the hold reason whose hold ends. Without it, the only hold ends. */
  readonly holdReason?: string | null | undefined;
}

/**
 * Ends one hold of an item. Its status stays as it is. Refuses `not_found`; `item_status` of an item
 * that is not on hold, or not for the reason; `item_on_hold` if it has several holds and none is
 * named; and `signature_required`.
 */
export const releaseItem = batchItemVerb({
  conflicts: { of: ["MaterialItem/Release", "MaterialItem/ReleaseMany"], asserts: signedConflicts },
  needsSignatures: true,
  action: "released",
  reads: (inputs: readonly ReleaseInput[]) => ({ holdReasons: reasonsNamedBy(inputs) }),
  decide: ({ item, facts }, input) => {
    const ended = holdToEnd(item, input, facts.holdReasons);
    const { asserts, detail } = requireSignedItem(item, ["release"]);
    return { asserts, detail, patch: heldFor(holdsOf(item).filter(({ id }) => id !== ended.id)) };
  },
});

function reasonsNamedBy(inputs: readonly ReleaseInput[]) {
  const named = inputs.flatMap(({ holdReason }) => holdReason ?? []);
  return named.length > 0 ? holdReasonsByKey({ keys: foldedNames(named) }) : undefined;
}

/** Finds the hold that a request ends: the one of its reason, also of a retired one, or the only one. */
function holdToEnd(
  item: Item,
  { holdReason: named }: ReleaseInput,
  reasons: readonly HoldReason[],
): HoldOfItem {
  const holds = holdsOf(item);
  const reason = named == null ? undefined : holdReasonKeyed(reasons, [foldCase(named)]);
  if (named != null && !reason) throw noSuchHoldReason(named);
  const { visualSerialNo } = item;
  if (holds.length === 0) {
    if (!item.batchHolds) {
      throw new Refusal("item_status", `Item ${visualSerialNo} is not on hold.`);
    }
    throw new Refusal(
      "item_on_hold",
      `Item ${visualSerialNo} is on hold by its batch: ${allHoldsOf(item)}. BatchHold/Delete ends ` +
        "that hold, for all items of the batch.",
      { members: refusedHold(item) },
    );
  }
  const found = reason ? holds.find(({ id }) => id === reason.id) : holds[0]!;
  if (!found) {
    throw refusalAt(
      "item_status",
      "/holdReason",
      `Item ${visualSerialNo} is not on hold for ${reason!.name}, but for: ${namesOfHolds(item)}.`,
    );
  }
  if (reason || holds.length === 1) return found;
  throw refusalAt(
    "item_on_hold",
    "/holdReason",
    `Item ${visualSerialNo} has several holds: ${namesOfHolds(item)}. Name the one to end.`,
    refusedHold(item),
  );
}

/** Releases several items from hold, in order. */
export const releaseMany = releaseItem.many;
