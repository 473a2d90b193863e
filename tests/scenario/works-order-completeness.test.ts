import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly, buildOf } from "./assembly.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const path = "/api/WorksOrder/Completeness";
const compare = (body: object) => plant.post(path, body);
const build = (parent: string, child: string, qty = 1) =>
  plant.done("put", "/api/Build/Build", buildOf(parent, child, qty));
const days = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString();

/** Starts an order of two pumps: two seals are needed of each, or instead one ring. */
async function pumps() {
  const [seal, ring, pump] = [await plant.product(), await plant.product(), await plant.product()];
  const bom = await plant.bom({ parentProductName: pump.Name });
  const of = { isActive: true };
  const slot = await plant.slot({
    ParentProductName: pump.Name,
    bom: bom.name,
    description: "Seals",
    candidates: [
      { ...of, product: ring.Name, qty: 1, minQty: 1, isDefault: false },
      { ...of, product: seal.Name, qty: 3, minQty: 2, isDefault: true },
    ],
  });
  await plant.slot({
    ParentProductName: pump.Name,
    bom: bom.name,
    isRequired: false,
    candidates: [{ ...of, product: ring.Name, qty: 1, minQty: 1, isDefault: true }],
  });
  const order = await plant.worksOrder({ productName: pump.Name, bom: bom.name, qty: 3 });
  const serials = [plant.unique("Pump"), plant.unique("Pump"), plant.unique("Pump")] as const;
  const items = serials.map((visualSerialNo) => ({ visualSerialNo, qty: 1 }));
  await plant.done("put", "/api/WorksOrder/Start", { id: order.id, items });
  return { seal: seal.Name, ring: ring.Name, order, slot, serials };
}

test("the units of an order, what they lack, and where it is in stock", async () => {
  const { seal, ring, order, slot, serials } = await pumps();
  const [first, second, third] = serials;
  const lot = (fields: object) => plant.receive({ productName: seal, qty: 10, ...fields });
  const never = await lot({ batchNo: "B3" });
  const late = await lot({ expiryDate: days(9) });
  const soon = await lot({ expiryDate: days(2), version: "B" });
  const gone = await plant.receive({ productName: ring, qty: 1 });
  await lot({ expiryDate: days(-1) });
  const held = await lot({});
  await plant.done("put", "/api/MaterialItem/Hold", { id: held.id, holdReason: "Quality" });
  await build(first, never.visualSerialNo, 1);
  await build(third, gone.visualSerialNo);
  await plant.done("put", "/api/MaterialItem/Complete", { visualSerialNo: third });
  const { status, body } = await compare({ orderNo: order.orderNo.toLowerCase() });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: order.id,
    orderNo: order.orderNo,
    status: "Started",
    isComplete: false,
    unitCount: 3,
    openCount: 2,
    completeCount: 0,
    units: [
      { visualSerialNo: first, isOpen: true, isComplete: false, requiredSlots: 1, filledSlots: 0 },
      { visualSerialNo: second, isOpen: true, isComplete: false, filledSlots: 0 },
      { visualSerialNo: third, isOpen: false, isComplete: true, filledSlots: 1 },
    ],
    missing: [
      {
        bomSlotID: slot.id,
        slot: "Seals",
        product: seal,
        missing: 3,
        unit: "each",
        units: 2,
        candidates: [
          { product: seal, isDefault: true, missing: 3 },
          { product: ring, isDefault: false, missing: 1.5 },
        ],
      },
    ],
    stock: [
      { id: soon.id, product: seal, version: "B", actualQty: 10, location: "MAIN" },
      { id: late.id, expiryDate: late.expiryDate },
      { id: never.id, batchNo: "B3", actualQty: 9, expiryDate: null },
    ],
  });
  expect(body.stock).toHaveLength(3);
  for (const serial of [first, second]) await build(serial, late.visualSerialNo, 2);
  expect((await compare({ id: order.id })).body).toMatchObject({
    isComplete: true,
    openCount: 2,
    completeCount: 2,
    missing: [],
    stock: [],
  });
});

test("a unit that contains an unfinished unit is not complete", async () => {
  const top = await assembly(plant);
  const inner = await plant.bom({ parentProductName: top.part.Name });
  const order = await plant.worksOrder({ productName: top.part.Name, bom: inner.name });
  const visualSerialNo = plant.unique("Board");
  const items = [{ visualSerialNo, qty: 1 }];
  await plant.done("put", "/api/WorksOrder/Start", { id: order.id, items });
  await build(top.parent, visualSerialNo);
  const unit = { visualSerialNo: top.parent, filledSlots: 1, requiredSlots: 1 };
  const one = async () => (await compare({ id: top.order.id })).body;
  expect(await one()).toMatchObject({
    isComplete: false,
    completeCount: 0,
    units: [{ ...unit, isComplete: false, hasUnfinished: true }],
    missing: [],
  });
  expect((await compare({ id: order.id })).body).toMatchObject({ isComplete: true, openCount: 1 });
  await plant.done("put", "/api/MaterialItem/Complete", { visualSerialNo });
  expect(await one()).toMatchObject({
    isComplete: true,
    units: [{ ...unit, isComplete: true, hasUnfinished: false }],
  });
});

test("an order without units lacks nothing, and an unknown one is not found", async () => {
  const { unit, bom } = await assembly(plant);
  const order = await plant.worksOrder({ productName: unit.Name, bom: bom.name });
  expect((await compare({ id: order.id })).body).toMatchObject({
    status: "Created",
    isComplete: true,
    unitCount: 0,
    units: [],
    missing: [],
    stock: [],
  });
  await expectRefused(plant, () => compare({ orderNo: "none" }), [404, "not_found", "/orderNo"]);
  const both = () => compare({ id: order.id, orderNo: "none" });
  await expectRefused(plant, both, [404, "not_found", "/id"]);
});
