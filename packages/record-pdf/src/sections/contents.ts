import { type Facts, quantityText, type RecordedChange } from "../facts.ts";
import type { Paper } from "../paper.ts";
import { withVersion } from "./unit.ts";

/** Deeper levels stand no further in: paper is narrow. */
const indentMax = 8;
const indentStep = 7;

/** Everything in the unit, at all levels, each row below the one that contains it. */
export function writeContents(paper: Paper, { record, time }: Facts): void {
  paper.heading("As built");
  if (record.contents.length === 0) {
    paper.paragraph("Nothing is built into this unit.");
    return;
  }
  paper.table(
    [
      { name: "Serial", share: 3.6 },
      { name: "Level", share: 1, isNumber: true },
      { name: "Product", share: 2.4 },
      { name: "Batch", share: 1.6 },
      { name: "Slot", share: 2 },
      { name: "Quantity", share: 1.7, isNumber: true },
      { name: "Built", share: 2.3 },
      { name: "By", share: 2 },
    ],
    record.contents.map((place) => ({
      indent: Math.min(place.level - 1, indentMax) * indentStep,
      cells: [
        place.visualSerialNo,
        String(place.level),
        withVersion(place.productName, place.version),
        place.batchNo ?? "",
        place.link === "build" ? place.slot : `(${place.link})`,
        quantityText(place.qty, place.unit),
        time(place.at),
        place.user ?? "",
      ],
    })),
  );
}

const receipts: ReadonlySet<string> = new Set([
  "received",
  "receivedAndBuilt",
  "adopted",
  "started",
]);

/** The receipt or start of each item, its batch, delivery and expiry. */
export function writeItems(paper: Paper, { record, time }: Facts): void {
  const received = new Map<number, RecordedChange>();
  for (const change of record.changes) {
    if (change.entity !== "MaterialItem" || !receipts.has(change.action)) continue;
    if (!received.has(change.id)) received.set(change.id, change);
  }
  paper.heading("Items and receipts");
  paper.table(
    [
      { name: "Serial", share: 3 },
      { name: "Product", share: 2.4 },
      { name: "Batch", share: 1.6 },
      { name: "Delivery", share: 1.6 },
      { name: "Expires", share: 2.1 },
      { name: "Quantity", share: 1.8, isNumber: true },
      { name: "Status", share: 1.8 },
      { name: "Received or started", share: 2.2 },
      { name: "By", share: 2 },
    ],
    record.items.map((item) => {
      const receipt = received.get(item.id);
      return {
        cells: [
          item.visualSerialNo,
          withVersion(item.productName, item.version),
          item.batchNo ?? "",
          item.deliveryNo ?? "",
          time(item.expiryDate),
          quantityText(item.nominalQty, item.unit),
          item.status,
          receipt ? time(receipt.occurredAt ?? receipt.at) : "",
          receipt?.user ?? "",
        ],
      };
    }),
  );
}
