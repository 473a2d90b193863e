import { relyOn } from "../engine/assertions.ts";
import type { Attribution } from "../engine/changes.ts";
import { execute, type RowsOf } from "../engine/execute.ts";
import type { Context } from "../engine/context.ts";
import { foldedNames } from "../rules/named.ts";
import { requireHappened } from "../rules/occurred.ts";
import { type AnsweredItem, revised } from "./item.ts";
import {
  changingItem,
  type ItemChange,
  itemsReferredTo,
  type ItemVerbInput,
  noteOf,
  requireItem,
} from "./item-change.ts";
import { reasonsBySuid, requireAssigned, requireReason } from "./material-reason.ts";
import { requireStatusNot, serviceStatuses, withStatus } from "./status.ts";

export interface ScrapInput extends ItemVerbInput {
  /** The SUID of a material reason for adjustments, not case sensitive. */
  readonly reasonSUID: string;
}

/** Writes off what is left of an item: a negative adjustment of all of it, and Scrapped. */
export const scrapItem = (context: Context, input: ScrapInput): Promise<AnsweredItem> =>
  execute(context, { load, decide, ...changingItem }, input);

const load = (inputs: readonly ScrapInput[]) => ({
  items: itemsReferredTo(inputs),
  reasons: reasonsBySuid({ reasons: foldedNames(inputs.map(({ reasonSUID }) => reasonSUID)) }),
  statuses: serviceStatuses(),
});

/**
 * Decides a scrapping. Refuses `validation_failed` of a time to come, `not_found`,
 * `reason_not_assigned`, `inactive` and `item_status`.
 */
function decide(
  facts: RowsOf<ReturnType<typeof load>>,
  input: ScrapInput,
  by: Attribution,
): ItemChange {
  requireHappened(input.occurredAt, by.at);
  const item = requireItem(facts.items, input);
  const reason = requireReason(facts.reasons, input.reasonSUID);
  requireAssigned(reason, "adjust");
  requireStatusNot(item, ["consumed", "scrapped", "dispatched"], "scrapped");
  return {
    asserts: [relyOn("MaterialReason", reason)],
    before: item,
    after: revised(item, { actualQty: 0 }, by, withStatus(facts.statuses, "scrapped")),
    note: { ...noteOf("scrapped", input), reasonId: reason.id },
    adjustment: item.actualQty > 0 ? { qty: -item.actualQty, reasonId: reason.id } : undefined,
  };
}
