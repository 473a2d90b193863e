import { expect, test } from "vitest";
import { type LogRow, newReplayedRecord, partAsText, replay } from "../../src/audit/replay.ts";

type Part = Readonly<Record<string, unknown>>;

/** The first change of a record, or a later one, by user 1. */
const changeTo = (after: object, revNo = 1): LogRow => ({
  seq: revNo,
  operationId: String(revNo),
  ordinal: 0,
  at: 0,
  entityId: 1,
  revNo,
  userId: 1,
  deliveryNo: null,
  before: null,
  after: JSON.stringify(after),
});

/** Returns the rows of properties after these changes, in the order in which they were created. */
function propertiesAfter(...changes: (readonly Part[])[]) {
  const record = newReplayedRecord();
  changes.forEach((parts, index) =>
    replay(record, changeTo({ parts }, index + 1), () => undefined),
  );
  expect(record.flaws).toEqual([]);
  return record.parts.get("slotProperty")?.map((row) => partAsText("slotProperty", row));
}

const inserted = (propertyDefinitionId: number, value: string) => ({
  kind: "insertPart",
  part: "slotProperty",
  values: { bomSlotId: 1, propertyDefinitionId, value },
});
const updated = (where: Part, patch: Part) => ({
  kind: "updatePart",
  part: "slotProperty",
  where: { bomSlotId: 1, ...where },
  patch,
});
const text = (propertyDefinitionId: number, value: string) =>
  JSON.stringify({ bomSlotId: 1, propertyDefinitionId, value });

test("an updated part occurs once, with its new values", () => {
  const rows = propertiesAfter(
    [inserted(1, "EUR"), inserted(2, "5")],
    [updated({ propertyDefinitionId: 1 }, { value: "USD" })],
    [updated({ propertyDefinitionId: 1 }, { value: "USD" })],
  );
  expect(rows).toEqual([text(1, "USD"), text(2, "5")]);
});

test("parts that become equal are kept separately", () => {
  const rows = propertiesAfter(
    [inserted(1, "a"), inserted(1, "b"), inserted(1, "b")],
    [updated({}, { value: "b" })],
  );
  expect(rows).toEqual([text(1, "b"), text(1, "b"), text(1, "b")]);
});

test("a removal removes only the parts that match", () => {
  const removed = { kind: "removePart", part: "slotProperty", where: { propertyDefinitionId: 1 } };
  const rows = propertiesAfter([inserted(1, "a"), inserted(1, "b"), inserted(2, "a")], [removed]);
  expect(rows).toEqual([text(2, "a")]);
});

test.each([
  [{ lastEditUserId: 1 }, []],
  [{ qty: 5 }, []],
  [{ lastEditUserId: 2 }, ["row 1 of the change log is by user 1, but says that user 2 edited it"]],
])("the user who edited a record is the user of the change: %j", (after, flaws) => {
  const record = newReplayedRecord();
  replay(record, changeTo(after), () => undefined);
  expect(record.flaws).toEqual(flaws);
});
