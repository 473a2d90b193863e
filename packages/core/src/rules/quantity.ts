import { fitsDecimalPlaces, formatQuantity, quantityMax } from "../values/decimal.ts";
import { refusalAt } from "../refusal.ts";

/**
 * Refuses (`decimal_places`) a quantity with more decimals than its product has. `pointer` is its
 * place in the body, if it has one.
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
    `${formatQuantity(qty)} has too many decimals: ${productName} is kept in ${places}.`,
  );
}

/**
 * Refuses (`quantity_range`) a sum in millionths with more than nine digits before the point.
 * `pointer` is the place in the body of the quantity that was added.
 */
export function requireInRange(qty: number, pointer: string): void {
  if (qty <= quantityMax) return;
  throw refusalAt(
    "quantity_range",
    pointer,
    `${formatQuantity(qty)} has more than 9 digits before the decimal point.`,
  );
}
