import { beforeEach, expect, test } from "vitest";
import { build } from "../../src/consumption/build.ts";
import { removeBuilt } from "../../src/consumption/remove.ts";
import { adjustItem } from "../../src/material-item/adjust.ts";
import { receive, type ReceiveInput } from "../../src/material-item/receive.ts";
import { now, q } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { refusedWith } from "../refused.ts";

const dayMs = 86_400_000;
let { database, context, rows, relied, logged } = openPlant();

beforeEach(async () => {
  ({ database, context, rows, relied, logged } = openPlant());
  const pump = { productName: "Pump", visualSerialNo: "Pump-1", qty: q(1) };
  await receive(context, { ...pump, occurredAt: now - 10 });
});

const use = (builtQty: number, details: object = {}, occurredAt?: number) =>
  build(context, {
    parentSerialNo: "PUMP-1",
    childSerialNo: "Lot-1",
    builtQty: q(builtQty),
    receiveAtPointOfConsumption: true,
    itemDetails: { productName: "Seal", ...details },
    occurredAt,
  });
const arrive = (fields: Partial<ReceiveInput> = {}) =>
  receive(context, { productName: "SEAL", visualSerialNo: "LOT-1", qty: q(10), ...fields });
const takeOut = (removeQty: number) =>
  removeBuilt(context, {
    parentSerialNo: "PUMP-1",
    childSerialNo: "LOT-1",
    removeQty: q(removeQty),
    reasonSUID: "return",
  });
const count = (qty: number) => adjustItem(context, { id: 2, qty: q(qty), reasonSUID: "count" });
const set = (columns: string) => database.exec(`update material_item set ${columns} where id = 2`);
const adjustments = () => rows("select qty from adjustment").flat();

test("a receipt of used material is logged with what it changes, and relies on its product", async () => {
  await use(2);
  await use(1);
  const note = { comment: "Late", deliveryNo: "D-1", occurredAt: now - 9 };
  expect(await arrive({ ...note, batchNo: "B-1" })).toMatchObject({
    id: 2,
    revNo: 3,
    visualSerialNo: "Lot-1",
    nominalQty: q(10),
    actualQty: q(7),
    status: "The AVAILABLE",
    batchNo: "B-1",
    deliveryNo: "D-1",
    madeAtConsumption: false,
  });
  const values = { seq: { pending: "seq", ordinal: 0 }, materialItemId: 2, qty: -q(1) };
  expect(logged()).toEqual([
    [
      "MaterialItem 2 adopted",
      {
        nominalQty: q(10),
        actualQty: q(7),
        statusId: 2,
        batchNo: "B-1",
        batchKey: "b-1",
        deliveryNo: "D-1",
        deliveryKey: "d-1",
        madeAtConsumption: false,
        parts: [
          { kind: "insertPart", part: "adjustment", values: { ...values, materialReasonId: null } },
        ],
      },
      "Late",
    ],
  ]);
  expect(rows("select delivery_no, occurred_at from change_log order by seq desc limit 1")).toEqual(
    [["D-1", now - 9]],
  );
  expect(relied()).toEqual([
    ["Product", 1, 1],
    ["ReceiptProfile", 1, 1],
  ]);
  expect(adjustments()).toEqual([q(1), -q(1)]);
});

test("what was lost is not in stock, and what was found is part of the delivery", async () => {
  await use(3);
  await takeOut(2);
  await count(-1);
  expect(await arrive()).toMatchObject({ actualQty: q(8) });
  expect(adjustments()).toEqual([-q(1)]);
});

test("what was found before is part of the delivery", async () => {
  await use(3);
  await count(5);
  expect(await arrive()).toMatchObject({ actualQty: q(7) });
  expect(adjustments()).toEqual([q(5), -q(5)]);
});

test("nothing left of the delivery is Consumed, also if there was stock", async () => {
  await use(3);
  expect(await arrive({ qty: q(3) })).toMatchObject({ actualQty: 0, status: "The CONSUMED" });
  expect(adjustments()).toEqual([]);
  database.exec("update material_item set made_at_consumption = 1, status_id = 2 where id = 2");
  expect(await arrive({ qty: q(3) })).toMatchObject({ actualQty: 0, status: "The CONSUMED" });
});

test("a delivery of less than was used is refused", async () => {
  await use(3);
  expect(await refusedWith(arrive({ qty: q(2) }))).toMatchObject({
    code: "insufficient_quantity",
    message:
      "Of item Lot-1, 3 The EACH are already built or written off: the delivery can't have been " +
      "2 The EACH.",
    errors: [{ pointer: "/qty" }],
  });
});

test.for([
  ["SCRAPPED", "The AVAILABLE"],
  ["CONSUMED", "The AVAILABLE"],
  ["AVAILABLE", "The AVAILABLE"],
  ["WIP", "The WIP"],
])("an item that is %s becomes %s with stock", async ([suid, becomes]) => {
  await use(1);
  set(`status_id = (select id from material_status where suid = '${suid}')`);
  expect(await arrive()).toMatchObject({ status: becomes });
});

test.for(["DISPATCHED", "VOIDED"])("an item that is %s is not received", async (suid) => {
  await use(1);
  set(`status_id = (select id from material_status where suid = '${suid}')`);
  expect(await refusedWith(arrive())).toMatchObject({
    code: "item_status",
    message: `Item Lot-1 is The ${suid}: it can't be received.`,
  });
});

test("only what was made at a point of consumption, and is of no order, is received again", async () => {
  await use(1);
  for (const columns of [
    "made_at_consumption = 0",
    "made_at_consumption = 1, works_order_id = 1",
  ]) {
    database.exec("pragma foreign_keys = off");
    set(columns);
    expect((await refusedWith(arrive())).code).toBe("duplicate");
  }
});

test("what is empty, or as the product has it, is filled in; the rest stays", async () => {
  database.exec("update product set shelf_life_days = 30 where id = 1");
  await use(1, {}, now - 5);
  const given = {
    expiryDate: now + dayMs,
    batchNo: "B-1",
    costPerUnit: 7,
    location: "EAST",
    ownershipType: "The THEIRS",
  };
  expect(await arrive(given)).toMatchObject({
    expiryAt: now + dayMs,
    batchNo: "B-1",
    costPerUnit: 7,
    currency: "The EUR",
    locationId: 2,
    locationSuid: "EAST",
    ownershipTypeId: 2,
    ownershipType: "The THEIRS",
    deliveryNo: null,
  });
});

test("a receipt that says nothing changes no detail", async () => {
  database.exec("update product set shelf_life_days = 30 where id = 1");
  const details = { batchNo: "B-1", costPerUnit: 7, currency: "The USD", version: "B" };
  const { child } = await use(1, { ...details, expiryDate: now + dayMs });
  expect(await arrive({ batchNo: null })).toMatchObject({
    ...details,
    expiryAt: now + dayMs,
    locationId: child.locationId,
  });
});

test("an expiry of null says that it does not expire", async () => {
  database.exec("update product set shelf_life_days = 30 where id = 1");
  await use(1);
  expect(await arrive({ expiryDate: null })).toMatchObject({ expiryAt: null });
  database.exec(
    `update material_item set made_at_consumption = 1, expiry_at = ${now + 1} where id = 2`,
  );
  expect((await refusedWith(arrive({ expiryDate: null }))).errors).toMatchObject([
    { pointer: "/expiryDate" },
  ]);
});

test("the same details in another case agree", async () => {
  await use(1, { batchNo: "B-1", version: "B", costPerUnit: 7, currency: "The EUR" });
  const same = { batchNo: "b-1", version: "B", costPerUnit: 7 };
  expect(await arrive(same)).toMatchObject({ batchNo: "B-1" });
});

test.for<[details: object, fields: Partial<ReceiveInput>, contradicting: string[]]>([
  [{ batchNo: "B-1" }, { batchNo: "B-2" }, ["batchNo"]],
  [{ version: "B" }, { version: "C" }, ["version"]],
  [{}, { version: "B" }, ["version"]],
  [{}, { productName: "Ring" }, ["productName"]],
  [
    { expiryDate: now + dayMs, costPerUnit: 7, currency: "The EUR" },
    { expiryDate: now + 1, costPerUnit: 8 },
    ["expiryDate", "costPerUnit"],
  ],
])("%j contradicts %j", async ([details, fields, contradicting]) => {
  await use(1, details);
  expect(await refusedWith(arrive(fields))).toEqual({
    code: "details_contradict",
    message: `Item Lot-1 was made at a point of consumption with another ${contradicting.join(" and ")}.`,
    errors: contradicting.map((field) => ({
      pointer: `/${field}`,
      detail: `Item Lot-1 has another ${field}.`,
    })),
  });
});

test("a delivery that the item has by an update must be the same", async () => {
  await use(1);
  set("delivery_no = 'D-1', delivery_key = 'd-1', location_id = 2");
  const other = arrive({ deliveryNo: "D-2", location: "MAIN" });
  expect((await refusedWith(other)).errors).toMatchObject([
    { pointer: "/deliveryNo" },
    { pointer: "/location" },
  ]);
  expect(await arrive({ deliveryNo: "d-1" })).toMatchObject({ deliveryNo: "D-1" });
});

test("an origin fills in what was not known, and must be the same afterwards", async () => {
  await use(1);
  expect(await arrive({ origin: "South" })).toMatchObject({ origin: "South", originKey: "south" });
  set("made_at_consumption = 1");
  expect((await refusedWith(arrive({ origin: "North" }))).errors).toMatchObject([
    { pointer: "/origin" },
  ]);
  expect(await arrive({ origin: "SOUTH" })).toMatchObject({ origin: "South" });
});

test("the receipt is repeated with the same response", async () => {
  await use(1);
  const idempotency = { method: "POST", path: "/r", key: "k", nameHash: "0a", bodyHash: "0b" };
  const keyed = { ...context, idempotency };
  const input = { productName: "Seal", visualSerialNo: "Lot-1", qty: q(10) };
  const first = await receive(keyed, input);
  await use(1);
  expect(await receive(keyed, input)).toEqual(first);
});
