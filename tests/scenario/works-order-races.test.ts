import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly, consumption, itemNamed } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";
import { overtake } from "./overtake.ts";

const plant = await openPlant();
type Fields = Readonly<Record<string, unknown>>;

/** Makes an order that is not started, and the verbs that can race with its start. */
async function unstarted(order: Fields = {}, product: Fields = {}) {
  const unit = await plant.product(product);
  const bom = await plant.bom({ parentProductName: unit.Name });
  const { id, orderNo } = await plant.worksOrder({
    productName: unit.Name,
    bom: bom.name,
    ...order,
  });
  const upsert = (resource: string, body: object) => () =>
    plant.put(`/api/${resource}/Upsert`, body);
  return {
    id,
    orderNo,
    unit,
    start: (fields: Fields = {}) => plant.put("/api/WorksOrder/Start", { id, ...fields }),
    complete: () => plant.put("/api/WorksOrder/Complete", { id }),
    cancel: () => plant.put("/api/WorksOrder/Cancel", { id }),
    remove: () => plant.delete("/api/WorksOrder/Delete", { id }),
    change: upsert("WorksOrder", { id, qty: 7 }),
    resize: (qty: number) => plant.put("/api/WorksOrder/Upsert", { id, qty }),
    renumber: upsert("WorksOrder", { id, orderNo: plant.unique("WO") }),
    items: async () => (await plant.post("/api/MaterialItem/GetByFilter", { orderNo })).body,
    retireBom: upsert("Bom", { id: bom.id, isActive: false }),
    retire: upsert("Product", { ID: unit.ID, IsActive: false }),
    coarsen: upsert("Product", { ID: unit.ID, InventoryDecimalPlaces: 0 }),
  };
}

/** Makes an order for this quantity with one started item, and an item that can join it. */
async function begun(qty: number) {
  const order = await unstarted({ qty });
  const items = [{ visualSerialNo: plant.unique("SN"), qty: 1 }];
  expect((await order.start({ items })).status).toBe(200);
  const joining = await plant.receive({ productName: order.unit.Name, qty: 1 });
  return {
    ...order,
    join: () =>
      plant.put(`/api/MaterialItem/Update/${joining.id}`, { ...joining, scheduleID: order.id }),
  };
}

describe("overtaken by a start", () => {
  test.for([
    ["renumber", "order_status"],
    ["remove", "order_status"],
    ["start", "order_status"],
  ] as const)("%s is refused", async ([verb, code]) => {
    const order = await unstarted();
    const [late, started] = await overtake(plant, () => order[verb](), order.start);
    expect(started.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code });
  });

  test("a quantity below what it started is refused", async () => {
    const order = await unstarted({ qty: 3 });
    const [late, started] = await overtake(plant, () => order.resize(2), order.start);
    expect(started.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "quantity_range" });
  });

  test("a larger quantity leaves the rest to start", async () => {
    const order = await unstarted({ qty: 3 });
    const [late, started] = await overtake(plant, order.change, order.start);
    expect([late.status, started.status]).toEqual([200, 200]);
    expect((await order.start()).body).toMatchObject({ qtyStarted: 7, qtyLeft: 0 });
    expect(await order.items()).toHaveLength(7);
  });

  test("a change of its product's decimals is refused", async () => {
    const order = await unstarted({ qty: 1.5 }, { InventoryDecimalPlaces: 1 });
    const [late, started] = await overtake(plant, order.coarsen, order.start);
    expect(started.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "fixed" });
  });

  test("a cancellation scraps the items", async () => {
    const order = await unstarted();
    const visualSerialNo = plant.unique("Unit");
    const items = [{ visualSerialNo, qty: 1 }];
    const [late, started] = await overtake(plant, order.cancel, () => order.start({ items }));
    expect([late.status, started.status]).toEqual([200, 200]);
    expect(await itemNamed(plant, visualSerialNo)).toMatchObject({ status: "Scrapped" });
    await expectConservation(plant);
  });
});

describe("a start that is overtaken", () => {
  test.for([
    ["retireBom", 409, "inactive"],
    ["retire", 409, "inactive"],
    ["cancel", 409, "order_status"],
    ["remove", 404, "not_found"],
  ] as const)("by %s is refused", async ([verb, status, code]) => {
    const order = await unstarted();
    const [late, first] = await overtake(plant, order.start, order[verb]);
    expect(first.status).toBe(200);
    expect(late.body).toMatchObject({ status, code });
  });

  test("by a change of the order starts the changed order", async () => {
    const order = await unstarted();
    const [late] = await overtake(plant, order.start, order.change);
    expect(late.body).toMatchObject({ status: "Started", qty: 7 });
    expect(late.body.items).toHaveLength(7);
  });

  test("by a change of its product's decimals is refused", async () => {
    const order = await unstarted({ qty: 1.5 }, { InventoryDecimalPlaces: 1 });
    const [late, first] = await overtake(plant, order.start, order.coarsen);
    expect(first.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "decimal_places" });
  });

  test("by a receipt of one of its serials leaves that serial out", async () => {
    const order = await unstarted();
    const { Name: productName } = await plant.product();
    const visualSerialNo = `${order.orderNo}-1`;
    const [late] = await overtake(plant, order.start, () =>
      plant.receive({ productName, qty: 1, visualSerialNo }),
    );
    expect(late.body).toMatchObject({ items: [{ visualSerialNo: `${order.orderNo}-2` }] });
  });

  test("by a receipt of a serial that it was sent is refused", async () => {
    const order = await unstarted();
    const { Name: productName } = await plant.product();
    const items = [{ visualSerialNo: plant.unique("SN"), qty: 1 }];
    const [late] = await overtake(
      plant,
      () => order.start({ items }),
      () => plant.receive({ productName, qty: 1, visualSerialNo: items[0]!.visualSerialNo }),
    );
    expect(late.body).toMatchObject({ status: 409, code: "duplicate" });
  });

  test("by the end of its serial range is refused", async () => {
    const name = plant.unique("Range");
    const range = await plant.done("put", "/api/SerialRange/Upsert", { name, prefix: name });
    const order = await unstarted({ qty: 2 }, { SerialRange: name });
    const [late] = await overtake(plant, order.start, () =>
      plant.done("put", "/api/SerialRange/Upsert", { id: range.id, endNumber: 1 }),
    );
    expect(late.body).toMatchObject({ status: 409, code: "serial_range" });
  });

  test("by another start from its serial range continues after its serials", async () => {
    const name = plant.unique("Range");
    await plant.done("put", "/api/SerialRange/Upsert", { name, prefix: `${name}/` });
    const [one, other] = [
      await unstarted({ qty: 2 }, { SerialRange: name }),
      await unstarted({ qty: 2 }, { SerialRange: name }),
    ];
    const [late, first] = await overtake(plant, one.start, other.start);
    const serials = ({ body }: typeof late) =>
      body.items.map((item: { visualSerialNo: string }) => item.visualSerialNo);
    expect(serials(first)).toEqual([`${name}/1`, `${name}/2`]);
    expect(serials(late)).toEqual([`${name}/3`, `${name}/4`]);
  });
});

describe("a further start that is overtaken", () => {
  test("by another one finds nothing left", async () => {
    const order = await begun(3);
    const [late, first] = await overtake(plant, order.start, order.start);
    expect(first.body).toMatchObject({ qtyStarted: 3, qtyLeft: 0 });
    expect(late.body).toMatchObject({ status: 409, code: "order_status" });
    expect(await order.items()).toHaveLength(3);
  });

  test.for([
    ["a larger quantity", 5, 200],
    ["a smaller quantity", 2, 200],
    ["the quantity that is started", 1, 409],
  ] as const)("by %s makes no more than that", async ([, qty, status]) => {
    const order = await begun(3);
    const [late, resized] = await overtake(plant, order.start, () => order.resize(qty));
    expect([resized.status, late.status]).toEqual([200, status]);
    expect(await order.items()).toHaveLength(qty);
  });

  test("by an item that joins the order makes one item less", async () => {
    const order = await begun(3);
    const [late, joined] = await overtake(plant, order.start, order.join);
    expect(joined.status).toBe(200);
    expect(late.body).toMatchObject({ qtyStarted: 3, qtyLeft: 0 });
    expect(await order.items()).toHaveLength(3);
  });

  test.for(["complete", "cancel"] as const)("by %s is refused", async (verb) => {
    const order = await begun(3);
    const [late, ended] = await overtake(plant, order.start, order[verb]);
    expect(ended.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "order_status" });
    expect(await order.items()).toHaveLength(1);
  });
});

test("a smaller quantity that an item overtakes by joining the order is refused", async () => {
  const order = await begun(3);
  const [late, joined] = await overtake(plant, () => order.resize(1), order.join);
  expect(joined.status).toBe(200);
  expect(late.body).toMatchObject({ status: 409, code: "quantity_range" });
});

test.for([
  ["complete", "Available"],
  ["cancel", "Scrapped"],
] as const)("%s, overtaken by a further start, ends its items too", async ([verb, status]) => {
  const order = await begun(3);
  const [late, started] = await overtake(plant, order[verb], order.start);
  expect([late.status, started.status]).toEqual([200, 200]);
  const statuses = (await order.items()).map((item: { status: string }) => item.status);
  expect(statuses).toEqual([status, status, status]);
});

test("a receipt that a start of its serial overtakes is refused", async () => {
  const order = await unstarted();
  const { Name: productName } = await plant.product();
  const receive = () =>
    plant.post("/api/MaterialItem/Receive", {
      productName,
      qty: 1,
      visualSerialNo: `${order.orderNo}-1`,
    });
  const [late, started] = await overtake(plant, receive, order.start);
  expect(started.status).toBe(200);
  expect(late.body).toMatchObject({ status: 409, code: "duplicate" });
});

describe("a completion that is overtaken", () => {
  test("by a removal that leaves a slot short is refused", async () => {
    const { build, remove, complete } = await assembly(plant);
    await build();
    const [late, removed] = await overtake(plant, complete, remove);
    expect(removed.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "incomplete" });
  });

  test("keeps the minimum of its version's candidates", async () => {
    const { build, candidate, complete } = await assembly(plant, { candidate: { qty: 2 } });
    await build();
    const [late, edited] = await overtake(plant, complete, () => candidate({ minQty: 2 }));
    expect(edited.body).toMatchObject({ status: 409, code: "bom_status" });
    expect(late.status).toBe(200);
  });

  test("by a new alternate reads the version again", async () => {
    const { build, complete, alternate } = await assembly(plant);
    await build();
    const { Name } = await plant.product();
    const [late] = await overtake(plant, complete, () => alternate(Name));
    expect(late.status).toBe(200);
  });

  test("by an item that joins the order is refused, if that is incomplete", async () => {
    const { build, complete, unit, order } = await assembly(plant);
    await build();
    const joining = await plant.receive({ productName: unit.Name, qty: 1 });
    const [late] = await overtake(plant, complete, () =>
      plant.done("put", `/api/MaterialItem/Update/${joining.id}`, {
        ...joining,
        scheduleID: order!.id,
      }),
    );
    expect(late.body).toMatchObject({ status: 409, code: "incomplete" });
  });

  test("by a build keeps what was built", async () => {
    const { build, complete, parent } = await assembly(plant, { candidate: { minQty: 0 } });
    const [late, built] = await overtake(plant, complete, build);
    expect([late.status, built.status]).toEqual([200, 200]);
    expect(await itemNamed(plant, parent)).toMatchObject({ status: "Available", revNo: 3 });
  });

  test("by another one is refused", async () => {
    const { build, complete } = await assembly(plant);
    await build();
    const [late, first] = await overtake(plant, complete, complete);
    expect(first.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "order_status" });
  });
});

test("an item that joins an order is not scrapped by an earlier cancellation", async () => {
  const { cancel, unit, order } = await assembly(plant);
  const joining = await plant.receive({ productName: unit.Name, qty: 1 });
  const join = () =>
    plant.put(`/api/MaterialItem/Update/${joining.id}`, { ...joining, scheduleID: order!.id });
  const [late, cancelled] = await overtake(plant, join, cancel);
  expect([late.status, cancelled.status]).toEqual([200, 200]);
  expect(late.body).toMatchObject({ scheduleID: order!.id, status: "Available" });
});

describe("a cancellation that is overtaken", () => {
  test("by a build into an item is refused", async () => {
    const { build, cancel } = await assembly(plant);
    const [late, built] = await overtake(plant, cancel, build);
    expect(built.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "in_use" });
    await expectConservation(plant);
  });

  test("by a build of an item into another is refused", async () => {
    const inner = await assembly(plant);
    const outer = await assembly(plant);
    await outer.alternate(inner.unit.Name);
    const [late, built] = await overtake(
      plant,
      inner.cancel,
      consumption(plant, outer.parent, inner.parent).build,
    );
    expect(built.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "in_use" });
    await expectConservation(plant);
  });

  test("by an item that joins the order scraps that item, too", async () => {
    const { cancel, unit, order } = await assembly(plant);
    const joining = await plant.receive({ productName: unit.Name, qty: 3 });
    const [late] = await overtake(plant, cancel, () =>
      plant.done("put", `/api/MaterialItem/Update/${joining.id}`, {
        ...joining,
        scheduleID: order!.id,
      }),
    );
    expect(late.status).toBe(200);
    expect(await itemNamed(plant, joining.visualSerialNo)).toMatchObject({
      status: "Scrapped",
      actualQty: 0,
    });
    await expectConservation(plant);
  });
});

test("a build of an item whose order a cancellation overtakes is refused", async () => {
  const inner = await assembly(plant);
  const outer = await assembly(plant);
  await outer.alternate(inner.unit.Name);
  const { build } = consumption(plant, outer.parent, inner.parent);
  const [late, cancelled] = await overtake(plant, build, inner.cancel);
  expect(cancelled.status).toBe(200);
  expect(late.body).toMatchObject({ status: 409, code: "item_status" });
});

test("of 8 callers that create one order number, one does", async () => {
  const { unit } = await unstarted();
  const [{ bom }] = (await plant.post("/api/WorksOrder/List", { productName: unit.Name })).body;
  const order = {
    orderNo: plant.unique("WO"),
    productName: unit.Name,
    bom,
    version: "1.0",
    qty: 1,
  };
  const { tally } = await plant.race(8, () => plant.put("/api/WorksOrder/Upsert", order));
  expect(tally).toEqual({ 200: 1, 409: 7 });
});

test("of 8 callers that start one order, one does", async () => {
  const order = await unstarted({ qty: 3 });
  const { tally } = await plant.race(8, () => order.start());
  expect(tally).toEqual({ 200: 1, 409: 7 });
  const { body } = await plant.post("/api/MaterialItem/GetByFilter", { orderNo: order.orderNo });
  expect(body).toHaveLength(3);
});
