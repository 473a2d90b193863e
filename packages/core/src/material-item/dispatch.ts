import type { Attribution } from "../engine/changes.ts";
import { execute, type RowsOf } from "../engine/execute.ts";
import type { Context } from "../engine/context.ts";
import { requireHappened } from "../rules/occurred.ts";
import { type AnsweredItem, requireNotExpired, requireNotOnHold, revised } from "./item.ts";
import {
  changingItem,
  type ItemChange,
  itemsReferredTo,
  type ItemVerbInput,
  noteOf,
  requireItem,
} from "./item-change.ts";
import { requireStatusNot, serviceStatuses, withStatus } from "./status.ts";

/** Dispatches an item out of the plant: it keeps its quantity, and is Dispatched. */
export const dispatchItem = (context: Context, input: ItemVerbInput): Promise<AnsweredItem> =>
  execute(context, { load, decide, ...changingItem }, input);

const load = (inputs: readonly ItemVerbInput[]) => ({
  items: itemsReferredTo(inputs),
  statuses: serviceStatuses(),
});

/**
 * Decides a dispatch. Refuses `validation_failed` of a time to come, `not_found`,
 * `item_status` of what is unfinished, consumed or gone, `item_on_hold` and `item_expired`.
 */
function decide(
  facts: RowsOf<ReturnType<typeof load>>,
  input: ItemVerbInput,
  by: Attribution,
): ItemChange {
  const at = requireHappened(input.occurredAt, by.at);
  const item = requireItem(facts.items, input);
  requireStatusNot(item, ["wip", "consumed", "scrapped", "dispatched"], "dispatched");
  requireNotOnHold(item);
  requireNotExpired(item, at);
  return {
    asserts: [],
    before: item,
    after: revised(item, {}, by, withStatus(facts.statuses, "dispatched")),
    note: noteOf("dispatched", input),
  };
}
