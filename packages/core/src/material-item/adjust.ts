import { relyOn } from "../engine/index.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import { foldedNames } from "../rules/named.ts";
import { requireDecimalPlaces, requireInRange } from "../rules/limits.ts";
import { formatQuantity, scale } from "../values/decimal.ts";
import { type Item, measuredProductOf } from "./item.ts";
import { batchItemVerb, type ItemVerbInput } from "./item-verb.ts";
import {
  correctionKey,
  type Reason,
  reasonsBySuid,
  requireAssigned,
  requireReason,
} from "./material-reason.ts";
import {
  requireStatusNot,
  serviceStatuses,
  type Status,
  withStatus,
  withStatusOfStock,
} from "./status.ts";
import { relyOnTracking, requireSingleStock } from "./tracking.ts";

export interface AdjustInput extends ItemVerbInput {
  readonly id: number;
  /** The signed change of the quantity in millionths, not 0. */
  readonly qty: number;
  readonly reasonSUID: string;
}

/**
 * Adjusts an item's actual quantity. A scrapped item that is found again becomes available, but only
 * as a correction. Refuses `not_found`, `reason_not_assigned`, `inactive`, `item_status`,
 * `decimal_places`, `negative_quantity`, `quantity_range`, `tracking` and `already_built`.
 * Source: spec.md, POST /api/MaterialItem/ItemAdjust.
 */
export const adjustItem = batchItemVerb({
  conflicts: {
    of: ["MaterialItem/ItemAdjust", "MaterialItem/ItemAdjustMany"],
    asserts: { MaterialReason: "", Product: "" },
  },
  action: "adjusted",
  idPointer: "/materialitemid",
  reads: (inputs: readonly AdjustInput[]) => ({
    reasons: reasonsBySuid({ reasons: foldedNames(inputs.map(({ reasonSUID }) => reasonSUID)) }),
    statuses: serviceStatuses(),
  }),
  decide: ({ item, facts }, { qty, reasonSUID }) => {
    const reason = requireReason(facts.reasons, reasonSUID);
    requireAssigned(reason, "adjust");
    requireAdjustable(item, reason);
    const { unit, visualSerialNo } = item;
    requireDecimalPlaces(qty, measuredProductOf(item), "/adjustqty");
    const actualQty = item.actualQty + qty;
    if (actualQty < 0) {
      throw refusalAt(
        "negative_quantity",
        "/adjustqty",
        `Item ${visualSerialNo} has ${formatQuantity(item.actualQty)} ${unit} in stock: ` +
          `${formatQuantity(qty)} ${unit} would take it below 0.`,
        { limit: item.actualQty / scale },
      );
    }
    requireInRange(actualQty, unit, `Item ${visualSerialNo}`, "/adjustqty");
    requireSingleStock(actualQty, item, "/adjustqty");
    return {
      asserts: [relyOn("MaterialReason", reason), relyOnTracking(item)],
      patch: { actualQty, ...statusAfter(facts.statuses, item, actualQty) },
      reasonId: reason.id,
      adjustment: { qty, reasonId: reason.id },
    };
  },
});

/** Adjusts the quantities of several items, in order. */
export const adjustMany = adjustItem.many;

/** Refuses (`item_status`) a voided item, and a scrapped one unless it is corrected. */
function requireAdjustable(item: Item, reason: Reason): void {
  requireStatusNot(item, ["voided"], "adjusted");
  if (item.statusSuidKey !== "scrapped" || reason.suidKey === correctionKey) return;
  throw new Refusal(
    "item_status",
    `Item ${item.visualSerialNo} is Scrapped: only the reason CORRECTION puts it in stock again.`,
  );
}

// Used-up consumable material becomes Consumed. If some is found again, it is in stock again.
function statusAfter(statuses: readonly Status[], item: Item, actualQty: number) {
  if (actualQty === 0) return item.consumable ? withStatus(statuses, "consumed") : {};
  const isUsedUp = item.statusSuidKey === "consumed" || item.statusSuidKey === "scrapped";
  return isUsedUp ? withStatusOfStock(statuses, item) : {};
}
