import { bigScale, multiply } from "../values/decimal.ts";
import type { Candidate } from "./facts.ts";

/** A fraction of big integers. With it, shares of a slot are exact in any units. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The candidates of a slot, and the quantity built of each into one parent, by candidate. */
export interface Filling {
  readonly candidates: readonly Candidate[];
  readonly builtQty: ReadonlyMap<number, number>;
}

/** Converts a quantity per unit of parent to the total in millionths of the child's base unit. */
export const totalOf = (perUnit: number, candidate: Candidate, parentQty: number): Fraction => ({
  numerator: multiply(perUnit, parentQty) * BigInt(candidate.useFactor),
  denominator: bigScale * BigInt(candidate.baseFactor),
});

/**
 * Returns the rest of 1 after the built share of each candidate. A share is the built quantity,
 * divided by the candidate's own total. A quantity per unit of null has no limit, so no share.
 */
export function freeShare(
  { candidates, builtQty }: Filling,
  parentQty: number,
  perUnitOf: (candidate: Candidate) => number | null,
): Fraction {
  let free: Fraction = { numerator: 1n, denominator: 1n };
  for (const candidate of candidates) {
    const built = builtQty.get(candidate.candidateId) ?? 0;
    const perUnit = perUnitOf(candidate);
    if (built === 0 || perUnit === null || perUnit === 0) continue;
    const total = totalOf(perUnit, candidate, parentQty);
    // free - built / total, with a common denominator.
    free = {
      numerator:
        free.numerator * total.numerator - BigInt(built) * total.denominator * free.denominator,
      denominator: free.denominator * total.numerator,
    };
  }
  return free;
}

/** Returns a share of a total, rounded down to millionths. A share below 0 gives 0. */
export const shareOf = (share: Fraction, total: Fraction): bigint =>
  share.numerator <= 0n
    ? 0n
    : (share.numerator * total.numerator) / (share.denominator * total.denominator);
