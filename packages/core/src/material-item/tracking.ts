import type { Tracking } from "../database/schema/index.ts";
import { type Assertion, relyOn } from "../engine/index.ts";
import { formatQuantity, scale } from "../values/decimal.ts";
import { refusalAt } from "../refusal.ts";
import type { Item, NewItem } from "./item.ts";

/** The fields of an item that say how its product is tracked. */
type TrackedItem = Pick<Item, "tracking" | "productName" | "unit" | "visualSerialNo" | "container">;

/**
 * Refuses (`tracking`) a quantity other than one of a product tracked by serial. `pointer` is its
 * place in the body, if it has one.
 */
export function requireOne(
  qty: number,
  { tracking, name, unit }: { tracking: Tracking; name: string; unit: string },
  pointer?: string,
): void {
  if (tracking !== "Serial" || qty === scale) return;
  throw refusalAt(
    "tracking",
    pointer,
    `${name} is tracked by serial: an item of it is 1 ${unit}, not ${formatQuantity(qty)} ${unit}.`,
    { limit: 1 },
  );
}

/** Refuses (`tracking`) a quantity other than one of an item tracked by serial. */
export const requireOneOf = (qty: number, item: TrackedItem | NewItem, pointer: string): void =>
  requireOne(qty, { ...item, name: item.productName }, pointer);

/**
 * Refuses (`already_built`) an item tracked by serial that is built somewhere. `pointer` is its
 * place in the body.
 */
export function requireNotBuilt(item: TrackedItem, pointer: string): void {
  const { container, visualSerialNo, productName } = item;
  if (container === null) return;
  throw refusalAt(
    "already_built",
    pointer,
    `Item ${visualSerialNo} is already built into ${container.visualSerialNo}, and ${productName} ` +
      "is tracked by serial: there is only one. Remove it there first.",
    { builtInto: container },
  );
}

/**
 * Refuses (`tracking`, `already_built`) a new stock that an item tracked by serial can't have.
 * `pointer` is its place in the body.
 */
export function requireSingleStock(actualQty: number, item: TrackedItem, pointer: string): void {
  if (actualQty === 0) return;
  requireOneOf(actualQty, item, pointer);
  requireNotBuilt(item, pointer);
}

/**
 * The assertion of a change that an item can't have if it is tracked by serial or kept in fewer
 * decimals: its product is still tracked and kept as it was read.
 */
export const relyOnTracking = ({ productId, productRevNo }: Item): Assertion =>
  relyOn("Product", { id: productId, revNo: productRevNo });
