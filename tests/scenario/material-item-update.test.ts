import { expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly, itemNamed } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";
import { expectRefused } from "./refused.ts";
import { textOfChars } from "./texts.ts";

const plant = await openPlant();
const product = await plant.product({ InventoryDecimalPlaces: 2 });
const { id: caseDataID } = await plant.done("put", "/api/CaseDataDefinition/Upsert", {
  name: "Torque",
});

type Item = Answer["body"];
const stock = (fields: object = {}): Promise<Item> =>
  plant.receive({ productName: product.Name, qty: 10, ...fields });
const get = async (id: number): Promise<Item> =>
  (await plant.get(`/api/MaterialItem/Get/${id}`)).body;
const update = (item: Item, changes: object = {}) =>
  plant.put(`/api/MaterialItem/Update/${item.id}`, { ...item, ...changes });
const updated = async (item: Item, changes: object = {}): Promise<Item> => {
  const { status, body } = await update(item, changes);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const entry = (item: Item, changes: object = {}) => ({
  id: null,
  caseDataID,
  materialItemID: item.id,
  name: "Torque",
  value: "12 Nm",
  ...changes,
});

/** Every field of the resource table. */
const fields = [
  "id",
  "revNo",
  "lastEditDT",
  "lastEditUserID",
  "productID",
  "statusID",
  "visualSerialNo",
  "scheduleID",
  "startDT",
  "endDT",
  "version",
  "nominalQty",
  "actualQty",
  "uniqueID",
  "holdReasonID",
  "expiryDate",
  "locationID",
  "costPerUnit",
  "ownershipTypeID",
  "currencyID",
  "batchNo",
  "legacyPrerepairMaterialItemID",
  "caseData",
  "testModeID",
];
const nullable = [
  "scheduleID",
  "startDT",
  "endDT",
  "version",
  "uniqueID",
  "holdReasonID",
  "expiryDate",
  "locationID",
  "costPerUnit",
  "ownershipTypeID",
  "currencyID",
  "batchNo",
  "legacyPrerepairMaterialItemID",
  "testModeID",
];

test("the item that Get returned is accepted back unchanged, and stays as it is", async () => {
  const item = await stock();
  expect(await updated(item)).toEqual(item);
  expect(await get(item.id)).toEqual(item);
});

test("the item that GetByFilter returned is accepted back, too", async () => {
  const { id } = await stock();
  const { body } = await plant.post("/api/MaterialItem/GetByFilter", { ID: id });
  expect((await update(body[0])).status).toBe(200);
});

test("every field may change, and Get agrees with the answer", async () => {
  const other = await plant.product({ Name: "Another" });
  const before = await stock();
  const bom = await plant.bom({ parentProductName: other.Name });
  const order = await plant.worksOrder({ productName: other.Name, bom: bom.name });
  const [status] = (await plant.post("/api/MaterialStatus/List", { name: "WIP" })).body;
  const [hold] = (await plant.post("/api/HoldReason/List", { name: "Quality" })).body;
  const [owner] = (await plant.post("/api/OwnershipType/List", { name: "Vendor" })).body;
  const [currency] = (await plant.post("/api/Currency/List", { name: "JPY" })).body;
  const place = await plant.done("put", "/api/Location/Upsert", { suid: plant.unique("LOC") });
  const changes = {
    productID: other.ID,
    statusID: status.id,
    visualSerialNo: plant.unique("New serial"),
    scheduleID: order.id,
    startDT: "2026-01-01T00:00:00.000Z",
    endDT: "2026-01-02T00:00:00.000Z",
    version: "Z",
    nominalQty: 12,
    actualQty: 11,
    uniqueID: plant.unique("U"),
    holdReasonID: hold.id,
    expiryDate: "2027-01-01T00:00:00.000Z",
    locationID: place.id,
    costPerUnit: 0.5,
    ownershipTypeID: owner.id,
    currencyID: currency.id,
    batchNo: "B-9",
    deliveryNo: "DN-9",
    legacyPrerepairMaterialItemID: (await stock()).id,
    testModeID: 4,
  };
  const item = await updated(before, changes);
  expect(item).toMatchObject({
    ...changes,
    productName: "Another",
    orderNo: order.orderNo,
    status: "WIP",
    holdReason: "Quality",
    location: place.suid,
    ownershipType: "Vendor",
    currency: "JPY",
  });
  expect(await get(before.id)).toEqual(item);
});

test("null clears each field that may be empty", async () => {
  const cleared = Object.fromEntries(nullable.map((field) => [field, null]));
  const item = await updated(await stock({ batchNo: "B" }), cleared);
  expect(item).toMatchObject(cleared);
  expect(await get(item.id)).toEqual(item);
});

test("a delivery that is not sent stays, null clears it, and the history has both", async () => {
  const item = await stock({ deliveryNo: "DN-1" });
  const kept = await updated(item, { deliveryNo: undefined, batchNo: "B-1" });
  expect(kept).toMatchObject({ deliveryNo: "DN-1", batchNo: "B-1" });
  const corrected = await updated(kept, { deliveryNo: "DN-2" });
  const cleared = await updated(corrected, { deliveryNo: null });
  expect(cleared.deliveryNo).toBe(null);
  expect(await get(item.id)).toEqual(cleared);
  const { body: changes } = await plant.post("/api/MaterialItem/History", { id: item.id });
  const states = changes.map(({ deliveryNo, before, after }: Item) => [
    deliveryNo,
    before?.deliveryNo,
    after.deliveryNo,
  ]);
  expect(states).toEqual([
    ["DN-1", undefined, "DN-1"],
    [null, undefined, undefined],
    [null, "DN-1", "DN-2"],
    [null, "DN-2", null],
  ]);
});

test.for(fields)("%s is required", async (field) => {
  const item = await stock();
  const send = () => update(item, { [field]: undefined });
  await expectRefused(plant, send, [400, "validation_failed", `/${field}`]);
});

test.for(fields.filter((field) => !nullable.includes(field)))(
  "%s may not be null",
  async (field) => {
    const item = await stock();
    const send = () => update(item, { [field]: null });
    await expectRefused(plant, send, [400, "validation_failed", `/${field}`]);
  },
);

test.for<[field: string, value: unknown]>([
  ["visualSerialNo", ""],
  ["visualSerialNo", textOfChars(101)],
  ["version", textOfChars(51)],
  ["uniqueID", textOfChars(101)],
  ["batchNo", textOfChars(51)],
  ["nominalQty", 0],
  ["actualQty", -1],
  ["costPerUnit", -1],
  ["statusID", 0],
  ["testModeID", 10_000_000_000],
  ["startDT", "yesterday"],
  ["id", 9_999_999_999],
])("%s may not be %o", async ([field, value]) => {
  const item = await stock();
  const send = () => update(item, { [field]: value });
  await expectRefused(plant, send, [400, "validation_failed", `/${field}`]);
});

test("texts are accepted at their limits, in characters", async () => {
  const texts = { version: textOfChars(50), uniqueID: textOfChars(100), batchNo: textOfChars(50) };
  expect(await updated(await stock(), texts)).toMatchObject(texts);
  const serial = plant.unique(textOfChars(95)).padEnd(100, "€");
  const item = await updated(await stock(), { visualSerialNo: serial });
  expect(item.visualSerialNo).toBe(serial);
});

test("longer texts that Receive has stored are accepted unchanged, and not changed", async () => {
  const stored = { visualSerialNo: "s".repeat(250), version: "v".repeat(100) };
  const item = await updated(await stock(stored));
  expect(item).toMatchObject(stored);
  for (const field of ["visualSerialNo", "version"] as const) {
    const send = () => update(item, { [field]: `${stored[field].slice(1)}x` });
    await expectRefused(plant, send, [400, "validation_failed", `/${field}`]);
  }
});

test("an item that does not exist can't be updated", async () => {
  const item = { ...(await stock()), id: 9_999_999_999 };
  await expectRefused(plant, () => update(item), [404, "not_found"]);
});

const references = [
  "productID",
  "statusID",
  "scheduleID",
  "holdReasonID",
  "locationID",
  "ownershipTypeID",
  "currencyID",
  "legacyPrerepairMaterialItemID",
];
const none = 9_999_999_999;

test.for(references)("%s must name a record", async (field) => {
  const item = await stock();
  const refusal = [404, "not_found", `/${field}`] as const;
  await expectRefused(plant, () => update(item, { [field]: none }), refusal);
});

test("all missing records that an item refers to are named together", async () => {
  const item = await stock();
  const caseData = [
    { id: null, caseDataID: none, materialItemID: item.id, name: "Torque", value: null },
  ];
  const wrong = { ...Object.fromEntries(references.map((field) => [field, none])), caseData };
  const pointers = [...references, "caseData/0/caseDataID"].map((field) => `/${field}`);
  await expectRefused(plant, () => update(item, wrong), [404, "not_found", ...pointers]);
});

test("a reference to a retired record is kept, and a new one is refused", async () => {
  const place = { suid: plant.unique("LOC") };
  const { id: locationID } = await plant.done("put", "/api/Location/Upsert", place);
  const item = await updated(await stock(), { locationID });
  await plant.done("put", "/api/Location/Upsert", { id: locationID, isActive: false });
  expect((await update(item, { batchNo: "B" })).status).toBe(200);
  const other = await stock();
  await expectRefused(plant, () => update(other, { locationID }), [409, "inactive"]);
});

test("a retired case data definition is kept by its entries, and refused for others", async () => {
  const name = plant.unique("Weight");
  const definition = await plant.done("put", "/api/CaseDataDefinition/Upsert", { name });
  const item = await stock();
  const caseData = [entry(item, { caseDataID: definition.id }), entry(item)];
  const had = await updated(item, { caseData });
  await plant.done("put", "/api/CaseDataDefinition/Upsert", { id: definition.id, isActive: false });
  const [weight, torque] = had.caseData;
  const kept = await updated(had, { caseData: [{ ...weight, value: "3 kg" }, torque] });
  for (const taken of [{ ...torque, caseDataID: definition.id }, caseData[0]]) {
    const sent = taken?.id === null ? [...kept.caseData, taken] : [kept.caseData[0], taken];
    await expectRefused(plant, () => update(kept, { caseData: sent }), [409, "inactive"]);
  }
});

test("an item of a works order is of the order's product", async () => {
  const other = await plant.product();
  const orderOf = async (productName: string) => {
    const bom = await plant.bom({ parentProductName: productName });
    return plant.worksOrder({ productName, bom: bom.name });
  };
  const [own, another] = [await orderOf(product.Name), await orderOf(other.Name)];
  for (const { id } of [own, another]) await plant.done("put", "/api/WorksOrder/Start", { id });
  const item = await stock();
  const refused = (field: string) => [409, "fixed", `/${field}`] as const;
  const created = await orderOf(product.Name);
  const early = await updated(await stock(), { scheduleID: created.id });
  const { bom, version } = another;
  const become = () =>
    plant.put("/api/WorksOrder/Upsert", { id: created.id, productName: other.Name, bom, version });
  await expectRefused(plant, become, refused("productName"));
  await updated(early, { scheduleID: null });
  expect((await become()).body).toMatchObject({ id: created.id, productName: other.Name });
  await expectRefused(plant, () => update(item, { scheduleID: another.id }), refused("scheduleID"));
  const joined = await updated(item, { scheduleID: own.id });
  await expectRefused(plant, () => update(joined, { productID: other.ID }), refused("productID"));
  const moved = { scheduleID: another.id, productID: other.ID };
  expect(await updated(joined, moved)).toMatchObject(moved);
});

test("a stale revision is refused with the record as it is now", async () => {
  const item = await stock();
  const newer = await updated(item, { batchNo: "B-1" });
  const problem = await expectRefused(plant, () => update(item, { batchNo: "B-2" }), [
    409,
    "stale_revision",
  ]);
  expect(problem.current).toEqual(newer);
  expect((await update(problem.current, { batchNo: "B-2" })).status).toBe(200);
});

test("of updates that race from one revision, one wins", async () => {
  const item = await stock();
  const { answers, tally } = await plant.race(8, (i) => update(item, { batchNo: `B-${i}` }));
  expect(tally).toEqual({ 200: 1, 409: 7 });
  expect(answers.filter(({ body }) => body.code === "stale_revision")).toHaveLength(7);
});

test("serial and unique id are unique without regard to case", async () => {
  const taken = await updated(await stock({ visualSerialNo: "Taken" }), { uniqueID: "Unique" });
  const item = await stock();
  for (const changes of [{ visualSerialNo: "TAKEN" }, { uniqueID: "UNIQUE" }]) {
    const [field] = Object.keys(changes);
    await expectRefused(plant, () => update(item, changes), [409, "duplicate", `/${field}`]);
  }
  expect((await update(taken, { visualSerialNo: "TAKEN", uniqueID: "unique" })).status).toBe(200);
});

test("an empty unique id is not set, and so is never taken", async () => {
  await updated(await stock(), { uniqueID: "" });
  expect((await update(await stock(), { uniqueID: "" })).status).toBe(200);
});

test("a new quantity has at most the product's decimals", async () => {
  const item = await stock();
  for (const changes of [{ actualQty: 1.125 }, { nominalQty: 1.125 }]) {
    await expectRefused(plant, () => update(item, changes), [409, "decimal_places"]);
  }
});

test("the quantities of an item must fit the decimals of a new product", async () => {
  const whole = await plant.product({ InventoryDecimalPlaces: 0 });
  const item = await stock({ qty: 1.5 });
  await expectRefused(plant, () => update(item, { productID: whole.ID }), [409, "decimal_places"]);
});

test.for<[changes: object, ledger: number[]]>([
  [{ actualQty: 7 }, [-3]],
  [{ nominalQty: 12 }, [-2]],
  [{ nominalQty: 12, actualQty: 12 }, []],
  [{ nominalQty: 8, actualQty: 11.5 }, [3.5]],
  [{ batchNo: "B" }, []],
])("the change %o leaves the ledger entries %o", async ([changes, ledger]) => {
  const { id } = await updated(await stock(), changes);
  const rows = await plant.sql("select qty from adjustment where material_item_id = ?", id);
  expect(rows.map(({ qty }) => Number(qty) / 1e6)).toEqual(ledger);
});

test("a nominal quantity that falls below what is built leaves the builds, and no room", async () => {
  const { build, parent } = await assembly(plant, { ordered: false, candidate: { maxQty: 1 } });
  const { id } = await itemNamed(plant, parent);
  const sized = async (qty: number) => updated(await get(id), { nominalQty: qty, actualQty: qty });
  await sized(2);
  expect((await build({ builtQty: 2 })).status).toBe(200);
  await sized(1);
  await expectRefused(plant, build, [409, "over_maximum", "/builtQty"]);
  await sized(3);
  expect((await build()).status).toBe(200);
});

test("the server sets revision, editor and time, whatever is sent", async () => {
  const item = await stock();
  const lastEditDT = "2001-01-01T00:00:00.000Z";
  const sent = { lastEditDT, lastEditUserID: 9_999_999_999 };
  expect(await updated(item, sent)).toEqual(item);
  const body = await updated(item, { ...sent, batchNo: "B" });
  expect(body.lastEditUserID).toBe(item.lastEditUserID);
  expect(Date.parse(body.lastEditDT)).toBeGreaterThan(Date.parse(lastEditDT));
});

test.for<[field: string, value: unknown]>([
  ["productName", null],
  ["productName", ""],
  ["status", null],
  ["status", 1],
  ["orderNo", {}],
  ["location", []],
  ["location", textOfChars(201)],
  ["holdReason", 1],
  ["ownershipType", true],
  ["currency", textOfChars(51)],
])("the name %s may not be %o", async ([field, value]) => {
  const item = await stock();
  const send = () => update(item, { [field]: value });
  await expectRefused(plant, send, [400, "validation_failed", `/${field}`]);
});

test("a field that no item has is refused", async () => {
  const item = await stock();
  const send = () => update(item, { colour: "red" });
  await expectRefused(plant, send, [400, "validation_failed", "/colour"]);
});

test("case data is added, changed and kept, and returned with its ids", async () => {
  const item = await stock();
  const added = await updated(item, { caseData: [entry(item), entry(item, { value: null })] });
  const [one, two] = added.caseData;
  expect(one).toEqual({ ...entry(item), id: one.id });
  expect(await get(item.id)).toEqual(added);
  const three = entry(item, { name: "Angle" });
  const caseData = [{ ...two, name: "Again", value: "7" }, three, one];
  const changed = await updated(added, { caseData });
  expect(changed.caseData).toEqual([
    one,
    { ...two, name: "Again", value: "7" },
    { ...three, id: changed.caseData[2].id },
  ]);
  expect(await get(item.id)).toEqual(changed);
});

test("an existing entry must be sent", async () => {
  const item = await stock();
  const added = await updated(item, { caseData: [entry(item)] });
  await expectRefused(plant, () => update(added, { caseData: [] }), [
    400,
    "validation_failed",
    "/caseData",
  ]);
  await expectRefused(plant, () => update(item), [409, "stale_revision"]);
});

test("500 entries of case data are accepted, and not one more", async () => {
  const item = await stock();
  const entries = Array.from({ length: 500 }, () => entry(item));
  const full = await updated(item, { caseData: entries });
  expect((await updated(full, {})).caseData).toEqual(full.caseData);
  const send = () => update(full, { caseData: [...full.caseData, entry(item)] });
  await expectRefused(plant, send, [400, "validation_failed", "/caseData"]);
});

test.for(["id", "caseDataID", "materialItemID", "name", "value"])(
  "%s of an entry is required",
  async (field) => {
    const item = await stock();
    const send = () => update(item, { caseData: [entry(item, { [field]: undefined })] });
    await expectRefused(plant, send, [400, "validation_failed", `/caseData/0/${field}`]);
  },
);

test.for<[field: string, value: unknown]>([
  ["name", ""],
  ["name", textOfChars(51)],
  ["value", textOfChars(2001)],
  ["materialItemID", 9_999_999_999],
])("%s of an entry may not be %s", async ([field, value]) => {
  const item = await stock();
  const send = () => update(item, { caseData: [entry(item, { [field]: value })] });
  await expectRefused(plant, send, [400, "validation_failed", `/caseData/0/${field}`]);
});

test("texts of an entry are accepted at their limits, in characters", async () => {
  const item = await stock();
  const texts = { name: textOfChars(50), value: textOfChars(2000) };
  const { caseData } = await updated(item, { caseData: [entry(item, texts)] });
  expect(caseData).toMatchObject([texts]);
});

test("an entry and its case must exist", async () => {
  const item = await stock();
  const other = await stock();
  const added = await updated(other, { caseData: [entry(other)] });
  for (const wrong of [
    { caseDataID: 9_999_999_999 },
    { id: 9_999_999_999 },
    { id: added.caseData[0].id },
  ]) {
    const send = () => update(item, { caseData: [entry(item, wrong)] });
    await expectRefused(plant, send, [404, "not_found"]);
  }
});

test("an entry can't be named twice", async () => {
  const item = await stock();
  const { caseData, ...added } = await updated(item, { caseData: [entry(item)] });
  const send = () => update(added, { caseData: [...caseData, ...caseData] });
  await expectRefused(plant, send, [400, "validation_failed", "/caseData"]);
});

test("a repeated update with one Idempotency-Key gets the same answer", async () => {
  const item = await stock();
  const body = { ...item, caseData: [entry(item)] };
  const headers = { "Idempotency-Key": plant.unique("key") };
  const path = `/api/MaterialItem/Update/${item.id}`;
  const first = await plant.put(path, body, { headers });
  const again = await plant.put(path, body, { headers });
  expect([again.status, again.body]).toEqual([200, first.body]);
});

test("all updates conserve material", () => expectConservation(plant));
