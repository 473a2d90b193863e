import { expect, test } from "vitest";
import { insertPart, type PartChange, removePart } from "../../src/engine/changes.ts";
import {
  briefPart,
  fullPart,
  partsInFull,
  withoutTime,
  withTime,
} from "../../src/engine/write/brief.ts";

const of = { ordinal: 3, id: 7, detail: { qty: 2, parentId: 5 } };
const values = {
  bomSlotId: 1,
  candidateId: 4,
  qty: 2,
  seq: { pending: "seq", ordinal: 2 },
  parentId: 5,
  childId: 7,
  removedQty: 0,
};
const building = (changes: object = {}): PartChange => ({
  kind: "insertPart",
  part: "build",
  values: { ...values, ...changes },
});

test("a build is kept as slot, candidate and quantity, and read whole", () => {
  const brief = briefPart(building(), of);
  expect(brief).toEqual([1, 4, 2]);
  expect(fullPart(brief, of)).toEqual(building());
  expect(partsInFull([brief])).toEqual([]);
});

test("so is that of a child whose id is not known yet", () => {
  const id = { pending: "id", ordinal: 3 };
  expect(briefPart(building({ childId: id }), { ...of, id })).toEqual([1, 4, 2]);
});

test.for<[string, PartChange]>([
  ["of another parent", building({ parentId: 6 })],
  ["of another child", building({ childId: 8 })],
  ["of an earlier place", building({ seq: { pending: "seq", ordinal: 0 } })],
  ["that is removed already", building({ removedQty: 1 })],
  ["with a further column", building({ more: null })],
  ["of another table", insertPart("removal", { seq: 1, buildId: 1, qty: 1 })],
  ["that goes", removePart("slotProperty", { bomSlotId: 1 })],
])("a part %s is kept as it is", ([, part]) => {
  expect(briefPart(part, of)).toBe(part);
  expect(fullPart(part, of)).toBe(part);
  expect(partsInFull([part])).toEqual([part]);
});

test("a build whose row has no detail is kept as it is", () => {
  const part = building();
  expect(briefPart(part, { ...of, detail: undefined })).toBe(part);
});

const without = (after: Record<string, unknown>, isUpdate = true) => {
  withoutTime(after, 9, isUpdate);
  return after;
};

test("the time of an edit is left out, and read at its place", () => {
  const before = { statusId: 1, lastEditAt: 4, actualQty: 2 };
  const kept = { ...without({ statusId: 3, lastEditAt: 9, actualQty: 5 }), detail: {} };
  expect(kept).toEqual({ statusId: 3, actualQty: 5, detail: {} });
  expect(JSON.stringify(withTime(before, kept, 9))).toBe(
    '{"statusId":3,"lastEditAt":9,"actualQty":5,"detail":{}}',
  );
});

test("a new record keeps its time, and so does an edit of another time", () => {
  expect(without({ lastEditAt: 9 }, false)).toEqual({ lastEditAt: 9 });
  expect(without({ lastEditAt: 8 })).toEqual({ lastEditAt: 8 });
});

test("the time is added to no change that left it as it was, or has it", () => {
  for (const [before, after] of [
    [null, { name: "A" }],
    [{ name: "A" }, { name: "B" }],
    [{ lastEditAt: 1 }, { lastEditAt: 2 }],
  ] as const) {
    expect(withTime(before, after, 9)).toBe(after);
  }
});
