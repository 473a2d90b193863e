/** The factor of quantities and costs, which are integers of millionths inside the service. */
export const scale = 1_000_000;

/** The largest quantity or cost: nine digits before the point and six after, in millionths. */
export const quantityMax = 999_999_999_999_999;

/** The scale as a big integer. */
export const bigScale = BigInt(scale);

/** Returns the smallest quantity with `places` (0 to 6) decimals, in millionths. */
export const stepOf = (places: number): number => 10 ** (6 - places);

/** Whether a quantity in millionths has at most `places` (0 to 6) significant decimals. */
export const fitsDecimalPlaces = (quantity: number, places: number): boolean =>
  quantity % stepOf(places) === 0;

/** Formats a quantity in millionths for people: 1500000 is "1.5". */
export const formatQuantity = (quantity: number): string => String(quantity / scale);

/**
 * Returns `quantity * numerator / denominator`, all in millionths. Returns undefined if the result
 * is not exact in six decimals, or exceeds the largest quantity.
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
  return result <= quantityMax ? result : undefined;
}

/** Rounds a fraction of positive numbers half up, to a multiple of `step`. */
export function roundedTo(numerator: bigint, denominator: bigint, step: bigint): bigint {
  const divisor = denominator * step;
  return ((2n * numerator + divisor) / (2n * divisor)) * step;
}

/** Multiplies two quantities in millionths exactly. The product is in millionths of millionths. */
export const multiply = (left: number, right: number): bigint => BigInt(left) * BigInt(right);
