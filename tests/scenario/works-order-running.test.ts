import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectConservation } from "./conservation.ts";
import { expectRefused } from "./refused.ts";

// A works order while it runs: its quantity changes, and further Starts make its items.

const plant = await openPlant();
type Fields = Readonly<Record<string, unknown>>;
interface Started {
  visualSerialNo: string;
  qty: number;
}

/** Makes an order for its own product, with these verbs on it. */
async function running(order: Fields = {}, product: Fields = {}) {
  const { Name: productName, ID: productID } = await plant.product(product);
  const { name: bom, id: bomID } = await plant.bom({ parentProductName: productName });
  const made = await plant.worksOrder({ productName, bom, ...order });
  const { id, orderNo } = made;
  const send =
    (verb: string) =>
    (fields: Fields = {}) =>
      plant.put(`/api/WorksOrder/${verb}`, { id, ...fields });
  const done =
    (verb: string) =>
    (fields: Fields = {}) =>
      plant.done("put", `/api/WorksOrder/${verb}`, { id, ...fields });
  return {
    id,
    orderNo,
    productName,
    productID,
    bom,
    bomID,
    upsert: done("Upsert"),
    start: done("Start"),
    complete: done("Complete"),
    cancel: done("Cancel"),
    sendUpsert: send("Upsert"),
    sendStart: send("Start"),
    items: async () => (await plant.post("/api/MaterialItem/GetByFilter", { orderNo })).body,
  };
}

const named = (...quantities: readonly number[]) => ({
  items: quantities.map((qty) => ({ visualSerialNo: plant.unique("SN"), qty })),
});
const serialsOf = ({ items }: { items: Started[] }) => items.map((item) => item.visualSerialNo);
const update = async (item: { id: number }, changes: Fields) =>
  plant.done("put", `/api/MaterialItem/Update/${item.id}`, {
    ...(await plant.get(`/api/MaterialItem/Get/${item.id}`)).body,
    ...changes,
  });
const scrap = ({ id }: { id: number }) =>
  plant.done("put", "/api/MaterialItem/Scrap", { id, reasonSUID: "SCRAP" });

test("the quantity of a started order is raised, and lowered to what is started", async () => {
  const order = await running({ qty: 3 });
  await order.start();
  expect(await order.upsert({ qty: 5, description: "More" })).toMatchObject({
    qty: 5,
    description: "More",
    status: "Started",
  });
  expect(await order.upsert({ qty: 3 })).toMatchObject({ qty: 3 });
  const problem = await expectRefused(plant, () => order.sendUpsert({ qty: 2 }), [
    409,
    "quantity_range",
    "/qty",
  ]);
  expect(problem.detail).toBe(
    `Works order ${order.orderNo} has started 3 each of ${order.productName}: ` +
      "its quantity can't be 2 each.",
  );
});

test("what is started includes items that joined, and leaves out scrapped ones", async () => {
  const order = await running({ qty: 3 });
  const { items } = await order.start();
  const joining = await plant.receive({ productName: order.productName, qty: 2 });
  await update(joining, { scheduleID: order.id });
  await expectRefused(plant, () => order.sendUpsert({ qty: 4 }), [409, "quantity_range"]);
  expect(await order.upsert({ qty: 5 })).toMatchObject({ qty: 5 });
  await scrap(items[0]);
  expect(await order.upsert({ qty: 4 })).toMatchObject({ qty: 4 });
  await update(joining, { scheduleID: null });
  expect(await order.upsert({ qty: 2 })).toMatchObject({ qty: 2 });
  await expectRefused(plant, () => order.sendUpsert({ qty: 1 }), [409, "quantity_range"]);
});

test("an order that was started in excess accepts its quantity back", async () => {
  const order = await running({ qty: 3 });
  expect(await order.start(named(5))).toMatchObject({ qtyStarted: 5, qtyLeft: 0 });
  expect(await order.upsert({ qty: 3, description: "Five" })).toMatchObject({ qty: 3 });
  await expectRefused(plant, () => order.sendUpsert({ qty: 4 }), [409, "quantity_range"]);
  expect(await order.upsert({ qty: 5 })).toMatchObject({ qty: 5 });
});

test("a quantity of a started order has at most the product's decimals", async () => {
  const order = await running({ qty: 2 });
  await order.start();
  await expectRefused(plant, () => order.sendUpsert({ qty: 2.5 }), [409, "decimal_places", "/qty"]);
});

test("each start makes what is left, and serials continue after the last", async () => {
  const order = await running({ qty: 2 });
  const first = await order.start();
  expect(first).toMatchObject({ qtyStarted: 2, qtyLeft: 0, unit: "each" });
  await order.upsert({ qty: 4 });
  plant.now = Date.parse("2031-03-01T12:00:00Z");
  const second = await order.start({ comment: "Two more" });
  plant.now = undefined;
  expect(second).toMatchObject({
    status: "Started",
    startDT: first.startDT,
    qtyStarted: 4,
    qtyLeft: 0,
  });
  expect(serialsOf(second)).toEqual([`${order.orderNo}-3`, `${order.orderNo}-4`]);
  const items = await order.items();
  expect(items).toHaveLength(4);
  expect(items[3]).toMatchObject({ status: "WIP", startDT: "2031-03-01T12:00:00.000Z" });
  const history = (await plant.post("/api/History/List", { entity: "WorksOrder", id: order.id }))
    .body;
  expect(history.map(({ action }: { action: string }) => action)).toEqual([
    "created",
    "started",
    "updated",
    "started",
  ]);
  expect(history[3]).toMatchObject({ before: {}, after: {}, comment: "Two more" });
  await expectConservation(plant);
});

test("a start after named items numbers the next one by the number of items", async () => {
  const order = await running({ qty: 6 });
  await order.start(named(1, 2));
  const joining = await plant.receive({ productName: order.productName, qty: 1 });
  await update(joining, { scheduleID: order.id });
  expect(serialsOf(await order.start())).toEqual([`${order.orderNo}-4`, `${order.orderNo}-5`]);
});

test("a scrapped item is replaced, and its serial is not used again", async () => {
  const order = await running({ qty: 2 });
  const { items } = await order.start();
  await scrap(items[1]);
  const replaced = await order.start();
  expect(serialsOf(replaced)).toEqual([`${order.orderNo}-3`]);
  expect(replaced).toMatchObject({ qtyStarted: 2, qtyLeft: 0 });
});

test("the former serial of a relabelled item is not used again", async () => {
  const order = await running({ qty: 3 });
  const { items } = await order.start({
    items: [{ visualSerialNo: `${order.orderNo}-2`, qty: 1 }],
  });
  const relabelled = { id: items[0].id, newVisualSerialNo: plant.unique("SN"), comment: "Lost" };
  await plant.done("put", "/api/MaterialItem/Relabel", relabelled);
  expect(serialsOf(await order.start())).toEqual([`${order.orderNo}-3`, `${order.orderNo}-4`]);
});

test("the last item of a further start gets the rest of a batch", async () => {
  const order = await running({ qty: 4.5 }, { DefaultBatchSize: 2, InventoryDecimalPlaces: 1 });
  await order.start(named(1.5));
  const { items } = await order.start();
  expect(items.map(({ qty }: Started) => qty)).toEqual([2, 1]);
});

test("items that are named further on take no more than what is left", async () => {
  const order = await running({ qty: 4 });
  await order.start(named(1));
  const problem = await expectRefused(plant, () => order.sendStart(named(1, 3)), [
    409,
    "quantity_range",
    "/items",
  ]);
  expect(problem.detail).toBe(
    `Works order ${order.orderNo} is for 4 each of ${order.productName}, and 1 each are started: ` +
      "3 each are left, and the items of the request are 4 each.",
  );
  expect(await order.start(named(1, 2))).toMatchObject({ qtyStarted: 4, qtyLeft: 0 });
  await expectRefused(plant, () => order.sendStart(named(1)), [409, "order_status"]);
});

test("an order that joined items cover has nothing left", async () => {
  const order = await running({ qty: 3 });
  await order.start(named(1));
  const joining = await plant.receive({ productName: order.productName, qty: 2 });
  await update(joining, { scheduleID: order.id });
  await expectRefused(plant, () => order.sendStart(), [409, "order_status"]);
});

test.for(["Obsolete", "Released"])(
  "a further start uses the version of the first one, which is %s now, of any BoM",
  async (status) => {
    const order = await running({ qty: 2 });
    await order.start(named(1));
    const versions = [
      { version: "1.0", status },
      { version: "2.0", status: "Released" },
    ];
    await plant.done("put", "/api/Bom/Upsert", { id: order.bomID, versions, isActive: false });
    expect(await order.start()).toMatchObject({ version: "1.0", qtyStarted: 2 });
  },
);

test("a further start makes no items of a retired product", async () => {
  const order = await running({ qty: 2 });
  await order.start(named(1));
  await plant.done("put", "/api/Product/Upsert", { ID: order.productID, IsActive: false });
  await expectRefused(plant, () => order.sendStart(), [409, "inactive"]);
});

test("a further start that is repeated with its Idempotency-Key makes nothing more", async () => {
  const order = await running({ qty: 1003 });
  await order.start();
  const headers = { "Idempotency-Key": plant.unique("key") };
  const send = () => plant.put("/api/WorksOrder/Start", { id: order.id }, { headers });
  const [first, second] = [await send(), await send()];
  expect(first.body).toMatchObject({ qtyStarted: 1003, qtyLeft: 0 });
  expect(second.headers.get("Idempotency-Replayed")).toBe("true");
  expect(second.body).toEqual(first.body);
  expect(await order.items()).toHaveLength(1003);
});

test("an order of 5000 is started by 1000, completed once, and says what is left", async () => {
  const order = await running({ qty: 5000 });
  for (const done of [1000, 2000, 3000, 4000, 5000]) {
    const started = await order.start();
    expect(started).toMatchObject({ qty: 5000, qtyStarted: done, qtyLeft: 5000 - done });
    expect(serialsOf(started)).toEqual(
      Array.from({ length: 1000 }, (_, index) => `${order.orderNo}-${done - 999 + index}`),
    );
  }
  await expectRefused(plant, () => order.sendStart(), [409, "order_status"]);
  const headers = { "Idempotency-Key": plant.unique("key") };
  const complete = () => plant.put("/api/WorksOrder/Complete", { id: order.id }, { headers });
  const completed = await complete();
  expect(completed.body).toMatchObject({ status: "Completed", qty: 5000 });
  expect((await complete()).body).toEqual(completed.body);
  const items = await order.items();
  expect(items).toHaveLength(5000);
  expect(new Set(items.map(({ status }: { status: string }) => status))).toEqual(
    new Set(["Available"]),
  );
});

test("the items of all starts are cancelled together", async () => {
  const order = await running({ qty: 2003 });
  await order.start();
  await order.start();
  expect(await order.start()).toMatchObject({ qtyStarted: 2003 });
  expect(await order.cancel()).toMatchObject({ status: "Cancelled" });
  const items = await order.items();
  expect(items).toHaveLength(2003);
  expect(new Set(items.map(({ status }: { status: string }) => status))).toEqual(
    new Set(["Scrapped"]),
  );
  await expectConservation(plant);
});
