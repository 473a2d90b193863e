import { requireActive } from "../rules/active.ts";
import { relyOn } from "../engine/assertions.ts";
import type { Attribution } from "../engine/changes.ts";
import { execute, type RowsOf } from "../engine/execute.ts";
import type { Context } from "../engine/context.ts";
import { foldCase } from "../values/fold-case.ts";
import { foldedNames } from "../rules/named.ts";
import { requireHappened } from "../rules/occurred.ts";
import { refusalAt } from "../refusal.ts";
import { holdReasonKeyed, holdReasonsByKey } from "./hold-reason.ts";
import { type AnsweredItem, requireNotOnHold, revised } from "./item.ts";
import {
  changingItem,
  type ItemChange,
  itemsReferredTo,
  type ItemVerbInput,
  noteOf,
  requireItem,
} from "./item-change.ts";
import { requireStatusNot } from "./status.ts";

export interface HoldInput extends ItemVerbInput {
  /** The SUID or the name of a hold reason, not case sensitive. */
  readonly holdReason: string;
}

/** Puts an item on hold: nothing is built from it, or into it, until it is released. */
export const holdItem = (context: Context, input: HoldInput): Promise<AnsweredItem> =>
  execute(context, { load, decide, ...changingItem }, input);

const load = (inputs: readonly HoldInput[]) => ({
  items: itemsReferredTo(inputs),
  holdReasons: holdReasonsByKey({ keys: foldedNames(inputs.map((input) => input.holdReason)) }),
});

/**
 * Decides a hold. Refuses `validation_failed` of a time to come, `not_found`, `inactive`, `item_status`
 * and `item_on_hold`.
 */
function decide(
  facts: RowsOf<ReturnType<typeof load>>,
  input: HoldInput,
  by: Attribution,
): ItemChange {
  requireHappened(input.occurredAt, by.at);
  const item = requireItem(facts.items, input);
  const reason = holdReasonKeyed(facts.holdReasons, [foldCase(input.holdReason)]);
  if (!reason) {
    throw refusalAt("not_found", "/holdReason", `No hold reason is named ${input.holdReason}.`);
  }
  requireActive(reason, `The hold reason ${reason.name}`, "/holdReason");
  requireStatusNot(item, ["scrapped", "dispatched"], "held");
  requireNotOnHold(item);
  return {
    asserts: [relyOn("HoldReason", reason)],
    before: item,
    after: revised(item, { holdReasonId: reason.id }, by, { holdReason: reason.name }),
    note: noteOf("held", input),
  };
}
