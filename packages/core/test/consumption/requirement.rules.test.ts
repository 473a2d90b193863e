import { expect, test } from "vitest";
import type { Candidate } from "../../src/consumption/facts.ts";
import { requirementOf } from "../../src/consumption/requirement.ts";
import { candidate, q } from "./plant.ts";

/** A candidate, and the quantity built of it. */
interface Built extends Partial<Candidate> {
  readonly built?: number;
}

/** Returns the requirement of a slot with these candidates, in units, for a number of parents. */
function required(candidates: readonly Built[], parentQty = 1) {
  const made = candidates.map(({ built: _built, ...fields }, index) =>
    candidate({ candidateId: index + 1, isDefault: false, ...fields }),
  );
  const builtQty = new Map(candidates.map(({ built = 0 }, index) => [index + 1, q(built)]));
  const { measure, ...quantities } = requirementOf(made, builtQty, q(parentQty));
  const millionths = Object.entries(quantities);
  return {
    measure: measure?.candidateId,
    ...Object.fromEntries(millionths.map(([name, value]) => [name, value && value / 1e6])),
  };
}

const of = (min: number, qty: number, max: number | null, more: Built = {}): Built => ({
  minQty: q(min),
  qty: q(qty),
  maxQty: max === null ? null : q(max),
  ...more,
});

const off = (min: number, qty: number, max: number | null, more: Built = {}): Built =>
  of(min, qty, max, { candidateIsActive: false, ...more });

test.for<[guarantee: string, slot: Built[], parentQty: number, expected: object]>([
  ["nothing built", [of(1, 2, 3)], 1, { required: 2, min: 1, max: 3, missing: 1, excess: 0 }],
  ["three of parent", [of(1, 2, 3, { built: 2 })], 3, { required: 6, min: 3, max: 9, missing: 1 }],
  ["the minimum", [of(1, 2, 3, { built: 1 })], 1, { missing: 0, excess: 0 }],
  ["the maximum", [of(1, 2, 3, { built: 3 })], 1, { missing: 0, excess: 0 }],
  ["more than the maximum", [of(1, 2, 3, { built: 3.5 })], 1, { missing: 0, excess: 0.5 }],
  ["no maximum", [of(1, 2, null, { built: 99 })], 1, { max: null, missing: 0, excess: 0 }],
  ["no minimum", [of(0, 2, 3)], 1, { min: 0, missing: 0 }],
  ["one that has no minimum", [of(2, 2, 3), of(0, 2, 3)], 1, { min: 2, missing: 0 }],
  ["halves that fill it", [of(2, 2, 2, { built: 1 }), of(4, 4, 4, { built: 2 })], 1, { excess: 0 }],
  ["halves and more", [of(2, 2, 2, { built: 1 }), of(4, 4, 4, { built: 3 })], 1, { excess: 0.5 }],
  ["a half of one", [of(2, 2, 2), of(4, 4, 4, { built: 2 })], 1, { missing: 1 }],
  ["a limit of another", [of(1, 2, null), of(1, 2, 3, { built: 4 })], 1, { max: null, excess: 1 }],
  ["too little by a third of a millionth", [of(0.000001, 1, 2)], 1 / 3, { missing: 0.000001 }],
  [
    "more than any quantity is",
    [of(1, 1, 2, { built: 999_999_999 })],
    1e10,
    { required: 1e10, min: 1e10, max: 2e10, missing: 9_000_000_001, excess: 0 },
  ],
  ["a retired one that has no minimum", [of(1, 1, 1), off(0, 1, 1)], 1, { min: 1, missing: 1 }],
  [
    "a retired one built",
    [of(2, 2, 2, { built: 1 }), off(4, 4, 4, { built: 2 })],
    1,
    { missing: 0 },
  ],
  [
    "one without minimum built, now retired",
    [of(1, 1, 1), off(0, 1, 1, { built: 1 })],
    1,
    { missing: 0 },
  ],
  [
    "a retired default",
    [off(3, 3, 3, { isDefault: true }), of(1, 1, 1)],
    1,
    { measure: 2, min: 1 },
  ],
  ["a retired first", [off(3, 3, 3), of(1, 1, 1)], 1, { measure: 2, min: 1, missing: 1 }],
  ["retired ones only", [off(2, 2, 2), off(1, 1, 1)], 1, { measure: 1, min: 2, missing: 2 }],
  ["a retired one only, without minimum", [off(0, 1, 1)], 1, { measure: 1, min: 0, missing: 0 }],
  [
    "its default as the measure",
    [of(1, 1, 1), of(2, 2, 2, { isDefault: true })],
    1,
    { measure: 2 },
  ],
  ["its first as the measure", [of(1, 1, 1), of(2, 2, 2)], 1, { measure: 1, required: 1 }],
  [
    "a unit of use",
    [of(1500, 2500, 3000, { useFactor: 1000 })],
    2,
    { required: 5, min: 3, max: 6 },
  ],
  ["no candidate", [], 1, { required: 0, min: 0, max: null, missing: 0, excess: 0 }],
])("a slot with %s", ([, slot, parentQty, expected]) => {
  expect(required(slot, parentQty)).toMatchObject(expected);
});
