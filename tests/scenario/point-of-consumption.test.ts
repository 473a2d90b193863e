import { expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { expectConservation } from "./conservation.ts";
import { expectRefused } from "./refused.ts";
import { textOfBytes, textOfChars } from "./texts.ts";

const plant = await openPlant();
const path = "/api/Build/Build";
const pump = await plant.product({ Name: "Pump" });
const glue = await plant.product({ Name: "Glue", InventoryDecimalPlaces: 3, Version: "G" });
const { name: bom } = await plant.bom({ parentProductName: pump.Name });
const candidate = { product: glue.Name, isActive: true, qty: 1, minQty: 0, isDefault: true };
await plant.slot({ ParentProductName: pump.Name, bom, candidates: [candidate] });
const parent = await plant.receive({ productName: pump.Name, qty: 1 });

const request = (childSerialNo: string, details: object = {}, fields: object = {}) => ({
  parentSerialNo: parent.visualSerialNo,
  childSerialNo,
  builtQty: 2.5,
  receiveAtPointOfConsumption: true,
  itemDetails: { productName: "GLUE", ...details },
  ...fields,
});
const build = (childSerialNo: string, details: object = {}, fields: object = {}) =>
  plant.put(path, request(childSerialNo, details, fields));
const get = async ({ id }: Answer["body"]) => (await plant.get(`/api/MaterialItem/Get/${id}`)).body;
const adjustments = async ({ id }: Answer["body"]) =>
  (await plant.sql("select qty from adjustment where material_item_id = ?", id)).map(
    ({ qty }) => Number(qty) / 1e6,
  );

test("a child that is missing is received and built in one commit", async () => {
  const serial = plant.unique("GLUE");
  const details = {
    expiryDate: "2999-12-31",
    batchNo: "B-1",
    version: "H",
    costPerUnit: 0.125,
    currency: "usd",
  };
  const { status, body } = await build(serial, details);
  expect(status).toBe(200);
  expect(body.child).toMatchObject({
    visualSerialNo: serial,
    revNo: 1,
    productName: "Glue",
    nominalQty: 2.5,
    actualQty: 0,
    status: "Consumed",
    expiryDate: "2999-12-31T23:59:59.999Z",
    batchNo: "B-1",
    version: "H",
    costPerUnit: 0.125,
    currency: "USD",
    location: "MAIN",
  });
  expect(await get(body.child)).toEqual(body.child);
});

test("fields that the details omit come from the product", async () => {
  const { body } = await build(plant.unique("GLUE"), { version: null, currency: null });
  expect(body.child).toMatchObject({ version: "G", costPerUnit: 1, currency: "EUR" });
});

test("the same serial again books the shortfall, however often", async () => {
  const serial = plant.unique("GLUE");
  const { body: first } = await build(serial);
  const { body: second } = await build(serial.toLowerCase(), {}, { builtQty: 1 });
  expect(second.child).toMatchObject({ id: first.child.id, actualQty: 0, nominalQty: 2.5 });
  expect(await adjustments(second.child)).toEqual([1]);
});

test("removed stock is built again before a shortfall is booked", async () => {
  const serial = plant.unique("GLUE");
  await build(serial);
  await plant.done("put", "/api/Build/Remove", {
    parentSerialNo: parent.visualSerialNo,
    childSerialNo: serial,
    removeQty: 2,
    reasonSUID: "REWORK",
  });
  const { body } = await build(serial, {}, { builtQty: 3 });
  expect(body.child).toMatchObject({ actualQty: 0, status: "Consumed" });
  expect(await adjustments(body.child)).toEqual([1]);
});

test("managed stock is consumed normally, and refused when it is short", async () => {
  const stock = await plant.receive({ productName: glue.Name, qty: 4 });
  const { body } = await build(stock.visualSerialNo);
  expect(body.child).toMatchObject({ id: stock.id, actualQty: 1.5, status: "Available" });
  const send = () => build(stock.visualSerialNo);
  await expectRefused(plant, send, [409, "insufficient_quantity"]);
});

test("a serial of a range can't be received twice", async () => {
  const { name } = await plant.done("put", "/api/SerialRange/Upsert", {
    name: plant.unique("Range"),
    prefix: "R-",
  });
  const ranged = await plant.product({ SerialRange: name, InventoryDecimalPlaces: 3 });
  await plant.slot({
    ParentProductName: pump.Name,
    bom,
    candidates: [{ ...candidate, product: ranged.Name }],
  });
  const details = { productName: ranged.Name };
  const serial = plant.unique("R");
  expect((await build(serial, details)).status).toBe(200);
  await expectRefused(plant, () => build(serial, details), [409, "serial_range"]);
});

test.for<[field: string, details: object, stored: object]>([
  ["batchNo", { batchNo: "B-2" }, { batchNo: "B-1" }],
  ["version", { version: "g" }, {}],
  ["expiryDate", { expiryDate: "2999-01-01" }, {}],
  ["costPerUnit", { costPerUnit: 2, currency: "EUR" }, {}],
  ["currency", { currency: "USD" }, {}],
  ["productName", { productName: "Pump" }, {}],
])("a %s that contradicts the item is refused", async ([field, details, stored]) => {
  const { visualSerialNo } = await plant.receive({ productName: glue.Name, qty: 4, ...stored });
  await expectRefused(plant, () => build(visualSerialNo, details), [
    409,
    "details_contradict",
    `/itemDetails/${field}`,
  ]);
});

test("a batch in another case contradicts no item, which keeps its own spelling", async () => {
  const { visualSerialNo, id } = await plant.receive({
    productName: glue.Name,
    qty: 4,
    batchNo: "G-77",
  });
  const { status, body } = await build(visualSerialNo, { batchNo: "g-77 " });
  expect([status, body.child?.id, body.child?.batchNo]).toEqual([200, id, "G-77"]);
});

test("without the flag the child must exist, and details are ignored", async () => {
  const fields = { receiveAtPointOfConsumption: false };
  const send = () => build(plant.unique("GLUE"), {}, fields);
  await expectRefused(plant, send, [404, "not_found"]);
  const { visualSerialNo } = await plant.receive({ productName: glue.Name, qty: 4 });
  const details = { productName: "No such product", costPerUnit: 1 };
  expect((await build(visualSerialNo, details, fields)).status).toBe(200);
});

test.for<[what: string, pointer: string, details: object, fields: object]>([
  ["itemDetails", "/itemDetails", {}, { itemDetails: undefined }],
  ["itemDetails that are not null", "/itemDetails", {}, { itemDetails: null }],
  ["a productName", "/itemDetails/productName", { productName: undefined }, {}],
  ["a productName that is not empty", "/itemDetails/productName", { productName: "" }, {}],
  ["with a cost its currency", "/itemDetails/currency", { costPerUnit: 1 }, {}],
  ["a batchNo of at most 50", "/itemDetails/batchNo", { batchNo: textOfChars(51) }, {}],
  ["a version of at most 200 bytes", "/itemDetails/version", { version: textOfBytes(201) }, {}],
  ["a currency of at most 50", "/itemDetails/currency", { currency: textOfChars(51) }, {}],
  ["a cost of at least 0", "/itemDetails/costPerUnit", { costPerUnit: -1, currency: "EUR" }, {}],
  ["no other keys", "/itemDetails/colour", { colour: "red" }, {}],
])("a receipt needs %s", async ([, pointer, details, fields]) => {
  const send = () => build(plant.unique("GLUE"), details, fields);
  await expectRefused(plant, send, [400, "validation_failed", pointer]);
});

test.for([
  ["product", { productName: textOfBytes(250) }],
  ["currency", { currency: textOfChars(50) }],
] as const)("the %s of a receipt must exist", async ([, details]) => {
  const send = () => build(plant.unique("GLUE"), details);
  await expectRefused(plant, send, [404, "not_found"]);
});

test("a cost of the product is not booked in another currency", async () => {
  const send = () => build(plant.unique("GLUE"), { currency: "USD" });
  const refusal = [409, "details_contradict", "/itemDetails/costPerUnit"] as const;
  await expectRefused(plant, send, refusal);
  expect((await build(plant.unique("GLUE"), { currency: "EUR" })).status).toBe(200);
  await plant.done("put", "/api/Product/Upsert", { ID: glue.ID, DefaultCostPerUnit: 0 });
  expect((await send()).body.child).toMatchObject({ costPerUnit: 0, currency: "USD" });
  await plant.done("put", "/api/Product/Upsert", { ID: glue.ID, DefaultCostPerUnit: 1 });
});

test("expired material is not received where it is consumed", async () => {
  const send = () => build(plant.unique("GLUE"), { expiryDate: "2020-01-01" });
  await expectRefused(plant, send, [409, "item_expired"]);
});

test("the receipt profile applies to the fields of the details", async () => {
  const { name } = await plant.done("put", "/api/ReceiptProfile/Upsert", {
    name: plant.unique("Profile"),
    fields: { batchNo: "compulsory", location: "compulsory" },
  });
  const strict = await plant.product({ ReceiptProfile: name, InventoryDecimalPlaces: 3 });
  await plant.slot({
    ParentProductName: pump.Name,
    bom,
    candidates: [{ ...candidate, product: strict.Name }],
  });
  const send = (details: object) =>
    build(plant.unique("S"), { productName: strict.Name, ...details });
  const refused = [409, "receipt_profile", "/itemDetails/batchNo"] as const;
  await expectRefused(plant, () => send({}), refused);
  await expectRefused(plant, () => send({ batchNo: "" }), refused);
  expect((await send({ batchNo: "B" })).status).toBe(200);
});

test("two receipts of one new serial: the second builds from the item of the first", async () => {
  const serial = plant.unique("GLUE");
  const { answers, tally } = await plant.race(8, () => build(serial));
  expect(tally).toEqual({ 200: 8 });
  expect(new Set(answers.map(({ body }) => body.child.id)).size).toBe(1);
  const item = await get(answers[0]!.body.child);
  expect(item).toMatchObject({ nominalQty: 2.5, actualQty: 0, revNo: 8 });
  expect(await adjustments(item)).toEqual(Array.from({ length: 7 }, () => 2.5));
});

test("a repeated receipt and build with one Idempotency-Key gets the same answer", async () => {
  const body = request(plant.unique("GLUE"));
  const headers = { "Idempotency-Key": plant.unique("key") };
  const first = await plant.put(path, body, { headers });
  expect((await plant.put(path, body, { headers })).body).toEqual(first.body);
});

test("all receipts at the point of consumption conserve material", () => expectConservation(plant));
