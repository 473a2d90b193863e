import { factsOfUnits } from "../completeness/facts.ts";
import {
  type Allowances,
  detailOf,
  gateConflicts,
  isDeviation,
  passUnit,
} from "../completeness/gate.ts";
import { Refusal } from "../refusal.ts";
import { signedConflicts } from "../signature/gate.ts";
import { type Item, relyOnBatch, requireNotOnHold } from "./item.ts";
import { type ItemVerbInput, itemVerb } from "./item-verb.ts";
import { requireSignedItem } from "./signed-item.ts";
import { isFinished, requireRunningOrder, serviceStatuses, withStatus } from "./status.ts";

export interface CompleteItemInput extends ItemVerbInput, Allowances {}

/**
 * Finishes one unit of a works order: in work, it becomes Available. A unit that is not finished and
 * is built into something stays there. Refuses `not_found`, `item_status`, `order_status`,
 * `item_on_hold`, `evidence_missing`, `incomplete`, `contains_held` and `signature_required`.
 */
export const completeItem = itemVerb({
  conflicts: {
    of: ["MaterialItem/Complete"],
    ...gateConflicts,
    asserts: { ...gateConflicts.asserts, ...signedConflicts, Product: "if the item has a batch" },
  },
  needsSignatures: true,
  action: "completed",
  reads: (inputs: readonly CompleteItemInput[]) => ({
    statuses: serviceStatuses(),
    ...factsOfUnits(inputs),
  }),
  decide: ({ item, facts, at }, input) => {
    requireUnfinished(item);
    requireRunningOrder(item, "completed");
    requireNotOnHold(item);
    const isInWork = item.statusSuidKey === "wip";
    const passed = passUnit(item, facts, input);
    const signed = requireSignedItem(item, [
      "complete",
      ...(isDeviation(passed.detail) ? ["allowIncomplete" as const] : []),
    ]);
    return {
      ...passed,
      detail: detailOf(passed.detail, signed.detail),
      asserts: [...passed.asserts, ...relyOnBatch(item), ...signed.asserts],
      patch: { endAt: at, ...(isInWork ? withStatus(facts.statuses, "available") : {}) },
    };
  },
});

/** Refuses (`item_status`) an item that is not in work, and not an unfinished unit of an order. */
function requireUnfinished(item: Item): void {
  const { statusSuidKey: key, visualSerialNo, status, worksOrderId } = item;
  const isGone = key === "scrapped" || key === "dispatched" || key === "voided";
  if (!isGone && (key === "wip" || (worksOrderId !== null && !isFinished(item)))) return;
  throw new Refusal(
    "item_status",
    `Item ${visualSerialNo} is ${status}: only a unit in work can be completed.`,
  );
}
