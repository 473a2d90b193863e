import { relyOn } from "../engine/assertions.ts";
import type { Attribution } from "../engine/changes.ts";
import { execute, type RowsOf } from "../engine/execute.ts";
import type { Context } from "../engine/context.ts";
import { formatQuantity } from "../values/decimal.ts";
import { foldedNames } from "../rules/named.ts";
import { requireHappened } from "../rules/occurred.ts";
import { requireDecimalPlaces, requireInRange } from "../rules/quantity.ts";
import { refusalAt } from "../refusal.ts";
import { type AnsweredItem, type Item, itemsById, revised } from "./item.ts";
import { changingItem, type ItemChange, requireItem } from "./item-change.ts";
import { reasonsBySuid, requireAssigned, requireReason } from "./material-reason.ts";
import { serviceStatuses, type Status, withStatus, withStatusOfStock } from "./status.ts";

/** The quantity is a signed change in millionths, not 0. */
export interface AdjustInput {
  readonly materialitemid: number;
  readonly adjustqty: number;
  readonly reasonSUID: string;
  readonly comments?: string | null | undefined;
  readonly occurredAt?: number | null | undefined;
}

/** Adjusts an item's actual quantity. Source: spec.md, POST /api/MaterialItem/ItemAdjust. */
export const adjustItem = (context: Context, input: AdjustInput): Promise<AnsweredItem> =>
  execute(context, { load, decide, ...changingItem }, input);

const load = (inputs: readonly AdjustInput[]) => ({
  items: itemsById({ ids: JSON.stringify(inputs.map(({ materialitemid: id }) => id)) }),
  reasons: reasonsBySuid({ reasons: foldedNames(inputs.map(({ reasonSUID }) => reasonSUID)) }),
  statuses: serviceStatuses(),
});

/**
 * Decides an adjustment. Refuses `validation_failed` of a time to come, `not_found`,
 * `reason_not_assigned`, `inactive`, `decimal_places`, `negative_quantity` and `quantity_range`.
 */
function decide(
  facts: RowsOf<ReturnType<typeof load>>,
  input: AdjustInput,
  by: Attribution,
): ItemChange {
  requireHappened(input.occurredAt, by.at);
  const item = requireItem(facts.items, { id: input.materialitemid }, "/materialitemid");
  const reason = requireReason(facts.reasons, input.reasonSUID);
  requireAssigned(reason, "adjust");
  const { inventoryDecimalPlaces, productName } = item;
  requireDecimalPlaces(input.adjustqty, inventoryDecimalPlaces, productName, "/adjustqty");
  const actualQty = item.actualQty + input.adjustqty;
  if (actualQty < 0) {
    throw refusalAt(
      "negative_quantity",
      "/adjustqty",
      `Item ${item.visualSerialNo} holds ${formatQuantity(item.actualQty)}: ` +
        `${formatQuantity(input.adjustqty)} would take it below 0.`,
    );
  }
  requireInRange(actualQty, "/adjustqty");
  return {
    asserts: [relyOn("MaterialReason", reason)],
    before: item,
    after: revised(item, { actualQty }, by, statusAfter(facts.statuses, item, actualQty)),
    note: {
      action: "adjusted",
      reasonId: reason.id,
      comment: input.comments,
      occurredAt: input.occurredAt,
    },
    adjustment: { qty: input.adjustqty, reasonId: reason.id },
  };
}

// Material that could be consumed and is gone is Consumed; of what is found there is some again.
function statusAfter(known: readonly Status[], item: Item, actualQty: number) {
  if (actualQty === 0) return item.consumable ? withStatus(known, "consumed") : {};
  return item.statusSuidKey === "consumed" ? withStatusOfStock(known, item) : {};
}
