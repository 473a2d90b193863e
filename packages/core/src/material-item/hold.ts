import { relyOn } from "../engine/index.ts";
import { refusalAt } from "../refusal.ts";
import { foldedNames, requireActive } from "../rules/named.ts";
import { foldCase } from "../values/fold-case.ts";
import { holdReasonKeyed, holdReasonsByKey } from "./hold-reason.ts";
import { requireNotOnHold } from "./item.ts";
import { type ItemVerbInput, itemVerb } from "./item-verb.ts";
import { requireStatusNot } from "./status.ts";

export interface HoldInput extends ItemVerbInput {
  /** The SUID or the name of a hold reason. Case is ignored. */
  readonly holdReason: string;
}

/**
 * Puts an item on hold. Until it is released, nothing is built from it or into it. Refuses
 * `not_found`, `inactive`, `item_status` and `item_on_hold`.
 */
export const holdItem = itemVerb({
  conflicts: { of: ["MaterialItem/Hold"], asserts: { HoldReason: "" } },
  action: "held",
  reads: (inputs: readonly HoldInput[]) => ({
    holdReasons: holdReasonsByKey({ keys: foldedNames(inputs.map((input) => input.holdReason)) }),
  }),
  decide: ({ item, facts }, input) => {
    const reason = holdReasonKeyed(facts.holdReasons, [foldCase(input.holdReason)]);
    if (!reason) {
      throw refusalAt(
        "not_found",
        "/holdReason",
        `No hold reason has the SUID or name ${input.holdReason}.`,
      );
    }
    requireActive(reason, `The hold reason ${reason.name}`, "/holdReason");
    requireStatusNot(item, ["scrapped", "dispatched"], "held");
    requireNotOnHold(item);
    return {
      asserts: [relyOn("HoldReason", reason)],
      patch: { holdReasonId: reason.id, holdReason: reason.name },
    };
  },
});
