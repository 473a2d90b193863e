/** Quantities and costs are integers of millionths, from the wire's edge to the database. */
export const scale = 1_000_000;

/** The largest quantity or cost: nine digits before the point and six after, in millionths. */
export const largest = 999_999_999_999_999;

/** The same as a big integer. */
export const bigScale = BigInt(scale);

/** The smallest quantity of `places` (0 to 6) decimals, in millionths. */
export const stepOf = (places: number): number => 10 ** (6 - places);

/** Whether a quantity in millionths has at most `places` (0 to 6) significant decimals. */
export const fitsDecimalPlaces = (quantity: number, places: number): boolean =>
  quantity % stepOf(places) === 0;

/** A quantity in millionths as people write it: 1500000 is "1.5". */
export const formatQuantity = (quantity: number): string => String(quantity / scale);

/**
 * `quantity * numerator / denominator`, all in millionths.
 * Undefined where the result is not exact in six decimals, or passes the largest quantity.
 */
export function convertExactly(
  quantity: number,
  numerator: number,
  denominator: number,
): number | undefined {
  const product = BigInt(quantity) * BigInt(numerator);
  const divisor = BigInt(denominator);
  if (product % divisor !== 0n) return undefined;
  const result = Number(product / divisor);
  return result <= largest ? result : undefined;
}

/** `left * right` of two quantities in millionths, in millionths of millionths: always exact. */
export const multiply = (left: number, right: number): bigint => BigInt(left) * BigInt(right);
