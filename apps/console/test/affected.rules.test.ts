import { expect, test } from "vitest";
import {
  holdable,
  namesMaterial,
  nearestFirst,
  recallOf,
} from "../src/screens/recall/affected.rules.ts";

const item = (visualSerialNo: string, level: number, states: object = {}) => ({
  visualSerialNo,
  level,
  isHeld: false,
  isDispatched: false,
  ...states,
});

const items = [
  item("PUMP-10", 1, { isDispatched: true }),
  item("PUMP-2", 1, { isHeld: true }),
  item("PUMP-3", 1),
  item("LOT-1", 0),
];

test("what was taken out is included only if the address says so", () => {
  expect(recallOf({ batchNo: "S-1", includeRemoved: "true" })).toEqual({
    batchNo: "S-1",
    includeRemoved: true,
  });
  expect(recallOf({ batchNo: "S-1", includeRemoved: "yes" })).toEqual({ batchNo: "S-1" });
});

test("what is on hold already or has left the plant can't be put on hold", () => {
  expect(holdable(items).map(({ visualSerialNo }) => visualSerialNo)).toEqual(["PUMP-3", "LOT-1"]);
});

test("the suspect material comes first, and serials go by their numbers", () => {
  const serials = nearestFirst(items).map(({ visualSerialNo }) => visualSerialNo);
  expect(serials).toEqual(["LOT-1", "PUMP-2", "PUMP-3", "PUMP-10"]);
});

test.for([
  [{}, false],
  [{ from: "2026-11-01", to: "2026-11-30" }, false],
  [{ batchNo: "" }, false],
  [{ batchNo: "S-1" }, true],
  [{ deliveryNo: "D-1" }, true],
  [{ productName: "Seal" }, true],
  [{ version: "A" }, true],
  [{ visualSerialNo: "PUMP-1" }, true],
] as const)("%j names material: %s", ([filters, isNamed]) => {
  expect(namesMaterial(filters)).toBe(isNamed);
});
