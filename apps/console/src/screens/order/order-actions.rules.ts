import type { OperationName } from "@asbuilt/client";
import { addExact } from "../../contract/decimal.rules.ts";
import type { Order, OrderCompleteness, OrderStatus } from "./order.ts";

export type OrderAction = "start" | "complete" | "edit" | "version" | "cancel";

/** The operation that each action asks for. */
export const orderOperations = {
  start: "worksOrderStart",
  complete: "worksOrderComplete",
  edit: "worksOrderUpsert",
  version: "worksOrderChangeVersion",
  cancel: "worksOrderCancel",
} as const satisfies Readonly<Record<OrderAction, OperationName>>;

const actionsOf: Readonly<Record<OrderStatus, readonly OrderAction[]>> = {
  Created: ["start", "edit", "cancel"],
  Started: ["complete", "start", "edit", "version", "cancel"],
  Completed: ["edit"],
  Cancelled: ["edit"],
};

/** Returns the actions that the state of an order and the person's role allow, the main one first. */
export const possibleActions = (
  status: OrderStatus,
  may: (operation: OperationName) => boolean,
): readonly OrderAction[] => actionsOf[status].filter((action) => may(orderOperations[action]));

/** Returns the fields of an order that can still be changed. */
export function changeableFields(status: OrderStatus): readonly string[] {
  if (status === "Created") {
    return ["orderNo", "productName", "bom", "version", "qty", "description"];
  }
  return status === "Started" ? ["qty", "description"] : ["description"];
}

/**
 * Returns what is left to start, as the service counts it: scrapped and voided units are replaced.
 * Undefined if not all units are listed, and those that are do not tell.
 */
export function qtyLeftOf(
  { qty, status }: Pick<Order, "qty" | "status">,
  { units, unitCount }: Pick<OrderCompleteness, "units" | "unitCount">,
  replacedStatuses: readonly string[],
): number | undefined {
  if (status === "Created") return qty;
  const started = units
    .filter((unit) => !replacedStatuses.includes(unit.status))
    .reduce((sum, { nominalQty }) => addExact(sum, nominalQty), 0);
  if (started >= qty) return 0;
  return units.length < unitCount ? undefined : addExact(qty, -started);
}
