import { factsOfUnits } from "../completeness/facts.ts";
import { type Allowances, gateConflicts, passUnit } from "../completeness/gate.ts";
import { relyOnBatch, requireNotExpired, requireNotOnHold } from "./item.ts";
import { batchItemVerb, type ItemVerbInput } from "./item-verb.ts";
import { type PartInput, partOf } from "./part.ts";
import { requireStatusNot, serviceStatuses, withStatus } from "./status.ts";

export interface DispatchInput extends ItemVerbInput, PartInput, Allowances {}

/**
 * Dispatches an item, or a part of it, out of the plant. It keeps its quantity, and becomes
 * Dispatched. Refuses `not_found`, `item_status` of an unfinished, consumed, scrapped, dispatched or
 * voided item, `item_on_hold`, `item_expired`, `evidence_missing`, `incomplete` and `contains_held`.
 */
export const dispatchItem = batchItemVerb({
  conflicts: {
    of: ["MaterialItem/Dispatch", "MaterialItem/DispatchMany"],
    asserts: {
      ...gateConflicts.asserts,
      Product: "if the item has a batch, or a part is taken off",
    },
    absences: gateConflicts.absences,
  },
  action: "dispatched",
  part: partOf,
  // A Dispatch changes neither what is in a unit nor what of it is unfinished or on hold.
  reads: (inputs: readonly DispatchInput[]) => ({
    statuses: serviceStatuses(),
    ...factsOfUnits(inputs),
  }),
  decide: ({ item, facts, at }, input) => {
    requireStatusNot(item, ["wip", "consumed", "scrapped", "dispatched", "voided"], "dispatched");
    requireNotOnHold(item);
    requireNotExpired(item, at);
    // Each part that is taken off a lot contains what is built into the lot.
    const passed = passUnit(item, facts, input);
    return {
      ...passed,
      asserts: [...passed.asserts, ...relyOnBatch(item)],
      patch: withStatus(facts.statuses, "dispatched"),
    };
  },
});

/** Dispatches several items, or parts of them, in order. */
export const dispatchMany = dispatchItem.many;
