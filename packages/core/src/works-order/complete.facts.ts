import { inArray } from "drizzle-orm";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { bomSlot, worksOrder } from "../database/schema/index.ts";
import type { RowsOf } from "../engine/index.ts";
import { builtInto, candidatesOf } from "../consumption/facts.ts";
import { serviceStatuses } from "../material-item/status.ts";
import { orderItems } from "./items.ts";
import {
  addressesOf,
  itemsOfOrders,
  ofOrders,
  type OrderAddress,
  ordersAddressed,
} from "./order.ts";

export interface CompleteWorksOrderInput extends OrderAddress {
  /** Completes the order although required slots are under their minima. It needs a comment. */
  readonly allowIncomplete?: boolean | null | undefined;
  readonly comment?: string | null | undefined;
}

const versionsOfOrders = () => ofOrders(worksOrder.bomVersionId);
const candidatesOfOrders = statement(() => candidatesOf(versionsOfOrders()));
const builtIntoOrders = statement(() => builtInto(itemsOfOrders()));
const slotsOfOrders = statement(() =>
  query
    .select({ id: bomSlot.id, description: bomSlot.description })
    .from(bomSlot)
    .where(inArray(bomSlot.bomVersionId, versionsOfOrders())),
);

/**
 * Reads the orders, their items, the candidates of their BoM versions and what is built of each.
 */
export function loadComplete(inputs: readonly CompleteWorksOrderInput[]) {
  const addresses = addressesOf(inputs);
  return {
    orders: ordersAddressed(addresses),
    items: orderItems(addresses),
    slots: slotsOfOrders(addresses),
    candidates: candidatesOfOrders(addresses),
    built: builtIntoOrders(addresses),
    statuses: serviceStatuses(),
  };
}
export type CompleteFacts = RowsOf<ReturnType<typeof loadComplete>>;
