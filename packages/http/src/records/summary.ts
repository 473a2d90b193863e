import type { SummaryRecord } from "@asbuilt/contract";
import type { Summary } from "@asbuilt/core";
import { wireDecimal, wireTime, wireTimeOrNull } from "./wire.ts";

/** Returns the plant in numbers in wire form. */
export const toSummaryRecord = (summary: Summary): SummaryRecord => ({
  at: wireTime(summary.at),
  orders: [...summary.orders],
  startedOrders: summary.startedOrders.map((order) => ({
    id: order.id,
    orderNo: order.orderNo,
    productID: order.productId,
    productName: order.productName,
    qty: wireDecimal(order.qty),
    unit: order.unit,
    startDT: wireTimeOrNull(order.startAt),
    units: order.units,
    unitsComplete: order.unitsComplete,
    isCapped: order.isCapped,
  })),
  inWork: summary.inWork,
  held: summary.held,
  expired: summary.expired,
  expiring: summary.expiring,
  expiringUntil: wireTime(summary.expiringUntil),
  hours: summary.hours.map(({ at, ...counts }) => ({ at: wireTime(at), ...counts })),
});
