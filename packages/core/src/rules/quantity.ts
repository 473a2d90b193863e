import { fitsDecimalPlaces, formatQuantity, largest } from "../values/decimal.ts";
import { refusalAt } from "../refusal.ts";

/**
 * Refuses (`decimal_places`) a quantity with more decimals than its product is kept in. `pointer`
 * is where it stands in the body, if it does.
 */
export function requireDecimalPlaces(
  qty: number,
  places: number,
  productName: string,
  pointer?: string,
): void {
  if (fitsDecimalPlaces(qty, places)) return;
  throw refusalAt(
    "decimal_places",
    pointer,
    `${formatQuantity(qty)} has more decimals than the ${places} in which ${productName} is kept.`,
  );
}

/**
 * Refuses (`quantity_range`) a sum in millionths that has more than nine digits before the point.
 * `pointer` is where that stands in the body which is added.
 */
export function requireInRange(qty: number, pointer: string): void {
  if (qty <= largest) return;
  throw refusalAt("quantity_range", pointer, `${formatQuantity(qty)} has more than 9 digits.`);
}
