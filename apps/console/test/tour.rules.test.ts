import { describe, expect, test } from "vitest";
import {
  demoOrders,
  orderToStart,
  requiredSlots,
  tourSteps,
  tourUnits,
  unitToBegin,
} from "../src/screens/tour/tour.rules.ts";

const slot = (missing: number, change = {}) => ({
  isActive: true,
  isRequired: true,
  missing,
  ...change,
});

/** The names of the steps that are done. */
const doneOf = (unit: Parameters<typeof tourSteps>[0]) =>
  tourSteps(unit)
    .filter(({ isDone }) => isDone)
    .map(({ name }) => name);

const built = ["start", "first", "refusal", "fill"];

describe("a step is done", () => {
  test("never without a unit", () => {
    expect(doneOf(undefined)).toEqual([]);
  });

  test.for([
    [[1, 1, 8], ["start"]],
    [
      [0, 1, 8],
      ["start", "first"],
    ],
    [[1, 0, 8], ["start"]],
    [
      [0, 0, 8],
      ["start", "first", "refusal"],
    ],
    [
      [0, 0, 0],
      ["start", "first", "refusal", "fill"],
    ],
  ] as const)("by what its slots lack: %j", ([missing, done]) => {
    expect(doneOf({ slots: missing.map((each) => slot(each)), actions: ["started"] })).toEqual(
      done,
    );
  });

  test("whatever optional and retired slots lack", () => {
    const others = [slot(1, { isRequired: false }), slot(1, { isActive: false })];
    expect(requiredSlots([...others, slot(0)])).toHaveLength(1);
    expect(doneOf({ slots: [...others, slot(0)], actions: [] })).toContain("fill");
  });

  test.for([
    [["builtInto", "removedFrom", "builtInto"], built],
    [
      ["builtInto", "completed"],
      [...built, "complete"],
    ],
    [
      ["removedFrom", "completed"],
      [...built, "complete"],
    ],
    [
      ["completed", "removedFrom"],
      [...built, "complete", "takeOut"],
    ],
    [
      ["completed", "held", "removedFrom", "builtInto"],
      [...built, "complete", "takeOut"],
    ],
    [
      ["completed", "removedFrom", "builtInto", "completed"],
      [...built, "complete", "takeOut", "recall"],
    ],
  ] as const)("by what happened to it: %j", ([actions, done]) => {
    expect(doneOf({ slots: [slot(0)], actions })).toEqual(done);
  });
});

test("a step stays done after a part was taken out of the finished unit", () => {
  const unit = { slots: [slot(1), slot(0)], actions: ["completed", "removedFrom"] };
  expect(doneOf(unit)).toContain("first");
});

describe("the unit of the tour", () => {
  const unit = (visualSerialNo: string, change = {}) => ({
    visualSerialNo,
    status: "WIP",
    orderNo: "WO-1",
    holdReason: null,
    revNo: 1,
    ...change,
  });

  test("is the first in work that nobody has touched", () => {
    const units = [unit("A", { status: "Available" }), unit("B", { revNo: 2 }), unit("C")];
    expect(unitToBegin(units)).toBe("C");
    expect(unitToBegin(units.slice(0, 2))).toBe("B");
    expect(unitToBegin(units.slice(0, 1))).toBeUndefined();
  });

  test("is in work or finished, of an order, and not on hold", () => {
    const units = [
      unit("A"),
      unit("B", { status: "Available" }),
      unit("C", { status: "Scrapped" }),
      unit("D", { orderNo: null }),
      unit("E", { holdReason: "Quality" }),
    ];
    expect(tourUnits(units).map(({ visualSerialNo }) => visualSerialNo)).toEqual(["A", "B"]);
  });
});

test("only orders of the demo plant's BoM count, and only a new one can be started", () => {
  const orders = [
    { bom: "OTHER", status: "Created" },
    { bom: "PUMP-BOM", status: "Started" },
    { bom: "PUMP-BOM", status: "Created" },
  ] as const;
  expect(demoOrders(orders)).toEqual(orders.slice(1));
  expect(orderToStart(demoOrders(orders))).toBe(orders[2]);
  expect(orderToStart(orders.slice(1, 2))).toBeUndefined();
});
