import type { StartedWorksOrderRecord, WorksOrderRecord } from "@asbuilt/contract";
import { formatVersion, type Order, type StartedWorksOrder } from "@asbuilt/core";
import { wireDecimal, wireTimeOrNull } from "./wire.ts";

/** Returns a works order in wire form. */
export const toWorksOrderRecord = (order: Order): WorksOrderRecord => ({
  id: order.id,
  revNo: order.revNo,
  orderNo: order.orderNo,
  description: order.description,
  productName: order.productName,
  productID: order.productId,
  bom: order.bom,
  bomID: order.bomId,
  version: formatVersion(order),
  bomVersionID: order.bomVersionId,
  qty: wireDecimal(order.qty),
  status: order.status,
  startDT: wireTimeOrNull(order.startAt),
  endDT: wireTimeOrNull(order.endAt),
});

/** Returns a works order with the items that a start created. */
export const toStartedRecord = ({
  order,
  items,
  progress,
}: StartedWorksOrder): StartedWorksOrderRecord => ({
  ...toWorksOrderRecord(order),
  ...(progress && {
    qtyStarted: wireDecimal(progress.qtyStarted),
    qtyLeft: wireDecimal(progress.qtyLeft),
    unit: progress.unit,
  }),
  items: items.map(({ id, visualSerialNo, qty }) => ({
    id,
    visualSerialNo,
    qty: wireDecimal(qty),
  })),
});
