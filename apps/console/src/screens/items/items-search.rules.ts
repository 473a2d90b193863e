import type { Call } from "@asbuilt/client";
import type { ItemFilters } from "./items.route.ts";

type Body = NonNullable<Call<"materialItemSearch">["body"]>;

/** The orders of the list, as the service names them. */
export const itemOrders = ["newest", "oldest", "lastChanged", "visualSerialNo", "expiry"] as const;

/** Returns the filters of the address as a search has them. Others than known values are dropped. */
export function searchOf(filters: ItemFilters): Body {
  const { text, productName, location, batchNo, orderNo, statusID, expiresBefore } = filters;
  const order = itemOrders.find((known) => known === filters.order);
  return {
    ...(text === undefined ? {} : { text }),
    ...(productName === undefined ? {} : { productName }),
    ...(location === undefined ? {} : { location }),
    ...(batchNo === undefined ? {} : { batchNo }),
    ...(orderNo === undefined ? {} : { orderNo }),
    ...(statusID !== undefined && /^\d{1,9}$/.test(statusID) ? { statusID: Number(statusID) } : {}),
    ...(expiresBefore === undefined ? {} : { expiresBefore }),
    ...(isFlag(filters.isHeld) ? { isHeld: filters.isHeld === "true" } : {}),
    ...(isFlag(filters.isInStock) ? { isInStock: filters.isInStock === "true" } : {}),
    ...(order ? { order } : {}),
  };
}

const isFlag = (text: string | undefined) => text === "true" || text === "false";
