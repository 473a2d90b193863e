import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectConservation } from "./conservation.ts";
import { expectRefused } from "./refused.ts";
import { textOfBytes } from "./texts.ts";

const plant = await openPlant();
const path = "/api/WorksOrder/Complete";
type Fields = Readonly<Record<string, unknown>>;

/** Makes a part that others are built from, with enough stock. */
async function part(product: Fields = {}) {
  const { Name } = await plant.product(product);
  const { visualSerialNo } = await plant.receive({ productName: Name, qty: 1000 });
  return { product: Name, visualSerialNo };
}

const candidate = (product: string, fields: Fields = {}) => ({
  product,
  isActive: true,
  qty: 2,
  minQty: 2,
  isDefault: false,
  ...fields,
});

/** Starts an order whose BoM has these slots, with one item of each of these quantities. */
async function started(slots: readonly Fields[], quantities: readonly number[] = [1]) {
  const { Name: productName } = await plant.product();
  const { name: bom } = await plant.bom({ parentProductName: productName });
  const made = [];
  for (const slot of slots) {
    made.push(await plant.slot({ ParentProductName: productName, bom, ...slot }));
  }
  const { id, orderNo } = await plant.worksOrder({ productName, bom });
  const items = quantities.map((qty) => ({ visualSerialNo: plant.unique("Unit"), qty }));
  await plant.done("put", "/api/WorksOrder/Start", { id, items });
  return { id, orderNo, serials: items.map(({ visualSerialNo }) => visualSerialNo), slots: made };
}

const build = (parentSerialNo: string, childSerialNo: string, builtQty: number) =>
  plant.done("put", "/api/Build/Build", {
    parentSerialNo,
    childSerialNo,
    builtQty,
    receiveAtPointOfConsumption: false,
  });
const complete = (body: object) => plant.done("put", path, body);
const itemsOf = async (orderNo: string) =>
  (await plant.post("/api/MaterialItem/GetByFilter", { orderNo })).body;

test("a completed order's items are available, and both say when it was", async () => {
  const seal = await part();
  const { orderNo, serials } = await started([{ candidates: [candidate(seal.product)] }]);
  await build(serials[0]!, seal.visualSerialNo, 2);
  plant.now = Date.now() + 60_000;
  const endDT = new Date(plant.now).toISOString();
  const order = await complete({ orderNo: orderNo.toLowerCase() });
  plant.now = undefined;
  expect(order).toMatchObject({ orderNo, status: "Completed", endDT });
  expect(await itemsOf(orderNo)).toMatchObject([
    { status: "Available", endDT, startDT: order.startDT },
  ]);
  await expectConservation(plant);
});

test("a required slot under its minimum stops the completion, by item and slot", async () => {
  const [seal, bolt] = [await part(), await part()];
  const { id, serials, slots } = await started(
    [
      { description: "The seals", candidates: [candidate(seal.product)] },
      { description: "The bolts", candidates: [candidate(bolt.product, { qty: 6, minQty: 4 })] },
    ],
    [1, 2],
  );
  await build(serials[0]!, seal.visualSerialNo, 2);
  await build(serials[0]!, bolt.visualSerialNo, 3);
  await build(serials[1]!, bolt.visualSerialNo, 8);
  const problem = await expectRefused(plant, () => plant.put(path, { id }), [409, "incomplete"]);
  expect(problem.slots).toEqual([
    {
      visualSerialNo: serials[0],
      bomSlotID: slots[1].id,
      description: "The bolts",
      required: 4,
      built: 3,
      unit: "each",
      product: bolt.product,
    },
    {
      visualSerialNo: serials[1],
      bomSlotID: slots[0].id,
      description: "The seals",
      required: 4,
      built: 0,
      unit: "each",
      product: seal.product,
    },
  ]);
  expect(problem.count).toBe(2);
  await build(serials[0]!, bolt.visualSerialNo, 1);
  await build(serials[1]!, seal.visualSerialNo, 4);
  expect(await complete({ id })).toMatchObject({ status: "Completed" });
});

test("a removed quantity does not count", async () => {
  const seal = await part();
  const { id, serials } = await started([{ candidates: [candidate(seal.product)] }]);
  await build(serials[0]!, seal.visualSerialNo, 2);
  await plant.done("put", "/api/Build/Remove", {
    parentSerialNo: serials[0]!,
    childSerialNo: seal.visualSerialNo,
    removeQty: 1,
    reasonSUID: "REWORK",
  });
  const problem = await expectRefused(plant, () => plant.put(path, { id }), [409, "incomplete"]);
  expect(problem.slots).toMatchObject([{ required: 2, built: 1 }]);
});

test("any mix of a slot's candidates makes up its minimum", async () => {
  const [seal, ring] = [await part(), await part()];
  const { id, serials } = await started([
    {
      candidates: [
        candidate(seal.product, { qty: 3, minQty: 3, isDefault: true }),
        candidate(ring.product, { qty: 6, minQty: 6 }),
      ],
    },
  ]);
  await build(serials[0]!, seal.visualSerialNo, 1);
  await build(serials[0]!, ring.visualSerialNo, 3);
  const problem = await expectRefused(plant, () => plant.put(path, { id }), [409, "incomplete"]);
  expect(problem.slots).toMatchObject([{ required: 3, built: 2.5 }]);
  await build(serials[0]!, ring.visualSerialNo, 1);
  expect(await complete({ id })).toMatchObject({ status: "Completed" });
});

test("a minimum is measured in the child's base unit", async () => {
  const wire = await part({ BaseUnit: "m", InventoryDecimalPlaces: 3 });
  const { id, serials } = await started([
    { candidates: [candidate(wire.product, { qty: 2500, minQty: 1500, useUom: "mm" })] },
  ]);
  await build(serials[0]!, wire.visualSerialNo, 1.499);
  const problem = await expectRefused(plant, () => plant.put(path, { id }), [409, "incomplete"]);
  expect(problem.slots).toMatchObject([{ required: 1.5, built: 1.499 }]);
  await build(serials[0]!, wire.visualSerialNo, 0.001);
  expect(await complete({ id })).toMatchObject({ status: "Completed" });
});

test("slots that are not required, not active, or without a minimum stop nothing", async () => {
  const [seal, ring] = [await part(), await part()];
  const { id } = await started([
    { isRequired: false, candidates: [candidate(seal.product)] },
    { isActive: false, candidates: [candidate(seal.product)] },
    { candidates: [candidate(seal.product, { minQty: 0 })] },
    { candidates: [candidate(seal.product, { minQty: 0 }), candidate(ring.product)] },
    { candidates: [] },
  ]);
  expect(await complete({ id })).toMatchObject({ status: "Completed" });
});

test("an incomplete order is completed on demand, with a reason", async () => {
  const seal = await part();
  const description = plant.unique("Seat");
  const slot = { description, candidates: [candidate(seal.product)] };
  const { id, orderNo, serials } = await started([slot]);
  for (const comment of [undefined, null, "", "  "]) {
    const sent = { id, allowIncomplete: true, comment };
    await expectRefused(plant, () => plant.put(path, sent), [400, "validation_failed", "/comment"]);
  }
  const refused = () => plant.put(path, { id, allowIncomplete: false });
  const { slots, count } = await expectRefused(plant, refused, [409, "incomplete"]);
  const comment = "Seals follow";
  expect(await complete({ id, allowIncomplete: true, comment })).toMatchObject({
    status: "Completed",
  });
  expect(await itemsOf(orderNo)).toMatchObject([{ status: "Available" }]);
  const of = { entity: "WorksOrder", id, action: "completed" };
  expect(await plant.done("post", "/api/History/List", of)).toMatchObject([
    { comment, detail: { slots, count } },
  ]);
  expect(slots).toEqual([
    {
      visualSerialNo: serials[0],
      bomSlotID: expect.any(Number),
      description,
      required: 2,
      built: 0,
      unit: "each",
      product: seal.product,
    },
  ]);
});

test("a comment holds 2000 bytes and no more", async () => {
  const { id } = await started([]);
  const longest = textOfBytes(2000);
  const sent = { id, comment: `${longest}x` };
  await expectRefused(plant, () => plant.put(path, sent), [400, "validation_failed", "/comment"]);
  expect(await complete({ id, comment: longest })).toMatchObject({ status: "Completed" });
});

test("an item that was scrapped may stay incomplete, and stays scrapped", async () => {
  const seal = await part();
  const { id, orderNo, serials } = await started(
    [{ candidates: [candidate(seal.product)] }],
    [1, 1],
  );
  await build(serials[0]!, seal.visualSerialNo, 2);
  await plant.done("put", "/api/MaterialItem/Scrap", {
    visualSerialNo: serials[1],
    reasonSUID: "SCRAP",
  });
  const { endDT } = await complete({ id });
  expect(await itemsOf(orderNo)).toMatchObject([
    { status: "Available", endDT },
    { status: "Scrapped", endDT: null },
  ]);
});

test("an item that is built into another one stays consumed", async () => {
  const inner = await started([]);
  const [{ productName }] = await itemsOf(inner.orderNo);
  const outer = await started([{ candidates: [candidate(productName, { qty: 1, minQty: 1 })] }]);
  await build(outer.serials[0]!, inner.serials[0]!, 1);
  await complete({ id: inner.id });
  expect(await itemsOf(inner.orderNo)).toMatchObject([{ status: "Consumed" }]);
});

test("a held item is completed, and stays on hold", async () => {
  const { id, orderNo, serials } = await started([]);
  const held = { visualSerialNo: serials[0], holdReason: "Quality" };
  await plant.done("put", "/api/MaterialItem/Hold", held);
  await complete({ id });
  expect(await itemsOf(orderNo)).toMatchObject([{ status: "Available", holdReason: "Quality" }]);
});

test("an order is completed once, after it was started", async () => {
  const { id } = await started([]);
  await complete({ id });
  await expectRefused(plant, () => plant.put(path, { id }), [409, "order_status"]);
  const { Name: productName } = await plant.product();
  const { name: bom } = await plant.bom({ parentProductName: productName });
  const created = await plant.worksOrder({ productName, bom });
  const early = () => plant.put(path, { id: created.id });
  await expectRefused(plant, early, [409, "order_status"]);
  await plant.done("put", "/api/WorksOrder/Cancel", { id: created.id });
  await expectRefused(plant, early, [409, "order_status"]);
});

test("nothing is built into the items of a completed order", async () => {
  const seal = await part();
  const { id, serials } = await started([
    { isRequired: false, candidates: [candidate(seal.product)] },
  ]);
  await complete({ id });
  const late = () =>
    plant.put("/api/Build/Build", {
      parentSerialNo: serials[0],
      childSerialNo: seal.visualSerialNo,
      builtQty: 1,
      receiveAtPointOfConsumption: false,
    });
  await expectRefused(plant, late, [409, "order_status"]);
});
