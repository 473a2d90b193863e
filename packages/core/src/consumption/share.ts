import { bigScale, multiply, roundedTo, stepOf } from "../values/decimal.ts";
import type { Candidate } from "./facts.ts";

/** A fraction of big integers. With it, shares of a slot are exact. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The candidates of a slot, and the quantity built of each into one parent, by candidate. */
export interface Filling {
  readonly candidates: readonly Candidate[];
  readonly builtQty: ReadonlyMap<number, number>;
}

/**
 * Converts a quantity per unit of parent to the exact total in millionths of the child's base unit.
 */
export const exactTotalOf = (
  perUnit: number,
  candidate: Candidate,
  parentQty: number,
): Fraction => ({
  numerator: multiply(perUnit, parentQty) * BigInt(candidate.useFactor),
  denominator: bigScale * BigInt(candidate.baseFactor),
});

/** Returns the same total, rounded half up to the decimals in which the child is kept. */
export function totalOf(perUnit: number, candidate: Candidate, parentQty: number): bigint {
  const { numerator, denominator } = exactTotalOf(perUnit, candidate, parentQty);
  return roundedTo(numerator, denominator, BigInt(stepOf(candidate.inventoryDecimalPlaces)));
}

/**
 * Returns the rest of 1 after the built share of each candidate. A share is the built quantity,
 * divided by the candidate's own total of a field. No limit, and a total of 0, have no share. With a
 * maximum of 0, whatever is built is too much.
 */
export function freeShare(
  { candidates, builtQty }: Filling,
  parentQty: number,
  field: "qty" | "minQty" | "maxQty",
): Fraction {
  let free: Fraction = { numerator: 1n, denominator: 1n };
  for (const candidate of candidates) {
    const built = builtQty.get(candidate.candidateId) ?? 0;
    const perUnit = candidate[field];
    if (built === 0 || perUnit === null) continue;
    const total = totalOf(perUnit, candidate, parentQty);
    if (total === 0n && field === "maxQty") return { numerator: -1n, denominator: 1n };
    if (total === 0n) continue;
    // free - built / total, with a common denominator.
    free = {
      numerator: free.numerator * total - BigInt(built) * free.denominator,
      denominator: free.denominator * total,
    };
  }
  return free;
}

/** Returns a share of a total, rounded down to millionths. A share below 0 gives 0. */
export const shareOf = ({ numerator, denominator }: Fraction, total: bigint): bigint =>
  numerator <= 0n ? 0n : (numerator * total) / denominator;
