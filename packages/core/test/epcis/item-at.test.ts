import { expect, test } from "vitest";
import { itemAt } from "../../src/epcis/item-at.ts";
import { item } from "../consumption/plant.ts";

const now = item({ visualSerialNo: "S-3", batchNo: "B", locationId: 3 });
// The latest first: at 9 the serial and the location changed, at 7 the location, at 5 the serial.
const renamings = [
  { id: 1, seq: 9, before: { visualSerialNo: "S-2", locationId: 2 } },
  { id: 1, seq: 7, before: { locationId: 1 } },
  { id: 1, seq: 5, before: { visualSerialNo: "S-1" } },
];

test.for([
  [4, "S-1", 1],
  [5, "S-2", 1],
  [6, "S-2", 1],
  [7, "S-2", 2],
  [8, "S-2", 2],
  [9, "S-3", 3],
  [10, "S-3", 3],
] as const)("after the change at %i the item was %s, at location %i", ([seq, serial, place]) => {
  const then = itemAt(now, renamings, seq);
  expect(then).toEqual({ ...now, visualSerialNo: serial, locationId: place });
});
