import { type Batch, type Context, relyOn } from "../engine/index.ts";
import { foldedNames } from "../rules/named.ts";
import { holdReasonsByKey, requireHoldReason } from "./hold-reason.ts";
import { alsoHeldFor } from "./holds.ts";
import { batchItemVerb, type ItemVerbInput } from "./item-verb.ts";
import { partConflicts, type PartInput, partOf } from "./part.ts";
import { requireStatusNot } from "./status.ts";
import { listedTopsMax, topsOf, topsOfItems, whereUsedOf } from "./where-used.ts";

export interface HoldInput extends ItemVerbInput, PartInput {
  /** The SUID or the name of a hold reason. Case is ignored. */
  readonly holdReason: string;
  /** The most containing items that the answer lists. Absent, it is `listedTopsMax`. */
  readonly listedMax?: number;
}

const listedMaxOf = ({ listedMax = listedTopsMax }: HoldInput) => listedMax;

/**
 * Puts an item, or a part of it, on hold. Until it is released, nothing is built from it or into it.
 * It can be on hold for several reasons. The answer names the items that already contain it, because
 * these are not stopped. Refuses `not_found`, `inactive` and `item_status`.
 */
export const holdItem = batchItemVerb({
  conflicts: {
    of: ["MaterialItem/Hold", "MaterialItem/HoldMany"],
    asserts: { HoldReason: "", ...partConflicts },
  },
  action: "held",
  part: partOf,
  isIdleUnchanged: true,
  reads: (inputs: readonly HoldInput[]) => ({
    holdReasons: holdReasonsByKey({ keys: foldedNames(inputs.map((input) => input.holdReason)) }),
    tops: topsOfItems(inputs, Math.max(...inputs.map(listedMaxOf))),
  }),
  decide: ({ item, facts }, input) => {
    const reason = requireHoldReason(facts.holdReasons, input.holdReason);
    requireStatusNot(item, ["scrapped", "dispatched", "voided"], "held");
    return {
      asserts: [relyOn("HoldReason", reason)],
      patch: alsoHeldFor(item, reason),
      // A part that was just taken off is built into nothing.
      answers: whereUsedOf(partOf(input) ? [] : topsOf(facts.tops, item), listedMaxOf(input)),
    };
  },
  // A later line can list this item, or the lot that the part was taken off, as a containing item.
  advance: (facts, { after, divided }) => {
    for (const { id, status, holdReason } of divided ? [divided.after, after] : [after]) {
      for (const [index, top] of facts.tops.entries()) {
        if (top.id === id) facts.tops[index] = { ...top, status, holdReason };
      }
    }
  },
});

/** A line of a batch lists fewer, so that the answer to a thousand lines can be recorded. */
const listedInLineMax = 10;

/** Puts several items, or parts of them, on hold, in order. */
export const holdMany = (context: Context, { lines, atomic }: Batch<HoldInput>) =>
  holdItem.many(context, {
    lines: lines.map((line) => ({ ...line, listedMax: listedInLineMax })),
    atomic,
  });
