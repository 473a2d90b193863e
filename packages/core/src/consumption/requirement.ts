import { bigScale } from "../values/decimal.ts";
import type { Candidate } from "./facts.ts";
import { exactTotalOf, type Filling, type Fraction, freeShare, shareOf, totalOf } from "./share.ts";

/**
 * The quantities that a slot needs for all of a parent, in millionths of its measure's base unit.
 * The measure is the default candidate, else the first: of the active ones, if there are any.
 */
export interface Requirement {
  readonly measure: Candidate | undefined;
  readonly required: number;
  readonly min: number;
  /** Null if there is no limit. */
  readonly max: number | null;
  /** The quantity missing from the minimum; 0 if it is met. */
  readonly missing: number;
  /** The quantity built above the maximum. */
  readonly excess: number;
}

const zero: Fraction = { numerator: 0n, denominator: 1n };
const one: Fraction = { numerator: 1n, denominator: 1n };

/** Whether an item is incomplete while this slot is under its minimum. */
export const mustBeMet = (slot: { isRequired: boolean; slotIsActive: boolean }): boolean =>
  slot.isRequired && slot.slotIsActive;

/**
 * Returns the requirement of a slot for a quantity of parent. Any mix of candidates meets it: the
 * shares of their minima must add up to 1, and those of their maxima to no more than 1. A candidate
 * whose minimum is 0 meets it alone, but a retired one only if it is built.
 */
export function requirementOf(
  candidates: readonly Candidate[],
  builtQty: ReadonlyMap<number, number>,
  parentQty: number,
): Requirement {
  const active = candidates.filter(({ candidateIsActive }) => candidateIsActive);
  // If all candidates of a slot are retired, it still needs their quantities.
  const needed = active.length > 0 ? active : candidates;
  const measure = needed.find(({ isDefault }) => isDefault) ?? needed[0];
  if (!measure) return { measure, required: 0, min: 0, max: null, missing: 0, excess: 0 };
  const filling = { candidates, builtQty };
  const { required, min, max } = neededOf(measure, parentQty);
  const limited = measure.maxQty === null ? limitedOf(candidates) : measure;
  const built = candidates.filter(({ candidateId }) => (builtQty.get(candidateId) ?? 0) > 0);
  const isOptional = [...needed, ...built].some(
    (candidate) => totalOf(candidate.minQty, candidate, parentQty) === 0n,
  );
  const short = freeShare(filling, parentQty, "minQty");
  const total = totalOf(measure.minQty, measure, parentQty);
  const missing = total - shareOf(minus(one, short), total);
  const beyond = minus(zero, freeShare(filling, parentQty, "maxQty"));
  return {
    measure,
    required,
    min,
    max,
    // Shares are exact, so a slot that lacks less than a millionth still lacks something.
    missing: isOptional || short.numerator <= 0n ? 0 : Math.max(1, Number(missing)),
    excess: beyond.numerator <= 0n || !limited ? 0 : excessOf(limited, beyond, filling, parentQty),
  };
}

/** Returns what is built beyond the maximum of a candidate, in millionths. */
function excessOf(
  candidate: Candidate,
  beyond: Fraction,
  { builtQty }: Filling,
  parentQty: number,
): number {
  const max = totalOf(candidate.maxQty ?? 0, candidate, parentQty);
  const excess = max === 0n ? (builtQty.get(candidate.candidateId) ?? 0) : shareOf(beyond, max);
  return Math.max(1, Number(excess));
}

/** Returns the quantities, in millionths, of one candidate that meets its slot alone. */
export function neededOf(candidate: Candidate, parentQty: number) {
  const total = (perUnit: number) => Number(totalOf(perUnit, candidate, parentQty));
  const { qty, minQty, maxQty } = candidate;
  return { required: total(qty), min: total(minQty), max: maxQty === null ? null : total(maxQty) };
}

/** Returns the planned quantity of a candidate in units, before it is rounded. */
export function exactlyRequired(candidate: Candidate, parentQty: number): number {
  const { numerator, denominator } = exactTotalOf(candidate.qty, candidate, parentQty);
  const inUnits = Number(numerator) / Number(denominator * bigScale);
  // The quotient of two large numbers can be wrong in its last digits.
  return Number(inUnits.toPrecision(15));
}

/**
 * Returns what is built of all candidates of a slot, converted to one of them by their planned
 * quantities. In millionths, rounded down.
 */
export const builtAs = (candidate: Candidate, filling: Filling, parentQty: number): number =>
  Number(
    shareOf(
      minus(one, freeShare(filling, parentQty, "qty")),
      totalOf(candidate.qty, candidate, parentQty),
    ),
  );

/**
 * Returns the quantity of a candidate, in millionths, that a slot below its minimum still needs if
 * only this candidate fills the rest.
 */
export function missingAs(candidate: Candidate, filling: Filling, parentQty: number): number {
  const short = freeShare(filling, parentQty, "minQty");
  const total = totalOf(candidate.minQty, candidate, parentQty);
  return Math.max(1, Number(total - shareOf(minus(one, short), total)));
}

const limitedOf = (candidates: readonly Candidate[]) =>
  candidates.find(({ maxQty }) => maxQty !== null);

const minus = (left: Fraction, right: Fraction): Fraction => ({
  numerator: left.numerator * right.denominator - right.numerator * left.denominator,
  denominator: left.denominator * right.denominator,
});
