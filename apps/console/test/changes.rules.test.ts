import { expect, test } from "vitest";
import { type Change, isAbout, isListOf, unseenOf } from "../src/list/changes.rules.ts";

const change = (id: number, revNo: number, heardAt = 20): Change => ({
  entity: "MaterialItem",
  id,
  revNo,
  heardAt,
});

test.for([
  ["materialItemSearch", "MaterialItem", true],
  ["apiKeyList", "ApiKey", true],
  ["bomSlotList", "BomSlot", true],
  ["materialItemSearch", "Material", true],
  ["materialItemSearch", "User", false],
  ["userList", "Us", false],
  ["historyList", "MaterialItem", false],
] as const)("the list %s has records of %s: %s", ([operation, entity, expected]) => {
  expect(isListOf(operation, entity)).toBe(expected);
});

test.for([
  ["materialItemGet", { path: { id: 4 } }, true],
  ["genealogyAsBuilt", { body: { id: 4 } }, true],
  ["materialItemGet", { path: { id: 5 } }, false],
  ["productList", { body: { ID: 4 } }, false],
  ["summaryGet", { body: {} }, false],
  ["materialItemList", undefined, false],
] as const)("%s of %j is about item 4: %s", ([operation, call, expected]) => {
  expect(isAbout(operation, call, change(4, 2))).toBe(expected);
});

const rows = [
  { id: 1, revNo: 3 },
  { id: 2, revNo: 1 },
];

test.for<[string, readonly Change[], number]>([
  ["a later revision of a row", [change(1, 4)], 1],
  ["a revision that the row has", [change(1, 3)], 0],
  ["an earlier one, heard late", [change(1, 2)], 0],
  ["two changes of one row", [change(1, 4), change(1, 5)], 1],
  ["a record that was created since", [change(9, 1)], 1],
  ["a record that was created before the list was read", [change(9, 1, 5)], 0],
  ["a change of a record that is not shown", [change(9, 2)], 0],
])("of %s", ([, changes, unseen]) => {
  expect(unseenOf(rows, changes, 10)).toBe(unseen);
});

test("rows whose revision is not shown are never counted", () => {
  expect(unseenOf([{ id: 1 }], [change(1, 4)], 10)).toBe(0);
});
