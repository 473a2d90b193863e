import { expect, test } from "vitest";
import { allocate, type Slot } from "../../src/consumption/allocate.ts";
import type { Candidate } from "../../src/consumption/facts.ts";
import { candidate, q } from "./plant.ts";
import { atFault, refusalOf, refusalDetails } from "../refused.ts";

interface SlotOptions {
  required?: boolean;
  others?: Candidate[];
  built?: Record<number, number>;
}

/** Makes a slot whose candidate, of the same id, takes the child. */
function slot(id: number, taking: Partial<Candidate>, options: SlotOptions = {}): Slot {
  const own = candidate({ candidateId: id, bomSlotId: id, ...taking });
  const built = Object.entries(options.built ?? {});
  return {
    id,
    isRequired: options.required ?? false,
    taking: own,
    candidates: [own, ...(options.others ?? [])],
    builtQty: new Map(built.map(([of, qty]) => [Number(of), q(qty)])),
  };
}

const each = q(1);
const divide = (slots: Slot[], qty: number, parentQty = 1, step = each) =>
  allocate(slots, q(qty), q(parentQty), step).map(({ bomSlotId, qty: part }) => [
    bomSlotId,
    part / q(1),
  ]);

const limited = { qty: q(2), maxQty: q(4), isDefault: false };
const unlimited = { ...limited, maxQty: null };
const byDefault = { ...limited, isDefault: true };

test.for<[guarantee: string, slots: Slot[], qty: number, expected: number[][]]>([
  ["one slot takes all", [slot(1, limited)], 4, [[1, 4]]],
  ["no maximum is no limit", [slot(1, unlimited)], 1_000_000, [[1, 1_000_000]]],
  ["of two slots the lower id goes first", [slot(2, limited), slot(1, limited)], 3, [[1, 3]]],
  [
    "the rest of a full slot goes to the next one",
    [slot(1, limited), slot(2, limited)],
    6,
    [
      [1, 4],
      [2, 2],
    ],
  ],
  [
    "the default goes first",
    [slot(1, limited), slot(2, byDefault)],
    5,
    [
      [2, 4],
      [1, 1],
    ],
  ],
  [
    "an unfilled required slot goes before the default, up to its quantity",
    [slot(1, byDefault), slot(2, limited, { required: true })],
    3,
    [
      [1, 1],
      [2, 2],
    ],
  ],
  [
    "a required slot that is filled goes by default and id",
    [slot(1, byDefault), slot(2, limited, { required: true, built: { 2: 2 } })],
    3,
    [[1, 3]],
  ],
  [
    "two unfilled required slots are each filled before either gets more",
    [slot(1, limited, { required: true }), slot(2, limited, { required: true })],
    5,
    [
      [1, 3],
      [2, 2],
    ],
  ],
  [
    "a full slot is left out",
    [slot(1, limited, { built: { 1: 4 } }), slot(2, limited)],
    1,
    [[2, 1]],
  ],
])("%s", ([, slots, qty, expected]) => {
  expect(divide(slots, qty)).toEqual(expected);
});

test("the maximum is per unit of parent", () => {
  expect(divide([slot(1, limited)], 12, 3)).toEqual([[1, 12]]);
  expect(refusalOf(() => divide([slot(1, limited)], 13, 3)).code).toBe("over_maximum");
});

test("the free quantity is reported in the product's decimals, and is never negative", () => {
  const refusal = (step: number, built: number) =>
    refusalOf(() => divide([slot(1, limited, { built: { 1: built } })], 9, 1, q(step))).message;
  expect(refusal(1, 1.5)).toContain("slot 1 takes 2 more");
  expect(refusal(0.1, 1.5)).toContain("slot 1 takes 2.5 more");
  expect(refusal(0.1, 5)).toContain("slot 1 takes 0 more");
});

test("a quantity above the maximum of all slots is refused, with the free quantity of each", () => {
  const slots = [slot(1, limited), slot(2, limited, { built: { 2: 3 } })];
  const detail =
    "The quantity passes the maximum of the slots. In the child's base unit, " +
    "slot 1 takes 4 more, slot 2 takes 1 more.";
  expect(refusalDetails(() => divide(slots, 6))).toEqual(
    atFault("over_maximum", detail, "/builtQty"),
  );
});

test("candidates share one slot: a quarter of one leaves three quarters of another", () => {
  const other = candidate({ candidateId: 9, bomSlotId: 1, productId: 51, maxQty: q(8) });
  const shared = (built: number) => [slot(1, limited, { others: [other], built: { 9: built } })];
  expect(divide(shared(2), 3)).toEqual([[1, 3]]);
  expect(refusalOf(() => divide(shared(2), 4)).code).toBe("over_maximum");
  expect(refusalOf(() => divide(shared(8), 1)).code).toBe("over_maximum");
});

test("a candidate without maximum takes no room from the others", () => {
  const other = candidate({ candidateId: 9, bomSlotId: 1, productId: 51, maxQty: null });
  expect(divide([slot(1, limited, { others: [other], built: { 9: 1000 } })], 4)).toEqual([[1, 4]]);
});

test("the unit of use is converted to the child's base unit", () => {
  const kilograms = { qty: q(0.5), maxQty: q(1.5), useFactor: q(1000), baseFactor: q(1) };
  expect(divide([slot(1, kilograms)], 1500)).toEqual([[1, 1500]]);
  expect(refusalOf(() => divide([slot(1, kilograms)], 1501)).code).toBe("over_maximum");
});

test("thirds of a maximum add up exactly, without rounding", () => {
  const other = candidate({ candidateId: 9, bomSlotId: 1, productId: 51, maxQty: q(3) });
  const third = slot(1, { ...limited, maxQty: q(3) }, { others: [other], built: { 9: 1 } });
  expect(divide([third], 2)).toEqual([[1, 2]]);
});

test("the part of each slot has no more decimals than the child's product", () => {
  const half = { ...limited, maxQty: q(1.5) };
  expect(divide([slot(1, half), slot(2, limited)], 3)).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(divide([slot(1, half), slot(2, limited)], 3, 1, q(0.1))).toEqual([
    [1, 1.5],
    [2, 1.5],
  ]);
});

test("a candidate without quantity fills nothing of a required slot", () => {
  const other = candidate({ candidateId: 9, bomSlotId: 2, productId: 51, qty: 0, maxQty: null });
  const required = slot(2, limited, { required: true, others: [other], built: { 9: 1000 } });
  expect(divide([slot(1, byDefault), required], 3)).toEqual([
    [1, 1],
    [2, 2],
  ]);
});
