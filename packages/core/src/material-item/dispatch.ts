import { factsOfUnit } from "../completeness/facts.ts";
import { type Allowances, gateConflicts, passUnit } from "../completeness/gate.ts";
import { requireNotExpired, requireNotOnHold } from "./item.ts";
import { type ItemVerbInput, itemVerb } from "./item-verb.ts";
import { requireStatusNot, serviceStatuses, withStatus } from "./status.ts";

export interface DispatchInput extends ItemVerbInput, Allowances {}

/**
 * Dispatches an item out of the plant. It keeps its quantity, and becomes Dispatched. Refuses
 * `not_found`, `item_status` of an unfinished, consumed, scrapped, dispatched or voided item,
 * `item_on_hold`, `item_expired`, `incomplete` and `contains_held`.
 */
export const dispatchItem = itemVerb({
  conflicts: { of: ["MaterialItem/Dispatch"], ...gateConflicts },
  action: "dispatched",
  reads: ([input]: readonly DispatchInput[]) => ({
    statuses: serviceStatuses(),
    ...factsOfUnit(input!),
  }),
  decide: ({ item, facts, at }, input) => {
    requireStatusNot(item, ["wip", "consumed", "scrapped", "dispatched", "voided"], "dispatched");
    requireNotOnHold(item);
    requireNotExpired(item, at);
    return {
      ...passUnit(item, facts, input),
      patch: withStatus(facts.statuses, "dispatched"),
    };
  },
});
