import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectConservation } from "./conservation.ts";
import { expectRefused } from "./refused.ts";
import { textOfBytes } from "./texts.ts";

const plant = await openPlant();
const path = "/api/WorksOrder/Start";
type Fields = Readonly<Record<string, unknown>>;
interface Started {
  visualSerialNo: string;
  qty: number;
}

/** Makes an order for its own product, not started. */
async function order(fields: Fields = {}, product: Fields = {}, version: Fields = {}) {
  const { Name: productName } = await plant.product(product);
  const versions = [{ version: "1.0", status: "Released", ...version }];
  const { name: bom } = await plant.bom({ parentProductName: productName, versions });
  return plant.worksOrder({ productName, bom, ...fields });
}

const start = (body: object) => plant.done("put", path, body);
const itemsOf = async (orderNo: string) =>
  (await plant.post("/api/MaterialItem/GetByFilter", { orderNo })).body;
const serialsOf = ({ items }: { items: Started[] }) => items.map((item) => item.visualSerialNo);

test("a started order has the named items, with the product's defaults", async () => {
  const created = await order(
    { qty: 3 },
    { Version: "B", DefaultCostPerUnit: 2.5, DefaultOwnership: "Customer", DefaultCurrency: "USD" },
  );
  const [first, second] = [plant.unique("SN"), plant.unique("SN")];
  plant.now = Date.parse("2026-03-01T12:00:00Z");
  const started = await start({
    orderNo: created.orderNo.toLowerCase(),
    items: [
      { visualSerialNo: first, qty: 1 },
      { visualSerialNo: second, qty: 2 },
    ],
  });
  plant.now = undefined;
  expect(started).toEqual({
    ...created,
    revNo: 2,
    status: "Started",
    startDT: "2026-03-01T12:00:00.000Z",
    qtyStarted: 3,
    qtyLeft: 0,
    unit: "each",
    items: [
      { id: expect.any(Number), visualSerialNo: first, qty: 1 },
      { id: expect.any(Number), visualSerialNo: second, qty: 2 },
    ],
  });
  const items = await itemsOf(created.orderNo);
  expect(items.map(({ id }: { id: number }) => id)).toEqual(
    started.items.map(({ id }: { id: number }) => id),
  );
  expect(items[1]).toMatchObject({
    visualSerialNo: second,
    productName: created.productName,
    scheduleID: created.id,
    orderNo: created.orderNo,
    status: "WIP",
    startDT: "2026-03-01T12:00:00.000Z",
    endDT: null,
    version: "B",
    nominalQty: 2,
    actualQty: 2,
    costPerUnit: 2.5,
    ownershipType: "Customer",
    currency: "USD",
    location: "MAIN",
    expiryDate: null,
    batchNo: null,
  });
  await expectConservation(plant);
});

test("an order is started by its id as well, or by both", async () => {
  const byId = await order();
  expect(await start({ id: byId.id })).toMatchObject({ id: byId.id, status: "Started" });
  const byBoth = await order();
  expect(await start({ id: byBoth.id, orderNo: byBoth.orderNo })).toMatchObject({ id: byBoth.id });
});

test.for(["Start", "Complete", "Cancel"])("%s requires an order", async (verb) => {
  const verbPath = `/api/WorksOrder/${verb}`;
  const [one, other] = [await order(), await order()];
  await expectRefused(plant, () => plant.put(verbPath, {}), [400, "validation_failed", ""]);
  for (const address of [
    { id: 999 },
    { orderNo: "Nothing" },
    { id: one.id, orderNo: other.orderNo },
  ]) {
    await expectRefused(plant, () => plant.put(verbPath, address), [404, "not_found"]);
  }
});

test("without items an order makes one per batch, the last with the rest", async () => {
  const { id, orderNo } = await order({ qty: 11 }, { DefaultBatchSize: 4 });
  expect(
    (await start({ id })).items.map(({ visualSerialNo, qty }: Started) => [visualSerialNo, qty]),
  ).toEqual([
    [`${orderNo}-1`, 4],
    [`${orderNo}-2`, 4],
    [`${orderNo}-3`, 3],
  ]);
});

test("an order of less than a batch makes one item", async () => {
  const { id } = await order({ qty: 2.5 }, { DefaultBatchSize: 10, InventoryDecimalPlaces: 1 });
  expect((await start({ id })).items).toMatchObject([{ qty: 2.5 }]);
});

test("serials come from the product's serial range, which continues after them", async () => {
  const name = plant.unique("Range");
  const range = { name, prefix: `${name}/`, nextNumber: 9, endNumber: 11, padding: 3 };
  await plant.done("put", "/api/SerialRange/Upsert", range);
  const { id } = await order({ qty: 2 }, { SerialRange: name });
  expect(serialsOf(await start({ id }))).toEqual([`${name}/009`, `${name}/010`]);
  const [after] = (await plant.post("/api/SerialRange/List", { name })).body;
  expect(after.nextNumber).toBe(11);
  const tooMany = await order({ qty: 2 }, { SerialRange: name });
  await expectRefused(plant, () => plant.put(path, { id: tooMany.id }), [409, "serial_range"]);
  const last = await order({ qty: 1 }, { SerialRange: name });
  expect(serialsOf(await start({ id: last.id }))).toEqual([`${name}/011`]);
});

test("a range without an end stops at the largest number that it accepts back", async () => {
  const name = plant.unique("Range");
  const nextNumber = 999_999_999_999_999;
  await plant.done("put", "/api/SerialRange/Upsert", { name, prefix: `${name}-`, nextNumber });
  const two = await order({ qty: 2 }, { SerialRange: name });
  await expectRefused(plant, () => plant.put(path, { id: two.id }), [409, "serial_range"]);
  const one = await order({ qty: 1 }, { SerialRange: name });
  expect(serialsOf(await start({ id: one.id }))).toEqual([`${name}-${nextNumber}`]);
  const [after] = (await plant.post("/api/SerialRange/List", { name })).body;
  expect(after.nextNumber).toBe(nextNumber + 1);
  const sent = await plant.put("/api/SerialRange/Upsert", after);
  expect([sent.status, sent.body]).toEqual([200, after]);
  const none = await order({ qty: 1 }, { SerialRange: name });
  await expectRefused(plant, () => plant.put(path, { id: none.id }), [409, "serial_range"]);
});

test("named serials leave the serial range unchanged", async () => {
  const name = plant.unique("Range");
  await plant.done("put", "/api/SerialRange/Upsert", { name, prefix: name, nextNumber: 5 });
  const { id } = await order({}, { SerialRange: name });
  await start({ id, items: [{ visualSerialNo: plant.unique("SN"), qty: 1 }] });
  const [after] = (await plant.post("/api/SerialRange/List", { name })).body;
  expect(after.nextNumber).toBe(5);
});

test("a range leaves out serials that items have, in any case, and continues after", async () => {
  const name = plant.unique("RANGE");
  const range = { name, prefix: `${name}-`, padding: 4, nextNumber: 6 };
  await plant.done("put", "/api/SerialRange/Upsert", range);
  const { id, productName } = await order({ qty: 10 }, { SerialRange: name });
  for (const number of ["0007", "0009", "0010"]) {
    const visualSerialNo = `${name.toLowerCase()}-${number}`;
    await plant.receive({ productName, qty: 1, visualSerialNo });
  }
  const numbers = [6, 8, 11, 12, 13, 14, 15, 16, 17, 18];
  expect(serialsOf(await start({ id }))).toEqual(
    numbers.map((number) => `${name}-${String(number).padStart(4, "0")}`),
  );
  const [after] = (await plant.post("/api/SerialRange/List", { name })).body;
  expect(after.nextNumber).toBe(19);
});

test("a range whose last numbers are taken ends before them", async () => {
  const name = plant.unique("Range");
  await plant.done("put", "/api/SerialRange/Upsert", { name, prefix: `${name}-`, endNumber: 3 });
  const { id, productName } = await order({ qty: 2 }, { SerialRange: name });
  await plant.receive({ productName, qty: 1, visualSerialNo: `${name}-1` });
  await plant.receive({ productName, qty: 1, visualSerialNo: `${name}-3` });
  const problem = await expectRefused(plant, () => plant.put(path, { id }), [409, "serial_range"]);
  expect(problem.detail).toBe(
    `The serial range ${name} of ${productName} has 1 numbers left that no item has or had, ` +
      "and 2 are needed.",
  );
});

test("an order leaves out serials that items have or had", async () => {
  const { id, productName, orderNo } = await order({ qty: 3 });
  await plant.receive({ productName, qty: 1, visualSerialNo: `${orderNo.toLowerCase()}-2` });
  const { id: relabelled } = await plant.receive({
    productName,
    qty: 1,
    visualSerialNo: `${orderNo}-3`,
  });
  await plant.done("put", "/api/MaterialItem/Relabel", {
    id: relabelled,
    newVisualSerialNo: plant.unique("SN"),
    comment: "Label lost",
  });
  const serials = [1, 4, 5].map((number) => `${orderNo}-${number}`);
  expect(serialsOf(await start({ id }))).toEqual(serials);
});

test("a serial that an item has can't be started", async () => {
  const { id, productName } = await order({ qty: 2 });
  const { visualSerialNo } = await plant.receive({ productName, qty: 1 });
  const items = [
    { visualSerialNo: plant.unique("SN"), qty: 1 },
    { visualSerialNo: visualSerialNo.toLowerCase(), qty: 1 },
  ];
  await expectRefused(plant, () => plant.put(path, { id, items }), [
    409,
    "duplicate",
    "/items/1/visualSerialNo",
  ]);
});

test("a request can't name a serial twice, without regard to case", async () => {
  const { id } = await order({ qty: 2 });
  const items = [
    { visualSerialNo: "Straße", qty: 1 },
    { visualSerialNo: "STRASSE", qty: 1 },
  ];
  await expectRefused(plant, () => plant.put(path, { id, items }), [
    400,
    "validation_failed",
    "/items/1/visualSerialNo",
  ]);
});

test("a serial that would be too long to be sent again is refused", async () => {
  const { id } = await order({ orderNo: textOfBytes(249) });
  await expectRefused(plant, () => plant.put(path, { id }), [409, "serial_range"]);
});

test("the items may be fewer or more than the order is for", async () => {
  for (const qty of [1, 5]) {
    const { id } = await order({ qty: 3 });
    const items = [{ visualSerialNo: plant.unique("SN"), qty }];
    expect(await start({ id, items })).toMatchObject({ qty: 3, items: [{ qty }] });
  }
});

test("each item has at most the product's decimals", async () => {
  const named = await order({}, { InventoryDecimalPlaces: 1 });
  const items = [{ visualSerialNo: plant.unique("SN"), qty: 0.25 }];
  const byName = () => plant.put(path, { id: named.id, items });
  await expectRefused(plant, byName, [409, "decimal_places"]);
  const { id, productID } = await order({ qty: 1.5 }, { InventoryDecimalPlaces: 1 });
  await plant.done("put", "/api/Product/Upsert", { ID: productID, InventoryDecimalPlaces: 0 });
  await expectRefused(plant, () => plant.put(path, { id }), [409, "decimal_places"]);
});

test("a shelf life counts from the day of the start", async () => {
  const { id, orderNo } = await order({}, { ShelfLifeDays: 10 });
  plant.now = Date.parse("2026-03-01T12:00:00Z");
  await start({ id });
  plant.now = undefined;
  expect(await itemsOf(orderNo)).toMatchObject([{ expiryDate: "2026-03-11T23:59:59.999Z" }]);
});

test("the receipt profile applies to receipts, and not to a start", async () => {
  const { name } = await plant.done("put", "/api/ReceiptProfile/Upsert", {
    name: plant.unique("Profile"),
    fields: { batchNo: "compulsory" },
  });
  const { id } = await order({}, { ReceiptProfile: name });
  expect(await start({ id })).toMatchObject({ status: "Started" });
});

test.for(["Draft", "Obsolete"])("a version that is %s starts no order", async (status) => {
  const { id } = await order({}, {}, { status });
  await expectRefused(plant, () => plant.put(path, { id }), [409, "bom_status"]);
});

test("an order of a product that was retired since does not start", async () => {
  const { id, productID } = await order();
  await plant.done("put", "/api/Product/Upsert", { ID: productID, IsActive: false });
  await expectRefused(plant, () => plant.put(path, { id }), [409, "inactive"]);
});

test("an order of a BoM that was retired since does not start", async () => {
  const { id, bomID } = await order();
  await plant.done("put", "/api/Bom/Upsert", { id: bomID, isActive: false });
  await expectRefused(plant, () => plant.put(path, { id }), [409, "inactive"]);
});

test("an order that is started completely does not start again", async () => {
  const { id, orderNo, productName } = await order();
  await start({ id });
  const problem = await expectRefused(plant, () => plant.put(path, { id }), [409, "order_status"]);
  expect(problem.detail).toBe(
    `Works order ${orderNo} is for 1 each of ${productName}, and 1 each are started: ` +
      "nothing is left to start. To start more, raise its quantity.",
  );
});

test("a cancelled order does not start", async () => {
  const { id } = await order();
  await plant.done("put", "/api/WorksOrder/Cancel", { id });
  await expectRefused(plant, () => plant.put(path, { id }), [409, "order_status"]);
});

test.for([
  ["no items", [], "/items"],
  ["an item without a serial", [{ qty: 1 }], "/items/0/visualSerialNo"],
  ["an item without a quantity", [{ visualSerialNo: "A" }], "/items/0/qty"],
  ["an empty serial", [{ visualSerialNo: "", qty: 1 }], "/items/0/visualSerialNo"],
  [
    "a serial of 251 bytes",
    [{ visualSerialNo: textOfBytes(251), qty: 1 }],
    "/items/0/visualSerialNo",
  ],
  ["a quantity of 0", [{ visualSerialNo: "A", qty: 0 }], "/items/0/qty"],
  ["an unknown field", [{ visualSerialNo: "A", qty: 1, colour: "red" }], "/items/0/colour"],
] as const)("%s breaks the contract", async ([, items, pointer]) => {
  const { id } = await order();
  await expectRefused(plant, () => plant.put(path, { id, items }), [
    400,
    "validation_failed",
    pointer,
  ]);
});

test("a serial of 250 bytes is accepted", async () => {
  const { id } = await order();
  const visualSerialNo = textOfBytes(250);
  expect(serialsOf(await start({ id, items: [{ visualSerialNo, qty: 1 }] }))).toEqual([
    visualSerialNo,
  ]);
});

test("a request names at most 1000 items, and 1000 start in two round trips", async () => {
  const tooLarge = await order({ qty: 1001 });
  const many = Array.from({ length: 1001 }, (_, i) => ({ visualSerialNo: `Many ${i}`, qty: 1 }));
  const sent = () => plant.put(path, { id: tooLarge.id, items: many });
  await expectRefused(plant, sent, [400, "validation_failed", "/items"]);

  const { id, orderNo } = await order({ qty: 1000 });
  const trips = plant.database.batches?.roundTrips;
  const before = { ...trips };
  const started = await start({ id });
  // On a file there are no round trips.
  const used = trips ? [trips.reads - before.reads!, trips.writes - before.writes!] : [1, 1];
  expect(used).toEqual([1, 1]);
  expect(serialsOf(started)).toEqual(Array.from({ length: 1000 }, (_, i) => `${orderNo}-${i + 1}`));
  const items = await itemsOf(orderNo);
  expect(
    items.map(({ id: itemId, visualSerialNo }: { id: number; visualSerialNo: string }) => [
      itemId,
      visualSerialNo,
    ]),
  ).toEqual(started.items.map((item: Started & { id: number }) => [item.id, item.visualSerialNo]));
  const logged = await plant.sql(
    `select count(*) as count, count(distinct entity_id) as items
    from change_log where entity = 'MaterialItem' and action = 'started'
    and operation_id = (
      select operation_id from change_log where entity = 'MaterialItem' and entity_id = ?)`,
    started.items[0].id,
  );
  expect(logged).toMatchObject([{ count: 1000, items: 1000 }]);
  expect(await plant.done("put", "/api/WorksOrder/Complete", { id })).toMatchObject({
    status: "Completed",
  });
  const completed = await itemsOf(orderNo);
  expect(new Set(completed.map(({ status }: { status: string }) => status))).toEqual(
    new Set(["Available"]),
  );
  expect(new Set(completed.map(({ revNo }: { revNo: number }) => revNo))).toEqual(new Set([2]));
});

test("a start that is repeated with its Idempotency-Key gets the same answer", async () => {
  const { id } = await order({ qty: 6 });
  const headers = { "Idempotency-Key": plant.unique("key") };
  const first = await plant.put(path, { id }, { headers });
  const second = await plant.put(path, { id }, { headers });
  expect(second.headers.get("Idempotency-Replayed")).toBe("true");
  expect(second.body).toEqual(first.body);
  expect(first.body.items).toHaveLength(6);
});
