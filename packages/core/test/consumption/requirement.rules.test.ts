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
  [
    "too little by a millionth",
    [of(0.000002, 1, 2, { built: 0.000001 })],
    1,
    { missing: 0.000001 },
  ],
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
  [
    "less of a part than its last decimal, for many of parent",
    [of(0.00081, 0.00081, 0.00081, { inventoryDecimalPlaces: 3, built: 223.074 })],
    275_400,
    { required: 223.074, min: 223.074, max: 223.074, missing: 0, excess: 0 },
  ],
  [
    "a total that lies between two decimals, which is rounded half up",
    [of(0.0014, 0.0015, 0.0025, { inventoryDecimalPlaces: 3 })],
    1,
    { required: 0.002, min: 0.001, max: 0.003 },
  ],
  [
    "a sixth of a whole part, for six of parent",
    [of(0.166667, 0.166667, 0.166667, { inventoryDecimalPlaces: 0, built: 1 })],
    6,
    { required: 1, max: 1, missing: 0, excess: 0 },
  ],
  [
    "a sixth of a whole part, for one of parent, which is nothing",
    [of(0.166667, 0.166667, 0.166667, { inventoryDecimalPlaces: 0, built: 1 })],
    1,
    { required: 0, min: 0, max: 0, missing: 0, excess: 1 },
  ],
  ["no candidate", [], 1, { required: 0, min: 0, max: null, missing: 0, excess: 0 }],
])("a slot with %s", ([, slot, parentQty, expected]) => {
  expect(required(slot, parentQty)).toMatchObject(expected);
});
