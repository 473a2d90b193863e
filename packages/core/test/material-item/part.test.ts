import { beforeEach, expect, test } from "vitest";
import { dispatchItem } from "../../src/material-item/dispatch.ts";
import { holdItem } from "../../src/material-item/hold.ts";
import { moveItem } from "../../src/material-item/move.ts";
import { receive } from "../../src/material-item/receive.ts";
import { scrapItem } from "../../src/material-item/scrap.ts";
import { now, q } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { refusedWith } from "../refused.ts";

let { context, rows, relied } = openPlant();

beforeEach(async () => {
  ({ context, rows, relied } = openPlant());
  await receive(context, {
    productName: "SEAL",
    visualSerialNo: "Lot-1",
    qty: q(10),
    occurredAt: now - 10,
  });
});

const part = { visualSerialNo: "LOT-1", qty: q(4), newVisualSerialNo: "Part-1" };
const logged = () =>
  rows("select entity_id, rev_no, action, reason_id from change_log where seq > 1 order by seq");

test("a scrapped part is written off, and its lot keeps the rest", async () => {
  const { lot, ...scrapped } = await scrapItem(context, { ...part, reasonSUID: "count" });
  expect(scrapped).toMatchObject({ id: 2, revNo: 2, actualQty: 0, nominalQty: q(4) });
  expect(lot).toMatchObject({ id: 1, revNo: 2, actualQty: q(6) });
  expect(rows("select material_item_id, qty from adjustment")).toEqual([[2, -q(4)]]);
  expect(rows("select kind, from_id, to_id, qty from lot_transfer")).toEqual([
    ["split", 1, 2, q(4)],
  ]);
  expect(logged()).toEqual([
    [1, 2, "split", null],
    [2, 1, "splitOff", null],
    [2, 2, "scrapped", expect.any(Number)],
  ]);
});

test("a held part is in nothing, and its lot is free", async () => {
  const held = await holdItem(context, { ...part, holdReason: "quality" });
  expect(held).toMatchObject({ holdReason: "The QUALITY", whereUsed: [], whereUsedCount: 0 });
  expect(held.lot).toMatchObject({ holdReasonId: null });
});

test("a moved part is moved even to where its lot is", async () => {
  const { locationSuid } = await moveItem(context, { ...part, location: "MAIN" });
  expect(locationSuid).toBe("MAIN");
  expect(logged().map(([, , action]) => action)).toEqual(["split", "splitOff", "moved"]);
});

test("a dispatched part keeps its quantity, and all of a lot can be dispatched as a part", async () => {
  const dispatched = await dispatchItem(context, { ...part, qty: q(10) });
  expect(dispatched).toMatchObject({ actualQty: q(10), status: "The DISPATCHED" });
  expect(dispatched.lot).toMatchObject({ actualQty: 0, status: "The CONSUMED" });
});

test("a part relies on the tracking of its product, and a whole item does not", async () => {
  await scrapItem(context, { ...part, reasonSUID: "count" });
  expect(relied()).toContainEqual(["Product", 1, 1]);
  await scrapItem(context, { visualSerialNo: "LOT-1", reasonSUID: "count" });
  expect(relied()).not.toContainEqual(["Product", 1, 1]);
});

test("a refusal points at the field of the part", async () => {
  const scrap = (fields: object) =>
    refusedWith(scrapItem(context, { ...part, reasonSUID: "count", ...fields }));
  expect(await scrap({ qty: q(11) })).toMatchObject({
    code: "insufficient_quantity",
    message: "Item Lot-1 has 10 The EACH left: 11 The EACH can't be taken off.",
    errors: [{ pointer: "/qty" }],
  });
  expect(await scrap({ newVisualSerialNo: "lot-1" })).toMatchObject({
    code: "duplicate",
    errors: [{ pointer: "/newVisualSerialNo" }],
  });
});
