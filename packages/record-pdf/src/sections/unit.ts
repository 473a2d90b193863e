import { type Facts, quantityText } from "../facts.ts";
import type { Paper } from "../paper.ts";

/** The digest and the file that identify the record itself. */
export interface Identity {
  /** The SHA-256 of the attached JSON, as hexadecimal digits. */
  readonly digest: string;
  /** The name of the attached file. */
  readonly file: string;
}

/** The beginning of the record: the unit, its order, product and state. */
export function writeUnit(paper: Paper, facts: Facts, { digest, file }: Identity): void {
  const { record, unit, time, timeZone } = facts;
  const { at, knownAt } = record;
  const design = record.designs.find(({ id }) => id === unit.id);
  paper.title("Device history record");
  paper.facts([
    ["Unit", unit.visualSerialNo],
    ["Product", withVersion(unit.productName, unit.version)],
    ["Works order", unit.orderNo],
    ["BoM and version", design && `${design.bom} ${design.version}`],
    ["Quantity", quantityText(unit.nominalQty, unit.unit)],
    ["Status", unit.status],
    ["Batch", unit.batchNo],
    ["Delivery", unit.deliveryNo],
    ["Started", time(unit.startDT)],
    ["Completed", time(unit.endDT)],
    ["Expires", time(unit.expiryDate)],
    ["As it was on", time(at)],
    ["As it was known on", time(knownAt)],
    ["Items in it", String(record.items.length - 1)],
    ["Changes", String(record.changes.length)],
    ["Time zone", `${timeZone}. Each time has its offset from UTC.`],
    ["Attached record", `${file}, SHA-256 ${digest}`],
  ]);
  paper.paragraph(
    "The attached file is the record itself, as JSON. This document shows what is in it. " +
      "`asbuilt verify --record` checks the attached file.",
  );
}

/** The works orders of the unit and of the units in it. */
export function writeOrders(paper: Paper, { record, time }: Facts): void {
  if (record.orders.length === 0) return;
  paper.heading("Works orders");
  paper.table(
    [
      { name: "Order", share: 3 },
      { name: "Product", share: 3 },
      { name: "BoM and version", share: 3 },
      { name: "Quantity", share: 1.7, isNumber: true },
      { name: "Status", share: 1.8 },
      { name: "Started", share: 2.6 },
      { name: "Completed", share: 2.6 },
    ],
    record.orders.map((order) => ({
      cells: [
        order.orderNo,
        order.productName,
        `${order.bom} ${order.version}`,
        String(order.qty),
        order.status,
        time(order.startDT),
        time(order.endDT),
      ],
    })),
  );
}

export const withVersion = (name: string, version: string | null): string =>
  version === null ? name : `${name} ${version}`;
