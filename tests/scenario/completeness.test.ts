import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly, buildOf } from "./assembly.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const path = "/api/Genealogy/Completeness";
const compare = async (visualSerialNo: string) => (await plant.post(path, { visualSerialNo })).body;

test("the builds into an item are compared with each slot of its BoM version", async () => {
  const candidate = { qty: 3, minQty: 2, maxQty: 4 };
  const { part, unit, order, slot, candidateId, parent, build } = await assembly(plant, {
    candidate,
    slot: { description: "Seals" },
  });
  await build({ builtQty: 1 });
  const body = await compare(parent.toLowerCase());
  expect(body).toEqual({
    id: body.id,
    visualSerialNo: parent,
    productName: unit.Name,
    nominalQty: 1,
    orderNo: order!.orderNo,
    bomVersionID: slot.bomVersionID,
    isComplete: false,
    slots: [
      {
        bomSlotID: slot.id,
        slot: "Seals",
        isRequired: true,
        isActive: true,
        required: 3,
        requiredExact: 3,
        min: 2,
        max: 4,
        missing: 1,
        over: 0,
        missingEvidence: [],
        unit: "each",
        candidates: [
          {
            candidateID: candidateId,
            productID: part.ID,
            product: part.Name,
            version: null,
            isActive: true,
            isDefault: true,
            required: 3,
            requiredExact: 3,
            min: 2,
            max: 4,
            built: 1,
            unit: "each",
          },
        ],
      },
    ],
    unfinished: [],
    unfinishedCount: 0,
    held: [],
    heldCount: 0,
  });
  await build({ builtQty: 1 });
  expect(await compare(parent)).toMatchObject({ isComplete: true, slots: [{ missing: 0 }] });
});

test("Complete refuses exactly the incomplete slots, with the same quantities", async () => {
  const { parent, build, remove, complete } = await assembly(plant, {
    candidate: { qty: 3, minQty: 3 },
  });
  await build({ builtQty: 3 });
  await remove({ removeQty: 1 });
  const [refused, told] = [await complete(), await compare(parent)];
  expect(refused.body).toMatchObject({ code: "incomplete", slots: [{ required: 3, built: 2 }] });
  expect(told).toMatchObject({ isComplete: false, slots: [{ min: 3, missing: 1 }] });
  await build({ builtQty: 1 });
  expect(await compare(parent)).toMatchObject({ isComplete: true });
  expect((await complete()).status).toBe(200);
});

test("quantities are for all of the item, in the base unit of what is built", async () => {
  const { bom, unit } = await assembly(plant, {
    part: { BaseUnit: "m", InventoryDecimalPlaces: 3 },
    candidate: { qty: 2500, minQty: 1500, maxQty: 3000, useUom: "mm" },
  });
  const order = await plant.worksOrder({ productName: unit.Name, bom: bom.name, qty: 4 });
  const visualSerialNo = plant.unique("Unit");
  const items = [{ visualSerialNo, qty: 4 }];
  await plant.done("put", "/api/WorksOrder/Start", { id: order.id, items });
  expect(await compare(visualSerialNo)).toMatchObject({
    nominalQty: 4,
    slots: [{ required: 10, min: 6, max: 12, missing: 6, unit: "m" }],
  });
});

test("a slot needs the total of all pieces, rounded half up to the decimals of the part", async () => {
  const { bom, unit, part } = await assembly(plant, {
    part: { BaseUnit: "m", InventoryDecimalPlaces: 3 },
    candidate: { qty: 0.00081, minQty: 0.00081, maxQty: 0.00081 },
  });
  const wire = await plant.receive({ productName: part.Name, qty: 1000 });
  const started = async (qty: number) => {
    const order = await plant.worksOrder({ productName: unit.Name, bom: bom.name, qty });
    const visualSerialNo = plant.unique("Unit");
    const items = [{ visualSerialNo, qty }];
    await plant.done("put", "/api/WorksOrder/Start", { id: order.id, items });
    return visualSerialNo;
  };
  expect(await compare(await started(1))).toMatchObject({
    slots: [{ required: 0.001, max: 0.001 }],
  });
  const parentSerialNo = await started(275_400);
  const needed = { required: 223.074, min: 223.074, max: 223.074, missing: 223.074 };
  expect(await compare(parentSerialNo)).toMatchObject({ isComplete: false, slots: [needed] });
  const sent = { parentSerialNo, childSerialNo: wire.visualSerialNo };
  const build = (builtQty: number) =>
    plant.put("/api/Build/Build", { ...sent, builtQty, receiveAtPointOfConsumption: false });
  await expectRefused(plant, () => build(223.075), [409, "over_maximum"]);
  expect((await build(223.074)).status).toBe(200);
  expect(await compare(parentSerialNo)).toMatchObject({
    isComplete: true,
    slots: [{ missing: 0 }],
  });
});

test.for([
  ["lb", "kg", 50, 3, 22.6796185, 22.68],
  ["lb", "kg", 1, 6, 0.45359237, 0.453592],
  ["lb", "kg", 0.45, 6, 0.2041165665, 0.204117],
  ["lb", "kg", 50, 6, 22.6796185, 22.679619],
  ["gal (US)", "litre", 1, 3, 3.785411784, 3.785],
  ["gal (US)", "litre", 1, 6, 3.785411784, 3.785412],
  ["in2", "m2", 1, 3, 0.00064516, 0.001],
  ["in2", "m2", 1, 6, 0.00064516, 0.000645],
  ["in", "m", 0.0625, 6, 0.0015875, 0.001588],
  ["g", "kg", 1.5, 3, 0.0015, 0.002],
] as const)("%s of a part in %s needs the exact total of %d, rounded once", async (row) => {
  const [useUom, BaseUnit, qty, InventoryDecimalPlaces, requiredExact, required] = row;
  const { part, parent, build } = await assembly(plant, {
    part: { BaseUnit, InventoryDecimalPlaces },
    stock: 100,
    candidate: { useUom, qty, minQty: qty, maxQty: qty },
  });
  const needed = { required, requiredExact, min: required, max: required, unit: part.BaseUnit };
  expect(await compare(parent)).toMatchObject({ slots: [{ ...needed, candidates: [needed] }] });
  await build({ builtQty: required });
  expect(await compare(parent)).toMatchObject({
    isComplete: true,
    slots: [{ missing: 0, over: 0 }],
  });
});

test("a sixth of a whole panel is one panel for six of the parent, and none for one", async () => {
  const { unit, child, parent } = await assembly(plant, {
    candidate: { qty: 0.166667, minQty: 0.166667, maxQty: 0.166667 },
    ordered: false,
  });
  expect(await compare(parent)).toMatchObject({ slots: [{ required: 0, missing: 0 }] });
  const { visualSerialNo } = await plant.receive({ productName: unit.Name, qty: 6 });
  const whole = { required: 1, min: 1, max: 1, missing: 1 };
  expect(await compare(visualSerialNo)).toMatchObject({ slots: [whole] });
  await plant.done("put", "/api/Build/Build", buildOf(visualSerialNo, child));
  expect(await compare(visualSerialNo)).toMatchObject({ isComplete: true });
});

test("a quantity above a lowered maximum is reported as over it", async () => {
  const { slot, candidateId, parent, build } = await assembly(plant, {
    candidate: { qty: 2, minQty: 1, maxQty: 5 },
    ordered: false,
  });
  await build({ builtQty: 5 });
  const candidates = [{ id: candidateId, maxQty: 2 }];
  await plant.done("put", "/api/BomSlot/UpsertCandidates", { bomSlotID: slot.id, candidates });
  expect(await compare(parent)).toMatchObject({
    isComplete: true,
    slots: [{ max: 2, missing: 0, over: 3 }],
  });
});

test("a retired candidate without a minimum does not meet a slot for the others", async () => {
  const { slot, part, parent, complete } = await assembly(plant, {
    candidate: { qty: 1, minQty: 1 },
  });
  const other = await plant.product();
  const retired = { product: other.Name, qty: 1, minQty: 0, isActive: false, isDefault: false };
  await plant.done("put", "/api/BomSlot/UpsertCandidates", {
    bomSlotID: slot.id,
    candidates: [retired],
  });
  expect(await compare(parent)).toMatchObject({
    isComplete: false,
    slots: [{ missing: 1, candidates: [{ product: part.Name }, { product: other.Name }] }],
  });
  expect((await complete()).body).toMatchObject({ code: "incomplete" });
});

test.for<[what: string, slot: Readonly<Record<string, unknown>>]>([
  ["not required", { isRequired: false }],
  ["not active", { isActive: false }],
])("a slot that is %s may lack material", async ([, slot]) => {
  const { parent } = await assembly(plant, { slot, candidate: { qty: 2, minQty: 2 } });
  expect(await compare(parent)).toMatchObject({
    isComplete: true,
    slots: [{ ...slot, min: 2, missing: 2 }],
  });
});

test("a slot without candidates needs nothing, and has no limit", async () => {
  const { parent, unit, bom } = await assembly(plant, {
    ordered: false,
    candidate: { minQty: 0 },
  });
  await plant.slot({ ParentProductName: unit.Name, bom: bom.name, candidates: [] });
  const nothing = {
    required: 0,
    requiredExact: 0,
    min: 0,
    max: null,
    missing: 0,
    over: 0,
    unit: null,
  };
  expect(await compare(parent)).toMatchObject({
    isComplete: true,
    slots: [{}, { ...nothing, candidates: [] }],
  });
});

test("a received item is compared with the version that it would be built by", async () => {
  const { child, parent, slot } = await assembly(plant, { ordered: false });
  expect(await compare(parent)).toMatchObject({
    orderNo: null,
    bomVersionID: slot.bomVersionID,
    slots: [{ bomSlotID: slot.id }],
  });
  // An item without a BoM takes nothing, so it is complete.
  expect(await compare(child)).toMatchObject({ bomVersionID: null, isComplete: true, slots: [] });
});

test("an item is named by id or serial", async () => {
  const { childId } = await assembly(plant);
  expect((await plant.post(path, { id: childId })).body).toMatchObject({ id: childId });
  for (const body of [{}, { id: 0 }, { visualSerialNo: "" }]) {
    await expectRefused(plant, () => plant.post(path, body), [400, "validation_failed"]);
  }
});
