import { beforeEach, expect, test } from "vitest";
import { receive } from "../../src/material-item/receive.ts";
import type { UpdateInput } from "../../src/material-item/update.facts.ts";
import { updateItem } from "../../src/material-item/update.ts";
import { upsertWorksOrder } from "../../src/works-order/upsert.ts";
import { now, q } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { refusedWith } from "../refused.ts";

let { database, context, rows, relied, logged } = openPlant();

const received = (visualSerialNo: string) =>
  receive(context, { productName: "Seal", visualSerialNo, qty: q(10) });

beforeEach(async () => {
  ({ database, context, rows, relied, logged } = openPlant());
  await received("Lot-1");
  await received("Lot-2");
  const version = { major: 1, minor: 0 };
  const order = { orderNo: "W", productName: "Seal", bom: "Main", version, qty: q(1) };
  await upsertWorksOrder(context, order);
});

const sent: UpdateInput = {
  itemId: 1,
  id: 1,
  revNo: 1,
  productID: 1,
  statusID: 2,
  visualSerialNo: "Lot-1",
  scheduleID: null,
  startDT: null,
  endDT: null,
  version: "A",
  nominalQty: q(10),
  actualQty: q(10),
  uniqueID: null,
  holdReasonID: null,
  expiryDate: null,
  locationID: 1,
  costPerUnit: 5,
  ownershipTypeID: 1,
  currencyID: 1,
  batchNo: null,
  legacyPrerepairMaterialItemID: null,
  caseData: [],
  testModeID: null,
};
const update = (changes: Partial<UpdateInput>) => updateItem(context, { ...sent, ...changes });
const entry = (caseDataID: number, id: number | null = null, value: string | null = null) => ({
  id,
  caseDataID,
  materialItemID: 1,
  name: `entry ${caseDataID}`,
  value,
});

test("an item that is sent back as it was read keeps its revision, and nothing is logged", async () => {
  const changes = rows("select count(*) from change_log");
  database.exec("update material_item set last_edit_at = 1, last_edit_user_id = 2");
  expect(await update({})).toMatchObject({ revNo: 1, lastEditAt: 1, lastEditUserId: 2 });
  expect(rows("select count(*) from change_log")).toEqual(changes);
});

test.for<[Partial<UpdateInput>, answered: object, stored?: object]>([
  [{ productID: 5 }, { productName: "Ring" }, { productId: 5 }],
  [{ statusID: 1 }, { status: "The WIP" }, { statusId: 1 }],
  [{ holdReasonID: 1 }, { holdReason: "The QUALITY" }, { holdReasonId: 1 }],
  [{ locationID: 2 }, { locationSuid: "EAST" }, { locationId: 2 }],
  [{ ownershipTypeID: 2 }, { ownershipType: "The THEIRS" }, { ownershipTypeId: 2 }],
  [{ currencyID: 2 }, { currency: "The USD" }, { currencyId: 2 }],
  [{ legacyPrerepairMaterialItemID: 2 }, {}, { legacyPrerepairId: 2 }],
  [{ uniqueID: "U" }, {}, { uniqueId: "U", uniqueIdKey: "u" }],
])("an item changes by %j nothing else", async ([changes, answered, stored = {}]) => {
  expect(await update(changes)).toMatchObject({ ...answered, ...stored, revNo: 2 });
  expect(logged()).toEqual([["MaterialItem 1 updated", stored]]);
  expect(relied()).toEqual([["Product", changes.productID ?? 1, 1]]);
});

test.for<[Partial<UpdateInput>, code: string, pointer: string]>([
  [{ productID: 9 }, "not_found", "/productID"],
  [{ statusID: 9 }, "not_found", "/statusID"],
  [{ scheduleID: 9 }, "not_found", "/scheduleID"],
  [{ holdReasonID: 9 }, "not_found", "/holdReasonID"],
  [{ locationID: 9 }, "not_found", "/locationID"],
  [{ ownershipTypeID: 9 }, "not_found", "/ownershipTypeID"],
  [{ currencyID: 9 }, "not_found", "/currencyID"],
  [{ legacyPrerepairMaterialItemID: 9 }, "not_found", "/legacyPrerepairMaterialItemID"],
  [{ caseData: [entry(9)] }, "not_found", "/caseData/0/caseDataID"],
  [{ productID: 3 }, "inactive", "/productID"],
  [{ holdReasonID: 2 }, "inactive", "/holdReasonID"],
  [{ locationID: 3 }, "inactive", "/locationID"],
  [{ ownershipTypeID: 3 }, "inactive", "/ownershipTypeID"],
  [{ visualSerialNo: "LOT-2" }, "duplicate", "/visualSerialNo"],
  [{ uniqueID: "U-2" }, "duplicate", "/uniqueID"],
  [{ actualQty: q(0.5) }, "decimal_places", "/actualQty"],
])("an item with %j is refused", async ([changes, code, pointer]) => {
  database.exec("update material_item set unique_id_key = 'u-2' where id = 2");
  expect(await refusedWith(update(changes))).toMatchObject({ code, errors: [{ pointer }] });
});

test("an item that joins an order claims it, and keeps its product", async () => {
  const joined = await update({ scheduleID: 1 });
  expect(joined).toMatchObject({ worksOrderId: 1, orderNo: "W" });
  expect(logged()).toEqual([
    ["MaterialItem 1 updated", { worksOrderId: 1 }],
    ["WorksOrder 1 itemJoined", {}],
  ]);
  const other = update({ scheduleID: 1, revNo: 2, productID: 5 });
  expect(await refusedWith(other)).toMatchObject({ code: "fixed" });
});

test("an item that was built, or built into, keeps its product, and its builds are counted", async () => {
  const built = (parent: number, child: number) =>
    database.exec(`insert into build (seq, parent_id, child_id, bom_slot_id, candidate_id, qty,
      removed_qty) values (1, ${parent}, ${child}, 1, 1, 1, 1)`);
  built(1, 2);
  built(1, 2);
  built(2, 1);
  expect(await refusedWith(update({ productID: 5 }))).toMatchObject({
    code: "fixed",
    members: { counts: { asParent: 2, asChild: 1, splitOrMerged: 0 } },
  });
});

test("an update voids no item, and changes no voided one", async () => {
  expect(await refusedWith(update({ statusID: 6 }))).toEqual({
    code: "item_status",
    message: "Only MaterialItem/Void sets the status Voided.",
    errors: [{ pointer: "/statusID", detail: "Only MaterialItem/Void sets the status Voided." }],
  });
  database.exec("update material_item set status_id = 6 where id = 1");
  expect(await refusedWith(update({ statusID: 2 }))).toMatchObject({
    code: "item_status",
    message: "Item Lot-1 is The VOIDED: it can't be updated.",
  });
});

const track = (id: number) =>
  database.exec(`update product set tracking = 'Serial' where id = ${id}`);

test.for<[Partial<UpdateInput>, pointer: string]>([
  [{ productID: 5 }, "/nominalQty"],
  [{ productID: 5, nominalQty: q(1) }, "/actualQty"],
  [{ productID: 5, nominalQty: q(1), actualQty: q(2) }, "/actualQty"],
])("an item that becomes one of a serial product by %j is refused", async ([changes, pointer]) => {
  track(5);
  expect(await refusedWith(update(changes))).toMatchObject({
    code: "tracking",
    message: expect.stringContaining("Ring is tracked by serial"),
    errors: [{ pointer }],
  });
});

test("an item of a serial product keeps the quantities that it has, and gets no other", async () => {
  // As it was before its product was tracked so.
  track(1);
  expect(await update({ locationID: 2 })).toMatchObject({ nominalQty: q(10), actualQty: q(10) });
  const again = (changes: Partial<UpdateInput>) => update({ locationID: 2, revNo: 2, ...changes });
  for (const field of ["nominalQty", "actualQty"]) {
    expect(await refusedWith(again({ [field]: q(9) }))).toMatchObject({
      code: "tracking",
      errors: [{ pointer: `/${field}` }],
    });
  }
  expect(await again({ actualQty: 0 })).toMatchObject({ actualQty: 0, revNo: 3 });
});

test("of several items, the one with the given id is changed", async () => {
  const own = { ...sent, itemId: 2, id: 2, visualSerialNo: "Lot-2", locationID: 2 };
  expect(await updateItem(context, own)).toMatchObject({ id: 2, locationSuid: "EAST" });
  expect(rows("select id, location_id from material_item order by id")).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(await refusedWith(updateItem(context, { ...sent, itemId: 9, id: 9 }))).toMatchObject({
    code: "not_found",
    message: "No material item has the id 9.",
  });
});

test("a changed quantity is booked", async () => {
  await update({ actualQty: q(7) });
  expect(rows("select material_item_id, qty, material_reason_id from adjustment")).toEqual([
    [1, -q(3), null],
  ]);
});

test("case data is added and changed with the item, and can't be left out", async () => {
  const made = await update({ caseData: [entry(1, null, "crack"), entry(2)] });
  const fields = (caseDataDefinitionId: number, value: string | null) => ({
    caseDataDefinitionId,
    name: `entry ${caseDataDefinitionId}`,
    value,
  });
  expect(made.caseData).toMatchObject([
    { id: 1, revNo: 1, ...fields(1, "crack") },
    { id: 2, revNo: 1, ...fields(2, null) },
  ]);
  const again = { revNo: 2, caseData: [entry(1, 1, "crack"), entry(1), entry(2, 2, "done")] };
  const changed = await update(again);
  expect(changed.caseData).toMatchObject([
    { id: 1, revNo: 1, ...fields(1, "crack") },
    { id: 2, revNo: 2, ...fields(2, "done") },
    { id: 3, revNo: 1, ...fields(1, null) },
  ]);
  expect(logged()).toEqual([
    ["MaterialItem 1 updated", {}],
    ["CaseData 2 updated", { value: "done" }],
    ["CaseData 3 updated", { materialItemId: 1, ...fields(1, null) }],
  ]);
  const without = update({ revNo: 3, caseData: [entry(1, 1), entry(2, 2)] });
  expect((await refusedWith(without)).errors).toMatchObject([{ pointer: "/caseData" }]);
});

test("an item is updated once at a revision", async () => {
  expect(await update({ batchNo: "B" })).toMatchObject({ batchNo: "B", lastEditAt: now });
  expect(await refusedWith(update({ batchNo: "C" }))).toMatchObject({ code: "stale_revision" });
});
