import { expect, test } from "vitest";
import { completenessBefore } from "../../src/epcis/complete-at.ts";
import { candidate, q } from "../consumption/plant.ts";

const required = candidate({ candidateId: 1, bomSlotId: 1, qty: q(2), minQty: q(2), maxQty: q(4) });
const alternate = { ...required, candidateId: 2, qty: q(4), minQty: q(4), maxQty: q(8) };
const second = { ...required, candidateId: 3, bomSlotId: 2 };
const optional = { ...required, candidateId: 4, bomSlotId: 3, isRequired: false };
const retired = { ...required, candidateId: 5, bomSlotId: 4, slotIsActive: false };
const slots = [required, alternate, second, optional, retired];

type Moved = readonly [seq: number, candidateId: number, qty: number];

test.for<[guarantee: string, movements: Moved[], places: Record<number, boolean>]>([
  ["nothing built", [], { 1: false, 99: false }],
  ["one of two slots", [[5, 1, 2]], { 5: false, 6: false }],
  [
    "both slots, the last build completes it",
    [
      [5, 1, 2],
      [7, 3, 2],
    ],
    { 5: false, 7: false, 8: true },
  ],
  [
    "halves of two candidates",
    [
      [5, 1, 1],
      [6, 2, 2],
      [7, 3, 2],
    ],
    { 7: false, 8: true },
  ],
  [
    "material that is removed again",
    [
      [5, 1, 2],
      [6, 3, 2],
      [9, 1, -1],
      [11, 1, 1],
    ],
    { 7: true, 9: true, 10: false, 11: false, 12: true },
  ],
  [
    "only optional or unknown material",
    [
      [5, 4, 9],
      [6, 5, 9],
      [7, 99, 9],
    ],
    { 99: false },
  ],
])("an item with %s is complete when no required slot lacks material", ([, moved, places]) => {
  const movements = moved.map(([seq, candidateId, qty]) => ({
    seq,
    candidateId,
    parentId: 1,
    qty: q(qty),
  }));
  const wasComplete = completenessBefore(slots, movements, q(1));
  const states = Object.keys(places).map((seq) => [seq, wasComplete(Number(seq))]);
  expect(Object.fromEntries(states)).toEqual(places);
});

test("an item without required slots is complete from the start", () => {
  expect(completenessBefore([optional], [], q(1))(1)).toBe(true);
});
