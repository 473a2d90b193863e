import { fitsDecimalPlaces, formatQuantity, largest } from "../values/decimal.ts";
import { Refusal } from "../refusal.ts";

/** Refuses (`decimal_places`) a quantity with more decimals than its product is kept in. */
export function requireDecimalPlaces(qty: number, places: number, productName: string): void {
  if (fitsDecimalPlaces(qty, places)) return;
  throw new Refusal(
    "decimal_places",
    `${formatQuantity(qty)} has more decimals than the ${places} in which ${productName} is kept.`,
  );
}

/** Refuses (`quantity_range`) a sum in millionths that has more than nine digits before the point. */
export function requireInRange(qty: number): void {
  if (qty <= largest) return;
  throw new Refusal("quantity_range", `${formatQuantity(qty)} has more than 9 digits.`);
}
