import { expect, test } from "vitest";
import { divergencesOf, mergeThreeWay } from "../src/contract/three-way.rules.ts";

const base = { name: "Pump", qty: 1, note: null, unit: "each" };
const three = {
  base,
  mine: { ...base, name: "Pump 2", qty: 2, unit: "kg" },
  now: { ...base, name: "Pump 3", note: "new", unit: "kg" },
};

test("each field that either side changed is named, and those of both are a conflict", () => {
  expect(divergencesOf(three)).toEqual([
    { name: "name", base: "Pump", mine: "Pump 2", now: "Pump 3", isConflict: true },
    { name: "qty", base: 1, mine: 2, now: 1, isConflict: false },
    { name: "note", base: null, mine: null, now: "new", isConflict: false },
    // Both changed it to the same value: nobody has to decide.
    { name: "unit", base: "each", mine: "kg", now: "kg", isConflict: false },
  ]);
});

test("a merge keeps the changes of both, and decides a conflict by the choice", () => {
  const kept = { qty: 2, note: "new", unit: "kg" };
  expect(mergeThreeWay(three, { name: "mine" })).toEqual({ ...kept, name: "Pump 2" });
  expect(mergeThreeWay(three, { name: "now" })).toEqual({ ...kept, name: "Pump 3" });
});

test("a field that somebody else emptied stays empty unless the person changed it", () => {
  const gone = { base: { a: "x", b: "y" }, mine: { a: "x", b: "z" }, now: { a: null, b: null } };
  expect(mergeThreeWay(gone, { b: "mine" })).toEqual({ a: null, b: "z" });
  expect(mergeThreeWay(gone, {})).toEqual({ a: null, b: null });
});

test("null and an absent value are the same", () => {
  expect(divergencesOf({ base: { a: null }, mine: {}, now: { a: undefined } })).toEqual([]);
});

test("lists are compared by their content", () => {
  const list = { base: { a: [1] }, mine: { a: [1] }, now: { a: [1, 2] } };
  expect(divergencesOf(list)).toMatchObject([{ name: "a", isConflict: false }]);
});
