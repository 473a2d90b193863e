import { expect, test } from "vitest";
import { differencesOf } from "../src/list/differences.rules.ts";
import { readKeptAnchor } from "../src/screens/audit/kept-anchor.rules.ts";
import { holdChangeOf } from "../src/screens/holds/hold-change.rules.ts";
import { nameOf } from "../src/screens/item/event.rules.ts";

test("the fields that a change set are shown, without those that every change sets", () => {
  const before = { lastEditDT: "x", qty: 5, location: "A", batchNo: null };
  const after = { lastEditDT: "y", qty: 4, location: "A", batchNo: "B-1", isActive: true };
  expect(differencesOf({ before, after })).toEqual([
    { name: "qty", before: 5, after: 4 },
    { name: "batchNo", before: undefined, after: "B-1" },
    { name: "isActive", before: undefined, after: true },
  ]);
});

test("a deleted record shows what it had", () => {
  expect(differencesOf({ before: { name: "X" }, after: null })).toEqual([
    { name: "name", before: "X", after: undefined },
  ]);
});

test("the hold of an item is its newest change of the hold", () => {
  const moved = { action: "moved", after: { locationID: 2 } };
  const held = { action: "held", after: { holdReasonID: 1 }, user: "Ada" };
  const released = { action: "released", after: { holdReasonID: null } };
  const releasedInPart = { action: "released", after: { holdReasonID: 2 } };
  expect(holdChangeOf([moved, held, released])).toBe(held);
  expect(holdChangeOf([releasedInPart, held])).toBe(held);
  expect(holdChangeOf([released, held])).toBeUndefined();
  expect(holdChangeOf([{ action: "deleted", after: null }])).toBeUndefined();
});

test.for([
  ['{"id":4,"hash":"tdJ","at":"2026"}', { id: 4, hash: "tdJ" }],
  ['{"id":"4","hash":"tdJ"}', undefined],
  ['{"id":4}', undefined],
  ["null", undefined],
  ["tdJ", undefined],
] as const)("%s is read as the kept seal %j", ([text, anchor]) => {
  expect(readKeptAnchor(text)).toEqual(anchor);
});

test.for([
  ["urn:asbuilt:plant/item/PUMP-0001", "PUMP-0001"],
  ["urn:asbuilt:plant/item/A%2FB", "A/B"],
  ["urn:x:%", "%"],
] as const)("%s is named %s", ([uri, name]) => {
  expect(nameOf(uri)).toBe(name);
});
