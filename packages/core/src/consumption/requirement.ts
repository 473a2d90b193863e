import type { Candidate } from "./facts.ts";
import { type Fraction, freeShare, inAll, wholeOf } from "./share.ts";

/**
 * What a slot is to hold for all of a parent, and what it lacks: in millionths of the base unit of
 * its measure, which is its default candidate, else its first, of those that are active if any is.
 */
export interface Requirement {
  readonly measure: Candidate | undefined;
  readonly required: number;
  readonly min: number;
  /** Null where there is no limit. */
  readonly max: number | null;
  /** What is missing of the minimum: 0 where it is met. */
  readonly missing: number;
  /** What is built beyond the maximum. */
  readonly over: number;
}

const one: Fraction = { over: 1n, under: 1n };

/** Whether an item is incomplete while this slot is under its minimum. */
export const mustBeMet = (slot: { isRequired: boolean; slotIsActive: boolean }): boolean =>
  slot.isRequired && slot.slotIsActive;

/**
 * What a slot of these candidates is to hold for so many units of parent, and how it is met. It is
 * one requirement, met by any mix: the shares of their minima make up 1, and those of their maxima
 * no more. A candidate whose minimum is 0 meets it, a retired one only where it is built.
 */
export function requirementOf(
  candidates: readonly Candidate[],
  builtQty: ReadonlyMap<number, number>,
  parentQty: number,
): Requirement {
  const active = candidates.filter(({ candidateIsActive }) => candidateIsActive);
  // A slot whose candidates are all retired still asks for what they did.
  const asked = active.length > 0 ? active : candidates;
  const measure = asked.find(({ isDefault }) => isDefault) ?? asked[0];
  if (!measure) return { measure, required: 0, min: 0, max: null, missing: 0, over: 0 };
  const filling = { candidates, builtQty };
  const { required, min, max } = neededOf(measure, parentQty);
  const limited = measure.maxQty === null ? limitedOf(candidates) : measure;
  const built = candidates.filter(({ candidateId }) => (builtQty.get(candidateId) ?? 0) > 0);
  const isOptional = [...asked, ...built].some(({ minQty }) => minQty === 0);
  const short = freeShare(filling, parentQty, ({ minQty }) => minQty);
  const whole = inAll(measure.minQty, measure, parentQty);
  const lacks = wholeOf(one, whole) - wholeOf(minus(one, short), whole);
  const beyond = minus({ over: 0n, under: 1n }, freeShare(filling, parentQty, maxOf));
  return {
    measure,
    required,
    min,
    max,
    // Shares are exact: what is short by less than a millionth is short.
    missing: isOptional || short.over <= 0n ? 0 : Math.max(1, Number(lacks)),
    over:
      beyond.over <= 0n || !limited
        ? 0
        : Math.max(1, Number(wholeOf(beyond, inAll(limited.maxQty ?? 0, limited, parentQty)))),
  };
}

/** What of a candidate alone would meet its slot, for so many units of parent, in millionths. */
export function neededOf(candidate: Candidate, parentQty: number) {
  const whole = (perUnit: number) => Number(wholeOf(one, inAll(perUnit, candidate, parentQty)));
  const { qty, minQty, maxQty } = candidate;
  return { required: whole(qty), min: whole(minQty), max: maxQty === null ? null : whole(maxQty) };
}

const maxOf = ({ maxQty }: Candidate) => maxQty;
const limitedOf = (candidates: readonly Candidate[]) =>
  candidates.find(({ maxQty }) => maxQty !== null);

const minus = (left: Fraction, right: Fraction): Fraction => ({
  over: left.over * right.under - right.over * left.under,
  under: left.under * right.under,
});
