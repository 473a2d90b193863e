import { expect, test } from "vitest";
import type { Candidate } from "../../src/consumption/facts.ts";
import { shortage } from "../../src/works-order/complete.rules.ts";
import { candidate, q } from "../consumption/plant.ts";

/** A candidate with a minimum, and what is built of it. */
interface Built extends Partial<Candidate> {
  readonly built?: number;
}

/** What a slot of these candidates lacks for so many units of parent. */
function lacking(candidates: readonly Built[], parentQty = 1) {
  const made = candidates.map(({ built: _built, ...fields }, index) =>
    candidate({ candidateId: index + 1, isDefault: false, ...fields }),
  );
  const builtQty = new Map(candidates.map(({ built = 0 }, index) => [index + 1, q(built)]));
  return shortage(made, builtQty, q(parentQty));
}

const of = (minQty: number, built = 0, more: Partial<Candidate> = {}): Built => ({
  minQty: q(minQty),
  built,
  ...more,
});

test.for<[guarantee: string, slot: Built[], parentQty?: number]>([
  ["the minimum", [of(2, 2)]],
  ["more than the minimum", [of(2, 5)]],
  ["the minimum for each unit of parent", [of(2, 6)], 3],
  ["halves of two candidates", [of(2, 1), of(6, 3)]],
  ["thirds of three candidates, exactly", [of(3, 1), of(3, 1), of(3, 1)]],
  ["one candidate alone, whatever the others need", [of(2, 2), of(7)]],
  ["nothing, where the minimum is 0", [of(0)]],
  ["nothing, where the minimum of one of them is 0", [of(5), of(0)]],
  ["a thousand of a unit of use for one base unit", [of(1500, 1.5, { useFactor: 1_000 })]],
])("a slot is complete with %s", ([, slot, parentQty]) => {
  expect(lacking(slot, parentQty)).toBeUndefined();
});

test.for<[guarantee: string, slot: Built[], parentQty: number, required: number, built: number]>([
  ["nothing", [of(2)], 1, 2, 0],
  ["a millionth too little", [of(2, 1.999999)], 1, 2, 1.999999],
  ["the minimum of one unit for three", [of(2, 2)], 3, 6, 2],
  ["halves that make no whole", [of(2, 1), of(6, 2)], 1, 2, 1.666666],
  ["two of three thirds", [of(3, 1), of(3, 1), of(3)], 1, 3, 2],
])(
  "a slot with %s is told in the measure of one candidate",
  ([, slot, parentQty, required, built]) => {
    expect(lacking(slot, parentQty)).toEqual({ required, built });
  },
);

test("the default candidate is the measure, else the first", () => {
  expect(lacking([of(2), of(6, 3)])).toEqual({ required: 2, built: 1 });
  expect(lacking([of(2), of(6, 3, { isDefault: true })])).toEqual({ required: 6, built: 3 });
});
