import { expect, test } from "vitest";
import { compare, type Comparable, countOf } from "../src/screens/item/compare.rules.ts";

const row = (level: number, slot: string, visualSerialNo: string, fields: object = {}) => ({
  level,
  slot,
  visualSerialNo,
  productName: slot,
  version: "A",
  batchNo: null,
  qty: 1,
  ...fields,
});

/** Each place as a person reads it: the level, the verdict and the two serials. */
const told = (here: readonly Comparable[], there: readonly Comparable[]) =>
  compare(here, there).map((place) =>
    [
      place.level,
      place.verdict,
      place.here?.visualSerialNo ?? "-",
      place.there?.visualSerialNo ?? "-",
      ...place.differences,
    ].join(" "),
  );

test("single things of the same kind are the same in spite of their serials", () => {
  expect(told([row(1, "Housing", "H-1")], [row(1, "Housing", "H-2")])).toEqual(["1 same H-1 H-2"]);
});

test.for([
  ["productName", "Seal FKM"],
  ["version", "B"],
  ["batchNo", "S-2"],
  ["qty", 2],
] as const)("another %s differs", ([name, value]) => {
  const there = row(1, "Seal", "S-1", { [name]: value });
  expect(told([row(1, "Seal", "S-1")], [there])).toEqual([`1 differs S-1 S-1 ${name}`]);
});

test("what only one of the two has is named with all that is in it", () => {
  const here = [row(1, "Motor", "M-1"), row(2, "Rotor", "R-1"), row(1, "Cover", "C-1")];
  const there = [row(1, "Cover", "C-2"), row(1, "Fan", "F-1")];
  expect(told(here, there)).toEqual([
    "1 onlyHere M-1 -",
    "2 onlyHere R-1 -",
    "1 same C-1 C-2",
    "1 onlyThere - F-1",
  ]);
});

test("places are compared at all levels, in the order of the first tree", () => {
  const here = [
    row(1, "Motor", "M-1"),
    row(2, "Rotor", "R-1", { batchNo: "X" }),
    row(2, "Stator", "T-1"),
    row(1, "Cover", "C-1"),
  ];
  const there = [
    row(1, "Cover", "C-2"),
    row(1, "Motor", "M-2"),
    row(2, "Stator", "T-2"),
    row(2, "Rotor", "R-2", { batchNo: "Y" }),
  ];
  expect(told(here, there)).toEqual([
    "1 same M-1 M-2",
    "2 differs R-1 R-2 batchNo",
    "2 same T-1 T-2",
    "1 same C-1 C-2",
  ]);
});

test("in one slot, lots are paired by serial, then by batch, then by product, then by order", () => {
  const lot = (serial: string, batchNo: string, productName = "Bolt") =>
    row(1, "Bolts", serial, { batchNo, productName });
  const here = [lot("L-1", "1"), lot("L-2", "2"), lot("L-3", "3"), lot("N-1", "9", "Nut")];
  const there = [lot("P-1", "8", "Pin"), lot("L-9", "7"), lot("L-8", "2"), lot("L-1", "2")];
  expect(told(here, there)).toEqual([
    "1 differs L-1 L-1 batchNo",
    "1 same L-2 L-8",
    "1 differs L-3 L-9 batchNo",
    "1 differs N-1 P-1 productName batchNo",
  ]);
});

test("each verdict is counted, and nothing is compared of nothing", () => {
  const rows = compare([row(1, "A", "1"), row(1, "B", "2")], [row(1, "A", "3")]);
  expect([countOf(rows, "same"), countOf(rows, "onlyHere")]).toEqual([1, 1]);
  expect(compare([], [])).toEqual([]);
});
