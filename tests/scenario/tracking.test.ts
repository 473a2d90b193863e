import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { buildOf, itemNamed } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";
import { overtake } from "./overtake.ts";
import { patiently } from "./patiently.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const parentProduct = await plant.product();
const { name: bom } = await plant.bom({ parentProductName: parentProduct.Name });

/** Creates a product that a slot of every parent takes. */
async function part(fields: Readonly<Record<string, unknown>>): Promise<Answer["body"]> {
  const made = await plant.product(fields);
  const candidate = { product: made.Name, isActive: true, qty: 1, minQty: 0, isDefault: true };
  await plant.slot({ ParentProductName: parentProduct.Name, bom, candidates: [candidate] });
  return made;
}
const board = await part({ Tracking: "Serial", InventoryDecimalPlaces: 2 });
const managedBoard = await part({ Tracking: "Serial", InventoryManaged: true });
const oil = await part({ InventoryManaged: true, InventoryDecimalPlaces: 2 });

const parent = async (): Promise<string> =>
  (await plant.receive({ productName: parentProduct.Name, qty: 1 })).visualSerialNo;
const receive = (fields: object) =>
  plant.post("/api/MaterialItem/Receive", {
    productName: board.Name,
    visualSerialNo: plant.unique("B"),
    qty: 1,
    ...fields,
  });
const build = (into: string, child: string, fields: object = {}) =>
  plant.put("/api/Build/Build", { ...buildOf(into, child), ...fields });
/** Builds a child that this can receive at the point of consumption. */
const buildNew = (into: string, child: string, productName: unknown = board.Name, builtQty = 1) =>
  build(into, child, { builtQty, receiveAtPointOfConsumption: true, itemDetails: { productName } });
const remove = (from: string, child: string, fields: object = {}) =>
  plant.put("/api/Build/Remove", {
    parentSerialNo: from,
    childSerialNo: child,
    removeQty: 1,
    reasonSUID: "REWORK",
    ...fields,
  });
const adjust = (materialitemid: number, adjustqty: number, reasonSUID = "COUNT") =>
  plant.post("/api/MaterialItem/ItemAdjust", { materialitemid, adjustqty, reasonSUID });
const upsert = (body: object) => plant.put("/api/Product/Upsert", body);

describe("a product", () => {
  test("is tracked by lot and not managed unless it says otherwise", async () => {
    expect(await plant.product()).toMatchObject({ Tracking: "Lot", InventoryManaged: false });
    const { body } = await plant.post("/api/Product/List", { ID: managedBoard.ID });
    expect(body[0]).toMatchObject({ Tracking: "Serial", InventoryManaged: true });
  });

  test("passes its tracking on to a copy, and keeps it where an update leaves it out", async () => {
    const copied = await plant.done("put", "/api/Product/Copy", {
      suid: plant.unique("suid"),
      name: plant.unique("Copy"),
      srcProductName: managedBoard.Name,
    });
    const { body } = await upsert({ ID: copied.ID, Description: "A copy" });
    expect(body).toMatchObject({ Tracking: "Serial", InventoryManaged: true });
  });

  test.for([
    [{ Tracking: "serial" }, "/Tracking"],
    [{ Tracking: null }, "/Tracking"],
    [{ InventoryManaged: null }, "/InventoryManaged"],
    [{ InventoryManaged: "yes" }, "/InventoryManaged"],
  ] as const)("with %j is refused", async ([fields, pointer]) => {
    await expectRefused(plant, () => upsert({ ID: board.ID, ...fields }), [
      400,
      "validation_failed",
      pointer,
    ]);
  });
});

describe("an item tracked by serial", () => {
  test("is received as one", async () => {
    expect((await receive({})).body).toMatchObject({ nominalQty: 1, actualQty: 1 });
    for (const qty of [2, 0.5]) {
      const problem = await expectRefused(plant, () => receive({ qty }), [409, "tracking", "/qty"]);
      expect(problem.detail).toBe(
        `${board.Name} is tracked by serial: an item of it is 1 each, not ${qty} each.`,
      );
    }
  });

  test("is started as one, whatever the batch size of its product", async () => {
    const unit = await plant.product({ Tracking: "Serial", DefaultBatchSize: 50 });
    const { name } = await plant.bom({ parentProductName: unit.Name });
    const { id } = await plant.worksOrder({ productName: unit.Name, bom: name, qty: 3 });
    const start = (fields: object = {}) => plant.put("/api/WorksOrder/Start", { id, ...fields });
    const two = [
      { visualSerialNo: plant.unique("U"), qty: 1 },
      { visualSerialNo: plant.unique("U"), qty: 2 },
    ];
    await expectRefused(plant, () => start({ items: two }), [409, "tracking", "/items/1/qty"]);
    const { body } = await start();
    expect(body.items.map(({ qty }: { qty: number }) => qty)).toEqual([1, 1, 1]);
  });

  test("of an order for a part of one is not started", async () => {
    const unit = await plant.product({ Tracking: "Serial", InventoryDecimalPlaces: 1 });
    const { name } = await plant.bom({ parentProductName: unit.Name });
    const { id } = await plant.worksOrder({ productName: unit.Name, bom: name, qty: 1.5 });
    await expectRefused(plant, () => plant.put("/api/WorksOrder/Start", { id }), [409, "tracking"]);
  });

  test("is built and removed as one", async () => {
    const [into, { body: child }] = [await parent(), await receive({})];
    const half = { builtQty: 0.5 };
    await expectRefused(plant, () => build(into, child.visualSerialNo, half), [
      409,
      "tracking",
      "/builtQty",
    ]);
    expect((await build(into, child.visualSerialNo)).status).toBe(200);
    await expectRefused(plant, () => remove(into, child.visualSerialNo, { removeQty: 0.5 }), [
      409,
      "tracking",
      "/removeQty",
    ]);
    expect((await remove(into, child.visualSerialNo)).body.child.actualQty).toBe(1);
    expect((await build(await parent(), child.visualSerialNo)).status).toBe(200);
  });

  test("is in one item only, from stock and from a point of consumption", async () => {
    const [one, other] = [await parent(), await parent()];
    const serial = plant.unique("PCB-SUP");
    expect((await buildNew(one, serial)).body).toMatchObject({ received: true });
    for (const send of [build, buildNew]) {
      const again = () => send(other, serial.toLowerCase());
      const problem = await expectRefused(plant, again, [409, "already_built", "/childSerialNo"]);
      expect(problem.detail).toContain(`${serial} is already built into ${one}`);
    }
    // Also into the same parent.
    await expectRefused(plant, () => buildNew(one, serial), [409, "already_built"]);
    expect((await remove(one, serial)).status).toBe(200);
    expect((await buildNew(other, serial)).body).toMatchObject({ received: false });
    await expectConservation(plant);
  });

  test("is in one item only within a batch", async () => {
    const [one, other, serial] = [await parent(), await parent(), plant.unique("PCB")];
    const line = (into: string) => ({
      ...buildOf(into, serial),
      receiveAtPointOfConsumption: true,
      itemDetails: { productName: board.Name },
    });
    const lines = [line(one), line(other)];
    const { body } = await plant.put("/api/Build/BuildMany", { lines, atomic: false });
    expect(body).toMatchObject({ done: 1, refused: 1 });
    expect(body.results[1].problem).toMatchObject({ code: "already_built" });
  });

  test("is never adjusted to more than one", async () => {
    const { id, visualSerialNo } = (await receive({})).body;
    await expectRefused(plant, () => adjust(id, 1), [409, "tracking", "/adjustqty"]);
    await expectRefused(plant, () => adjust(id, -0.5), [409, "tracking", "/adjustqty"]);
    const into = await parent();
    await build(into, visualSerialNo);
    await expectRefused(plant, () => adjust(id, 1), [409, "already_built", "/adjustqty"]);
    await remove(into, visualSerialNo);
    expect((await adjust(id, -1)).status).toBe(200);
    expect((await adjust(id, 1)).body).toMatchObject({ actualQty: 1, status: "Available" });
    await expectConservation(plant);
  });

  test("is never updated to more than one, nor to its product from a lot of many", async () => {
    const { body: one } = await receive({});
    const update = (item: Answer["body"], fields: object) =>
      plant.put(`/api/MaterialItem/Update/${item.id}`, { ...item, ...fields });
    await expectRefused(plant, () => update(one, { nominalQty: 2 }), [
      409,
      "tracking",
      "/nominalQty",
    ]);
    await expectRefused(plant, () => update(one, { actualQty: 2 }), [
      409,
      "tracking",
      "/actualQty",
    ]);
    const lot = await plant.receive({ productName: parentProduct.Name, qty: 4 });
    const asBoard = { productID: board.ID, productName: board.Name };
    await expectRefused(plant, () => update(lot, asBoard), [409, "tracking", "/nominalQty"]);
    const single = await plant.receive({ productName: parentProduct.Name, qty: 1 });
    expect((await update(single, asBoard)).status).toBe(200);
    await build(await parent(), single.visualSerialNo);
    const built = await itemNamed(plant, single.visualSerialNo);
    await expectRefused(plant, () => update(built, { actualQty: 1 }), [
      409,
      "already_built",
      "/actualQty",
    ]);
  });
});

describe("a product with items", () => {
  const lots = () => part({ InventoryDecimalPlaces: 2 });
  const toSerial = (ID: number) => upsert({ ID, Tracking: "Serial" });

  test("becomes tracked by serial if each is one, and by lot again", async () => {
    const { ID, Name: productName } = await lots();
    const built = (await plant.receive({ productName, qty: 1 })).visualSerialNo;
    await build(await parent(), built);
    await plant.receive({ productName, qty: 1 });
    const lost = await plant.receive({ productName, qty: 1 });
    await adjust(lost.id, -1);
    const wrong = await plant.receive({ productName, qty: 7 });
    const comment = "Wrong label";
    await plant.done("put", "/api/MaterialItem/Void", { id: wrong.id, comment });
    expect((await toSerial(ID)).body).toMatchObject({ Tracking: "Serial" });
    await expectRefused(plant, () => receive({ productName, qty: 2 }), [409, "tracking"]);
    expect((await upsert({ ID, Tracking: "Lot" })).body).toMatchObject({ Tracking: "Lot" });
    expect((await receive({ productName, qty: 2 })).status).toBe(200);
  });

  test.for([
    ["holds more than one", 2, async () => {}],
    ["was received as more than one", 2, (lot: Answer["body"]) => adjust(lot.id, -2)],
    ["holds a part of one", 1, (lot: Answer["body"]) => adjust(lot.id, -0.5)],
    [
      "is built in part",
      1,
      async (lot: Answer["body"]) => build(await parent(), lot.visualSerialNo, { builtQty: 0.5 }),
    ],
  ] as const)("stays tracked by lot if one %s", async ([, qty, change]) => {
    const { ID, Name: productName } = await lots();
    const lot = await plant.receive({ productName, qty });
    await change(lot);
    const problem = await expectRefused(plant, () => toSerial(ID), [409, "tracking", "/Tracking"]);
    expect(problem.detail).toContain(lot.visualSerialNo);
  });

  test("stays tracked by lot if one is in two items", async () => {
    const { ID, Name } = await lots();
    const serial = plant.unique("SN");
    await buildNew(await parent(), serial, Name);
    await buildNew(await parent(), serial, Name);
    await expectRefused(plant, () => toSerial(ID), [409, "tracking"]);
  });

  test.for([
    ["a receipt of two", (productName: string) => receive({ productName, qty: 2 })],
    [
      "a shortfall",
      async (productName: string) => {
        const serial = plant.unique("SN");
        await buildNew(await parent(), serial, productName);
        return buildNew(await parent(), serial, productName);
      },
    ],
  ] as const)("that becomes tracked by serial while %s arrives has no more", async ([, change]) => {
    const { ID, Name } = await lots();
    const [changed, arrived] = await overtake(
      plant,
      () => toSerial(ID),
      () => change(Name),
    );
    expect(arrived.status).toBe(200);
    expect(changed.body).toMatchObject({ code: "tracking" });
  });

  test.for([
    [
      "received as two",
      async () => {},
      (_: string, productName: string) => receive({ productName, qty: 2 }),
    ],
    [
      "built in part",
      (productName: string, serial: string) => receive({ productName, visualSerialNo: serial }),
      async (serial: string) => build(await parent(), serial, { builtQty: 0.5 }),
    ],
    [
      "built a second time",
      async (productName: string, serial: string) => buildNew(await parent(), serial, productName),
      async (serial: string, productName: string) => buildNew(await parent(), serial, productName),
    ],
    [
      "adjusted to more",
      (productName: string, serial: string) => receive({ productName, visualSerialNo: serial }),
      async (serial: string) => adjust((await itemNamed(plant, serial)).id, 1),
    ],
    [
      "removed in part",
      async (productName: string, serial: string) => buildNew(await parent(), serial, productName),
      async (serial: string) => {
        const [row] = await plant.sql(
          `select parent.visual_serial_no as serial from build
          join material_item as parent on parent.id = parent_id
          join material_item as child on child.id = child_id where child.visual_serial_no = ?`,
          serial,
        );
        return remove(String(row!["serial"]), serial, { removeQty: 0.5 });
      },
    ],
  ] as const)("is not %s while its product becomes tracked by serial", async ([, prepare, act]) => {
    const { ID, Name } = await lots();
    const serial = plant.unique("SN");
    await prepare(Name, serial);
    const [late, changed] = await overtake(
      plant,
      () => act(serial, Name),
      () => toSerial(ID),
    );
    expect(changed.status).toBe(200);
    expect(["tracking", "already_built"]).toContain(late.body.code);
    await expectConservation(plant);
  });
});

describe("a product whose inventory is managed", () => {
  test("has no item made at a point of consumption: a typing error is an error", async () => {
    const into = await parent();
    const send = () => buildNew(into, plant.unique("PCB-l"), managedBoard.Name);
    const problem = await expectRefused(plant, send, [409, "inventory_managed", "/childSerialNo"]);
    expect(problem.detail).toContain(`the inventory of ${managedBoard.Name} is managed`);
  });

  test("is built from stock, whatever the flag of the request", async () => {
    const { visualSerialNo: lot } = await plant.receive({ productName: oil.Name, qty: 3 });
    const [into, other] = [await parent(), await parent()];
    const { body } = await buildNew(into, lot, oil.Name, 1.5);
    expect(body).toMatchObject({ received: false, child: { actualQty: 1.5 } });
    await expectRefused(plant, () => buildNew(other, lot, oil.Name, 2), [
      409,
      "insufficient_quantity",
    ]);
  });

  test("books no shortfall of what was made before it was managed", async () => {
    const { ID, Name } = await part({ InventoryDecimalPlaces: 2 });
    const serial = plant.unique("CAN");
    await buildNew(await parent(), serial, Name, 2);
    await upsert({ ID, InventoryManaged: true });
    const into = await parent();
    await expectRefused(plant, () => buildNew(into, serial, Name), [409, "item_status"]);
    await upsert({ ID, InventoryManaged: false });
    expect((await buildNew(into, serial, Name)).status).toBe(200);
  });

  test.for([
    ["making of a child", async () => {}],
    ["shortfall", async (serial: string, name: string) => buildNew(await parent(), serial, name)],
  ] as const)("overtakes the %s", async ([, prepare]) => {
    const { ID, Name } = await part({});
    const [into, serial] = [await parent(), plant.unique("SN")];
    await prepare(serial, Name);
    const [late] = await overtake(
      plant,
      () => buildNew(into, serial, Name),
      () => upsert({ ID, InventoryManaged: true }),
    );
    expect(["inventory_managed", "item_status"]).toContain(late.body.code);
  });
});

test("of 64 callers that build one purchased serial, each into its own item, one does", async () => {
  const parents: string[] = [];
  for (let i = 0; i < 64; i++) parents.push(await parent());
  const serial = plant.unique("PCB-SUP");
  const { answers, tally } = await plant.race(64, (i) =>
    patiently(() => buildNew(parents[i]!, serial)),
  );
  expect(tally).toEqual({ 200: 1, 409: 63 });
  const codes = answers.flatMap(({ body }) => body.code ?? []);
  expect(new Set(codes)).toEqual(new Set(["already_built"]));
  expect(await itemNamed(plant, serial)).toMatchObject({ nominalQty: 1, actualQty: 0 });
  await expectConservation(plant);
});
