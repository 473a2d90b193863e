import { Refusal } from "../refusal.ts";
import type { Item } from "./item.ts";
import { isFinished } from "./status.ts";

/**
 * Refuses an item that is not stock to divide or to put together: (`item_status`) if Build could not
 * consume it, if it is in work, or if it is an unfinished unit of a works order; (`tracking`) if it
 * is tracked by serial. `done` ends the messages: "split".
 */
export function requireDivisible(item: Item, done: "split" | "merged"): void {
  const { visualSerialNo, status, worksOrderId, orderNo, tracking, productName } = item;
  if (!item.consumable || item.statusSuidKey === "wip") {
    throw new Refusal("item_status", `Item ${visualSerialNo} is ${status}: it can't be ${done}.`);
  }
  if (worksOrderId !== null && !isFinished(item)) {
    throw new Refusal(
      "item_status",
      `Item ${visualSerialNo} is a unit of works order ${orderNo} that is not finished: it can't ` +
        `be ${done}.`,
    );
  }
  if (tracking !== "Serial") return;
  throw new Refusal(
    "tracking",
    `${productName} is tracked by serial: item ${visualSerialNo} is a single thing and can't be ` +
      `${done}.`,
  );
}
