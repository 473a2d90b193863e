import type { LabelValues } from "./fill.rules.ts";

/** The fields of an item that a label can have. */
export interface LabelledItem {
  readonly visualSerialNo: string;
  readonly uniqueID: string | null;
  readonly productName: string;
  readonly version: string | null;
  readonly batchNo: string | null;
  readonly deliveryNo?: string | null;
  readonly orderNo: string | null;
  readonly actualQty: number;
  readonly location: string | null;
  readonly status: string;
  readonly expiryDate: string | null;
}

interface LabelContext {
  readonly unit: string;
  readonly productSUID: string | null;
  readonly timeZone: string;
}

/** Returns the values of an item's label. They are the same in every language. */
export function itemLabelValues(item: LabelledItem, context: LabelContext): LabelValues {
  const expiryDate = item.expiryDate === null ? "" : dayIn(item.expiryDate, context.timeZone);
  return {
    visualSerialNo: item.visualSerialNo,
    uniqueID: item.uniqueID ?? "",
    productName: item.productName,
    productSUID: context.productSUID ?? "",
    version: item.version ?? "",
    batchNo: item.batchNo ?? "",
    deliveryNo: item.deliveryNo ?? "",
    orderNo: item.orderNo ?? "",
    qty: decimalText(item.actualQty),
    unit: context.unit,
    location: item.location ?? "",
    status: item.status,
    expiryDate,
    expiryYYMMDD: expiryDate.replaceAll("-", "").slice(-6),
  };
}

/** The last day of an item, in the plant's time zone. */
const dayIn = (at: string, timeZone: string): string =>
  // The Swedish way to write a date is YYYY-MM-DD.
  new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short" }).format(new Date(at));

/** A small quantity must not be written as `1e-7`. */
const decimalText = (value: number): string =>
  new Intl.NumberFormat("en", { maximumFractionDigits: 6, useGrouping: false }).format(value);
