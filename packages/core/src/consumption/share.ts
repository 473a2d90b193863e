import { bigScale, multiply } from "../values/decimal.ts";
import type { Candidate } from "./facts.ts";

/** A fraction of big integers: shares of a slot are exact, whatever the units. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** The candidates of a slot, and what is built of each into one parent, by candidate. */
export interface Filling {
  readonly candidates: readonly Candidate[];
  readonly builtQty: ReadonlyMap<number, number>;
}

/** A quantity per unit of parent, in all and in the child's base unit, in millionths. */
export const inAll = (perUnit: number, candidate: Candidate, parentQty: number): Fraction => ({
  over: multiply(perUnit, parentQty) * BigInt(candidate.useFactor),
  under: bigScale * BigInt(candidate.baseFactor),
});

/**
 * What is left of 1 when each candidate's built quantity is taken as a share of its own whole,
 * which is given per unit of parent; null is a whole without limit.
 */
export function freeShare(
  { candidates, builtQty }: Filling,
  parentQty: number,
  perUnitOf: (candidate: Candidate) => number | null,
): Fraction {
  let free: Fraction = { over: 1n, under: 1n };
  for (const candidate of candidates) {
    const built = builtQty.get(candidate.candidateId) ?? 0;
    const perUnit = perUnitOf(candidate);
    if (built === 0 || perUnit === null || perUnit === 0) continue;
    const share = inAll(perUnit, candidate, parentQty);
    // free - built / share, over a common denominator.
    free = {
      over: free.over * share.over - BigInt(built) * share.under * free.under,
      under: free.under * share.over,
    };
  }
  return free;
}

/** A share of a quantity, rounded down to millionths; a share below 0 is 0. */
export const wholeOf = (share: Fraction, of: Fraction): bigint =>
  share.over <= 0n ? 0n : (share.over * of.over) / (share.under * of.under);
