import { expect, test } from "vitest";
import { allocate, type Slot } from "../../src/consumption/allocate.ts";
import type { NamedCandidate } from "../../src/consumption/facts.ts";
import { candidate, q } from "./plant.ts";
import { atFault, refusalOf, refusalDetails } from "../refused.ts";

interface SlotOptions {
  required?: boolean;
  others?: NamedCandidate[];
  built?: Record<number, number>;
}

/** Makes a slot whose candidate, of the same id, takes the child. */
function slot(id: number, taking: Partial<NamedCandidate>, options: SlotOptions = {}): Slot {
  const own = candidate({ candidateId: id, bomSlotId: id, slot: `Slot ${id}`, ...taking });
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
  allocate(slots, q(qty), { visualSerialNo: "PUMP-7", nominalQty: q(parentQty) }, step).map(
    ({ bomSlotId, qty: part }) => [bomSlotId, part / q(1)],
  );

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
  expect(refusal(1, 1.5)).toContain("with room for 2 each: 9 each more");
  expect(refusal(0.1, 1.5)).toContain("with room for 2.5 each: 9 each more");
  expect(refusal(0.1, 5)).toContain("5 of at most 4 each of Seal: 9 each more");
});

const gasket = (changes: Partial<NamedCandidate> = {}) =>
  candidate({ candidateId: 9, product: "Gasket", unit: "m", maxQty: q(8), ...changes });

test.for<[what: string, slots: Slot[], parentQty: number, qty: number, detail: string]>([
  [
    "of a full slot, with the product and its unit",
    [slot(1, { ...limited, slot: "Seal" }, { built: { 1: 4 } })],
    1,
    1,
    '"Seal" of PUMP-7 has 4 of at most 4 each of Seal: 1 each more does not fit.',
  ],
  [
    "of all slots, with the room of each",
    [
      slot(1, limited),
      slot(2, limited, { built: { 2: 3 } }),
      slot(3, limited, { built: { 3: 4 } }),
    ],
    1,
    6,
    '"Slot 1" of PUMP-7 has 0 of at most 4 each of Seal, with room for 4 each; ' +
      '"Slot 2" has 3 of at most 4 each of Seal, with room for 1 each; ' +
      '"Slot 3" has 4 of at most 4 each of Seal: 6 each more does not fit.',
  ],
  [
    "of a slot that others have a part of",
    [slot(1, limited, { others: [gasket(), gasket({ candidateId: 8 })], built: { 1: 1, 9: 4 } })],
    1,
    2,
    '"Slot 1" of PUMP-7 has 1 of at most 4 each of Seal and 4 of at most 8 m of Gasket, ' +
      "with room for 1 each: 2 each more does not fit.",
  ],
  [
    "of a candidate of one version, for all of the parent",
    [
      slot(
        1,
        { ...limited, version: "B" },
        { others: [gasket({ maxQty: null })], built: { 9: 4 } },
      ),
    ],
    3,
    13,
    '"Slot 1" of PUMP-7 has 0 of at most 12 each of Seal version B and 4 m of Gasket, ' +
      "with room for 12 each: 13 each more does not fit.",
  ],
])("a quantity is refused above the maximum %s", ([, slots, parentQty, qty, detail]) => {
  expect(refusalDetails(() => divide(slots, qty, parentQty))).toEqual(
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
