import { requireNotExpired, requireNotOnHold } from "./item.ts";
import { type ItemVerbInput, itemVerb } from "./item-verb.ts";
import { requireStatusNot, serviceStatuses, withStatus } from "./status.ts";

/**
 * Dispatches an item out of the plant. It keeps its quantity, and becomes Dispatched. Refuses
 * `not_found`, `item_status` of an unfinished, consumed, scrapped or dispatched item,
 * `item_on_hold` and `item_expired`.
 */
export const dispatchItem = itemVerb({
  conflicts: { of: ["MaterialItem/Dispatch"] },
  action: "dispatched",
  reads: (_inputs: readonly ItemVerbInput[]) => ({ statuses: serviceStatuses() }),
  decide: ({ item, facts, at }) => {
    requireStatusNot(item, ["wip", "consumed", "scrapped", "dispatched"], "dispatched");
    requireNotOnHold(item);
    requireNotExpired(item, at);
    return { patch: withStatus(facts.statuses, "dispatched") };
  },
});
