import type { Attribution } from "../engine/changes.ts";
import { execute, type RowsOf } from "../engine/execute.ts";
import type { Context } from "../engine/context.ts";
import { requireHappened } from "../rules/occurred.ts";
import { Refusal } from "../refusal.ts";
import { type AnsweredItem, revised } from "./item.ts";
import {
  changingItem,
  type ItemChange,
  itemsReferredTo,
  type ItemVerbInput,
  noteOf,
  requireItem,
} from "./item-change.ts";

/** Releases an item from hold; its status is what it was. */
export const releaseItem = (context: Context, input: ItemVerbInput): Promise<AnsweredItem> =>
  execute(context, { load, decide, ...changingItem }, input);

const load = (inputs: readonly ItemVerbInput[]) => ({ items: itemsReferredTo(inputs) });

/**
 * Decides a release. Refuses `validation_failed` of a time to come, `not_found`, and `item_status` where
 * there is no hold.
 */
function decide(
  facts: RowsOf<ReturnType<typeof load>>,
  input: ItemVerbInput,
  by: Attribution,
): ItemChange {
  requireHappened(input.occurredAt, by.at);
  const item = requireItem(facts.items, input);
  if (item.holdReasonId === null) {
    throw new Refusal("item_status", `Item ${item.visualSerialNo} is not on hold.`);
  }
  return {
    asserts: [],
    before: item,
    after: revised(item, { holdReasonId: null }, by, { holdReason: null }),
    note: noteOf("released", input),
  };
}
