import { relyOn } from "../engine/index.ts";
import { foldedNames } from "../rules/named.ts";
import { holdReasonsByKey, requireHoldReason } from "./hold-reason.ts";
import { requireNotOnHold } from "./item.ts";
import { type ItemVerbInput, itemVerb } from "./item-verb.ts";
import { partConflicts, type PartInput, partOf } from "./part.ts";
import { requireStatusNot } from "./status.ts";
import { topsOfItem, whereUsedOf } from "./where-used.ts";

export interface HoldInput extends ItemVerbInput, PartInput {
  /** The SUID or the name of a hold reason. Case is ignored. */
  readonly holdReason: string;
}

/**
 * Puts an item, or a part of it, on hold. Until it is released, nothing is built from it or into it.
 * The answer names the items that already contain it, because these are not stopped. Refuses
 * `not_found`, `inactive`, `item_status` and `item_on_hold`.
 */
export const holdItem = itemVerb({
  conflicts: { of: ["MaterialItem/Hold"], asserts: { HoldReason: "", ...partConflicts } },
  action: "held",
  part: partOf,
  reads: (inputs: readonly HoldInput[]) => ({
    holdReasons: holdReasonsByKey({ keys: foldedNames(inputs.map((input) => input.holdReason)) }),
    tops: topsOfItem(inputs[0]!),
  }),
  decide: ({ item, facts }, input) => {
    const reason = requireHoldReason(facts.holdReasons, input.holdReason);
    requireStatusNot(item, ["scrapped", "dispatched", "voided"], "held");
    requireNotOnHold(item);
    return {
      asserts: [relyOn("HoldReason", reason)],
      patch: { holdReasonId: reason.id, holdReason: reason.name },
      // A part that was just taken off is built into nothing.
      answers: whereUsedOf(partOf(input) ? [] : facts.tops),
    };
  },
});
