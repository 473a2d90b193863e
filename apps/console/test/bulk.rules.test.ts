import { expect, test } from "vitest";
import { linesOf, reasonsOf } from "../src/screens/item/bulk.rules.ts";
import { batchIn, heldAlready } from "../src/screens/recall/affected.rules.ts";

const own = (holdReason: string) => ({ holdReason, batchHoldID: null });
const ofBatch = (holdReason: string) => ({ holdReason, batchHoldID: 7 });
const items = [
  { id: 1, visualSerialNo: "A", holds: [own("Quality"), own("Recall"), ofBatch("Batch")] },
  { id: 2, visualSerialNo: "B", holds: [own("Recall")] },
  { id: 3, visualSerialNo: "C", holds: [ofBatch("Batch")] },
];

test("items have the reasons of their own holds, each once", () => {
  expect(reasonsOf(items)).toEqual(["Quality", "Recall"]);
});

test("a release of a reason is of the items that have it", () => {
  expect(linesOf("release", items, { holdReason: "Quality" })).toEqual([{ subject: "A", id: 1 }]);
});

test("a release without a reason ends each hold by a line of its own", () => {
  expect(linesOf("release", items, {})).toEqual([
    { subject: "A: Quality", id: 1, holdReason: "Quality" },
    { subject: "A: Recall", id: 1, holdReason: "Recall" },
    { subject: "B", id: 2 },
    { subject: "C", id: 3 },
  ]);
});

test("any other action has a line for each item", () => {
  expect(linesOf("hold", items, { holdReason: "Quality" }).map(({ id }) => id)).toEqual([1, 2, 3]);
});

const affected = (level: number, productName: string, isHeld: boolean, isDispatched = false) => ({
  level,
  productName,
  isHeld,
  isDispatched,
  visualSerialNo: "S",
});

test("a recall names a batch, and its product if there is one", () => {
  const suspect = [affected(0, "Seal", false), affected(1, "Pump", false)];
  expect(batchIn({ batchNo: "B" }, suspect)).toEqual({ batchNo: "B", productName: "Seal" });
  expect(batchIn({ batchNo: "B" }, [...suspect, affected(0, "Bolt", false)])).toEqual({
    batchNo: "B",
  });
  expect(batchIn({}, suspect)).toBeUndefined();
});

test("what is on hold can be held for a further reason, unless it was dispatched", () => {
  const held = affected(0, "Seal", true);
  expect(heldAlready([held, affected(0, "Seal", false), affected(0, "Seal", true, true)])).toEqual([
    held,
  ]);
});
