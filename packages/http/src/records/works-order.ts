import type { StartedWorksOrderRecord, WorksOrderRecord } from "@asbuilt/contract";
import { formatVersion, type Order, type StartedWorksOrder } from "@asbuilt/core";
import { decimal, timeOrNull } from "./wire.ts";

/** A works order as every answer carries it. */
export const toWorksOrderRecord = (order: Order): WorksOrderRecord => ({
  id: order.id,
  orderNo: order.orderNo,
  description: order.description,
  productName: order.productName,
  productID: order.productId,
  bom: order.bom,
  bomID: order.bomId,
  version: formatVersion(order),
  bomVersionID: order.bomVersionId,
  qty: decimal(order.qty),
  status: order.status,
  startDT: timeOrNull(order.startAt),
  endDT: timeOrNull(order.endAt),
});

/** A works order with the items that it was started with. */
export const toStartedRecord = ({ order, items }: StartedWorksOrder): StartedWorksOrderRecord => ({
  ...toWorksOrderRecord(order),
  items: items.map(({ id, visualSerialNo, qty }) => ({ id, visualSerialNo, qty: decimal(qty) })),
});
