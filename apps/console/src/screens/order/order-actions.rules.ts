import type { OperationName } from "@asbuilt/client";
import { addExact } from "../../contract/decimal.rules.ts";
import type { Order, OrderCompleteness, OrderStatus } from "./order.ts";

export type OrderAction = "start" | "complete" | "edit" | "cancel";

/** The operation that each action asks for. */
export const orderOperations = {
  start: "worksOrderStart",
  complete: "worksOrderComplete",
  edit: "worksOrderUpsert",
  cancel: "worksOrderCancel",
} as const satisfies Readonly<Record<OrderAction, OperationName>>;

const actionsOf: Readonly<Record<OrderStatus, readonly OrderAction[]>> = {
  Created: ["start", "edit", "cancel"],
  Started: ["complete", "start", "edit", "cancel"],
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

/** Returns whether the open units alone are the whole quantity: then nothing is left to start. */
export const isAllStarted = (
  { qty }: Pick<Order, "qty">,
  { units }: Pick<OrderCompleteness, "units">,
): boolean =>
  units
    .filter(({ isOpen }) => isOpen)
    .map(({ nominalQty }) => nominalQty)
    .reduce(addExact, 0) >= qty;
