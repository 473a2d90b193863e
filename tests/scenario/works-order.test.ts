import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "./refused.ts";
import { textOfBytes } from "./texts.ts";

const plant = await openPlant();
const path = "/api/WorksOrder/Upsert";
const { Name: productName, ID: productID } = await plant.product({ InventoryDecimalPlaces: 3 });
const { name: bom, ...bomRecord } = await plant.bom({
  parentProductName: productName,
  versions: [
    { version: "1.0", status: "Released" },
    { version: "1.1", status: "Draft" },
  ],
});
const { Name: otherProduct } = await plant.product();
const { name: otherBom } = await plant.bom({ parentProductName: otherProduct });
const valid = () => ({ orderNo: plant.unique("WO"), productName, bom, version: "1.0", qty: 2 });
const create = (fields: object = {}) => plant.done("put", path, { ...valid(), ...fields });
const list = async (filter: object) => (await plant.post("/api/WorksOrder/List", filter)).body;

test("a works order has the sent fields, with the ids of the records that it names", async () => {
  const sent = { ...valid(), description: "Forty for the north", qty: 2.125 };
  const { id, ...order } = await plant.done("put", path, sent);
  expect(id).toBeGreaterThan(0);
  expect(order).toEqual({
    ...sent,
    revNo: 1,
    productID,
    bomID: bomRecord.id,
    bomVersionID: bomRecord.versions[0].id,
    status: "Created",
    startDT: null,
    endDT: null,
  });
  expect(await list({ id })).toEqual([{ id, ...order }]);
});

test("names are not case sensitive, and are returned as stored", async () => {
  const order = await create({ productName: productName.toUpperCase(), bom: bom.toUpperCase() });
  expect(order).toMatchObject({ productName, bom });
});

test("a version may be sent as an object, and is returned as text", async () => {
  expect(await create({ version: { major: 1, minor: 1 } })).toMatchObject({ version: "1.1" });
});

test("any key is recognized by its letters alone", async () => {
  const order = await plant.done("put", path, {
    order_no: plant.unique("WO"),
    "Product Name": productName,
    BOM: bom,
    Version: "1.0",
    "q-t-y": 1,
  });
  expect(order).toMatchObject({ productName, bom, version: "1.0", qty: 1 });
});

test.for(["orderNo", "productName", "bom", "version", "qty"])(
  "%s is required to create, and not to update",
  async (field) => {
    for (const missing of [undefined, null]) {
      await expectRefused(plant, () => plant.put(path, { ...valid(), [field]: missing }), [
        400,
        "validation_failed",
        `/${field}`,
      ]);
    }
    const order = await create();
    const { [field]: _left, ...sent } = order;
    expect(await plant.done("put", path, sent)).toEqual(order);
    await expectRefused(plant, () => plant.put(path, { id: order.id, [field]: null }), [
      400,
      "validation_failed",
      `/${field}`,
    ]);
  },
);

test.for([
  ["orderNo", 250, () => ({})],
  ["description", 2000, () => ({})],
] as const)("%s holds %i bytes and no more", async ([field, bytes, more]) => {
  const longest = textOfBytes(bytes);
  expect(await create({ ...more(), [field]: longest })).toMatchObject({ [field]: longest });
  await expectRefused(plant, () => plant.put(path, { ...valid(), [field]: `${longest}x` }), [
    400,
    "validation_failed",
    `/${field}`,
  ]);
});

test.for([
  ["productName", 250],
  ["bom", 100],
] as const)(
  "%s of %i bytes is looked up, a longer one breaks the contract",
  async ([field, bytes]) => {
    const longest = textOfBytes(bytes);
    await expectRefused(plant, () => plant.put(path, { ...valid(), [field]: longest }), [
      404,
      "not_found",
    ]);
    await expectRefused(plant, () => plant.put(path, { ...valid(), [field]: `${longest}x` }), [
      400,
      "validation_failed",
      `/${field}`,
    ]);
  },
);

test.for([
  ["an empty order number", { orderNo: "" }, "/orderNo"],
  ["a quantity of 0", { qty: 0 }, "/qty"],
  ["a quantity below 0", { qty: -1 }, "/qty"],
  ["a quantity of seven decimals", { qty: 0.0000001 }, "/qty"],
  ["a quantity of ten digits", { qty: 1_000_000_000 }, "/qty"],
  ["a version that is none", { version: "1" }, "/version"],
  ["an unknown field", { colour: "red" }, "/colour"],
] as const)("%s breaks the contract", async ([, fields, pointer]) => {
  await expectRefused(plant, () => plant.put(path, { ...valid(), ...fields }), [
    400,
    "validation_failed",
    pointer,
  ]);
});

test.for([
  ["a product that does not exist", () => ({ productName: "Nothing" })],
  ["a BoM that does not exist", () => ({ bom: "Nothing" })],
  ["a BoM of another product", () => ({ bom: otherBom })],
  ["a version that the BoM has not", () => ({ version: "7.0" })],
] as const)("%s is not found", async ([, fields]) => {
  await expectRefused(plant, () => plant.put(path, { ...valid(), ...fields() }), [
    404,
    "not_found",
  ]);
  const { id } = await create();
  await expectRefused(plant, () => plant.put(path, { id, ...fields() }), [404, "not_found"]);
});

test("an order that does not exist can't be updated", async () => {
  await expectRefused(plant, () => plant.put(path, { id: 999, qty: 1 }), [404, "not_found"]);
});

test("an order number is unique without regard to case", async () => {
  const { orderNo } = await create({ orderNo: plant.unique("Straße") });
  const again = { ...valid(), orderNo: orderNo.replace("ß", "SS") };
  await expectRefused(plant, () => plant.put(path, again), [409, "duplicate", "/orderNo"]);
  const { id } = await create();
  await expectRefused(plant, () => plant.put(path, { id, orderNo }), [
    409,
    "duplicate",
    "/orderNo",
  ]);
});

test("an order may change the case of its own number", async () => {
  const { id, orderNo } = await create();
  expect(await plant.done("put", path, { id, orderNo: orderNo.toLowerCase() })).toMatchObject({
    orderNo: orderNo.toLowerCase(),
  });
});

test("a quantity has at most the product's decimals", async () => {
  expect(await create({ qty: 1.125 })).toMatchObject({ qty: 1.125 });
  const finer = { ...valid(), qty: 1.1255 };
  await expectRefused(plant, () => plant.put(path, finer), [409, "decimal_places"]);
  const { id } = await create();
  await expectRefused(plant, () => plant.put(path, { id, qty: 1.1255 }), [409, "decimal_places"]);
});

test("a new order takes no product and no BoM that is not active", async () => {
  const retired = await plant.product();
  const ofRetired = await plant.bom({ parentProductName: retired.Name });
  await plant.done("put", "/api/Product/Upsert", { ID: retired.ID, IsActive: false });
  const byRetired = { ...valid(), productName: retired.Name, bom: ofRetired.name };
  await expectRefused(plant, () => plant.put(path, byRetired), [409, "inactive"]);
  const old = await plant.bom({ parentProductName: productName, isActive: false });
  await expectRefused(plant, () => plant.put(path, { ...valid(), bom: old.name }), [
    409,
    "inactive",
  ]);
});

test("every field of an order that is not started may change", async () => {
  const order = await create({ description: "First" });
  const changed = {
    orderNo: plant.unique("WO"),
    description: null,
    productName: otherProduct,
    bom: otherBom,
    version: "1.0",
    qty: 7,
  };
  const updated = await plant.done("put", path, { id: order.id, ...changed });
  expect(updated).toMatchObject({ id: order.id, ...changed });
  expect(updated.productID).not.toBe(order.productID);
  expect(updated.bomVersionID).not.toBe(order.bomVersionID);
});

test("an order of another product needs that product's BoM", async () => {
  const { id } = await create();
  await expectRefused(plant, () => plant.put(path, { id, productName: otherProduct }), [
    404,
    "not_found",
  ]);
});

test("fields that an update omits stay", async () => {
  const order = await create({ description: "Kept" });
  expect(await plant.done("put", path, { id: order.id, qty: 9 })).toEqual({
    ...order,
    revNo: 2,
    qty: 9,
  });
});

test("a started order keeps its other fields, and accepts what Start returned", async () => {
  const order = await create();
  const { items: _items, ...sent } = await plant.done("put", "/api/WorksOrder/Start", {
    id: order.id,
  });
  const { qtyStarted: _started, qtyLeft: _left, unit: _unit, ...started } = sent;
  expect(await plant.done("put", path, sent)).toEqual(started);
  expect(await plant.done("put", path, { id: order.id, description: "Urgent" })).toEqual({
    ...started,
    revNo: 3,
    description: "Urgent",
  });
  for (const change of [
    { orderNo: plant.unique("WO") },
    { orderNo: plant.unique("WO"), qty: 3 },
    { version: "1.1" },
    { productName: otherProduct, bom: otherBom },
  ]) {
    await expectRefused(plant, () => plant.put(path, { id: order.id, ...change }), [
      409,
      "order_status",
    ]);
  }
});

test("a list narrows by each filter, and is empty if nothing matches", async () => {
  const order = await create();
  const other = await create({ productName: otherProduct, bom: otherBom });
  await plant.done("put", "/api/WorksOrder/Cancel", { id: other.id });
  const ids = async (filter: object) => (await list(filter)).map(({ id }: { id: number }) => id);
  expect(await ids({ id: order.id })).toEqual([order.id]);
  expect(await ids({ orderNo: order.orderNo.toLowerCase() })).toEqual([order.id]);
  const ofProduct = await ids({ productName: productName.toLowerCase() });
  expect(ofProduct).toContain(order.id);
  expect(ofProduct).not.toContain(other.id);
  expect(await ids({ status: "Cancelled" })).toEqual([other.id]);
  expect(await ids({ id: order.id, status: "Cancelled" })).toEqual([]);
  expect(await ids({ productName: "Nothing" })).toEqual([]);
  const all = await ids({});
  expect(all).toEqual(all.toSorted((a: number, b: number) => a - b));
  expect(all).toContain(other.id);
});

test("a status that does not exist breaks the contract", async () => {
  const { status, body } = await plant.post("/api/WorksOrder/List", { status: "Paused" });
  expect([status, body.code]).toEqual([400, "validation_failed"]);
});

test("an order that was never started can be deleted, and is returned", async () => {
  const order = await create();
  const { status, body } = await plant.delete("/api/WorksOrder/Delete", { id: order.id });
  expect(status).toBe(200);
  expect(body).toEqual(order);
  expect(await list({ id: order.id })).toEqual([]);
  const again = () => plant.delete("/api/WorksOrder/Delete", { id: order.id });
  await expectRefused(plant, again, [404, "not_found"]);
});

test.for(["Start", "Cancel"])("an order can't be deleted after %s", async (verb) => {
  const { id } = await create();
  await plant.done("put", `/api/WorksOrder/${verb}`, { id });
  const remove = () => plant.delete("/api/WorksOrder/Delete", { id });
  await expectRefused(plant, remove, [409, "order_status"]);
});

test("a product and a BoM that an order is for can't be deleted", async () => {
  const product = await plant.product();
  const own = await plant.bom({ parentProductName: product.Name });
  await plant.worksOrder({ productName: product.Name, bom: own.name });
  const removeProduct = () => plant.delete("/api/Product/Delete", { ID: product.ID });
  const problem = await expectRefused(plant, removeProduct, [409, "in_use"]);
  expect(problem.counts).toMatchObject({ WorksOrder: 1 });
  const removeBom = () => plant.delete("/api/Bom/Delete", { id: own.id });
  await expectRefused(plant, removeBom, [409, "in_use"]);
});

test.for([
  ["List", "viewer", "post"],
  ["Upsert", "engineer", "put"],
  ["Delete", "engineer", "delete"],
  ["Start", "engineer", "put"],
  ["Complete", "engineer", "put"],
  ["Cancel", "engineer", "put"],
] as const)("%s is for the role %s", async ([verb, role, method]) => {
  const send = (key: string) =>
    plant[method](`/api/WorksOrder/${verb}`, { orderNo: "Nothing" }, { key });
  const { viewer, operator, engineer } = plant.keys;
  const statuses = await Promise.all(
    [viewer, operator, engineer].map(async (key) => (await send(key)).status),
  );
  const allowed = role === "viewer" ? [true, true, true] : [false, false, true];
  expect(statuses.map((status) => status !== 403)).toEqual(allowed);
});
