import { Refusal } from "../refusal.ts";
import { type ItemVerbInput, itemVerb } from "./item-verb.ts";
import { requireRunningOrder, serviceStatuses, withStatus } from "./status.ts";

/**
 * Opens a finished unit of a works order again: Available, it becomes WIP. Material can then be built
 * into it, also after its order was completed. Refuses `not_found`, `item_status` of an item that is
 * not Available or not of a works order, and `order_status`.
 */
export const reopenItem = itemVerb({
  conflicts: { of: ["MaterialItem/Reopen"] },
  action: "reopened",
  reads: (_inputs: readonly ItemVerbInput[]) => ({ statuses: serviceStatuses() }),
  decide: ({ item, facts }) => {
    const { visualSerialNo, status } = item;
    if (item.statusSuidKey !== "available") {
      const why = `Item ${visualSerialNo} is ${status}: only an Available unit can be reopened.`;
      throw new Refusal("item_status", why);
    }
    if (item.worksOrderId === null) {
      const why = `Item ${visualSerialNo} is not a unit of a works order: it can't be reopened.`;
      throw new Refusal("item_status", why);
    }
    requireRunningOrder(item, "reopened");
    return { patch: { endAt: null, ...withStatus(facts.statuses, "wip") } };
  },
});
