import { expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly, itemNamed } from "./assembly.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const design = { isRequired: false, edhrBomRequired: 2, edhrBuildRequired: 1 };
const build = { isRequired: false, edhrBomRequired: 1, edhrBuildRequired: 2 };
const allowed = { allowIncomplete: true, comment: "As a sample" };
const completeUnit = (visualSerialNo: string, fields: object = {}) =>
  plant.put("/api/MaterialItem/Complete", { visualSerialNo, ...fields });
const completeness = async (visualSerialNo: string): Promise<Answer["body"]> =>
  (await plant.post("/api/Genealogy/Completeness", { visualSerialNo })).body;
const ofOrder = async (id: number): Promise<Answer["body"]> =>
  (await plant.post("/api/WorksOrder/Completeness", { id })).body;

test("a slot whose build is compulsory must be filled, although it is not required", async () => {
  const candidate = { qty: 3, minQty: 2 };
  const made = await assembly(plant, { slot: { ...build, description: "Seals" }, candidate });
  const { parent, order, slot, part } = made;
  await made.build({ builtQty: 1 });
  const lacking = {
    visualSerialNo: parent,
    bomSlotID: slot.id,
    description: "Seals",
    required: 2,
    built: 1,
    unit: "each",
    product: part.Name,
    lacks: ["build"],
  };
  for (const send of [
    () => completeUnit(parent),
    () => completeUnit(parent, allowed),
    () => made.complete(),
    () => made.complete(allowed),
  ]) {
    const problem = await expectRefused(plant, send, [409, "evidence_missing"]);
    expect([problem.slots, problem.count]).toEqual([[lacking], 1]);
    expect(problem.detail).toContain(`"Seals" of ${parent}: it has 1 of 2 each of ${part.Name}.`);
  }
  expect(await completeness(parent)).toMatchObject({
    isComplete: false,
    slots: [{ missing: 1, missingEvidence: ["build"] }],
  });
  expect(await ofOrder(order!.id)).toMatchObject({
    isComplete: false,
    units: [{ requiredSlots: 1, filledSlots: 0, isComplete: false }],
    missing: [{ bomSlotID: slot.id, missing: 1, units: 1, candidates: [{ missing: 1 }] }],
    stock: [{ visualSerialNo: made.child }],
  });
  await made.build({ builtQty: 1 });
  expect(await completeness(parent)).toMatchObject({
    isComplete: true,
    slots: [{ missingEvidence: [] }],
  });
  expect(await ofOrder(order!.id)).toMatchObject({
    isComplete: true,
    units: [{ filledSlots: 1 }],
    missing: [],
  });
  expect((await made.complete()).body).toMatchObject({ status: "Completed" });
});

test("it must not be empty, even if it has no minimum", async () => {
  const candidate = { qty: 3, minQty: 0 };
  const made = await assembly(plant, { slot: build, candidate });
  const refused = [409, "evidence_missing"] as const;
  const problem = await expectRefused(plant, () => completeUnit(made.parent, allowed), refused);
  expect(problem.slots).toMatchObject([{ required: 0, built: 0, lacks: ["build"] }]);
  expect(problem.detail).toContain("nothing is built into it");
  expect(await ofOrder(made.order!.id)).toMatchObject({ missing: [{ missing: 3 }] });
  await made.build();
  expect((await completeUnit(made.parent)).status).toBe(200);
});

test("a slot whose design is compulsory must have an active candidate", async () => {
  const designed = await assembly(plant, { slot: design });
  expect((await completeUnit(designed.parent)).status).toBe(200);
  const other = { ...design, description: "Label", candidates: [] };
  const { parent, order, bom, unit, complete } = await assembly(plant, { otherSlots: [other] });
  const [slot] = await plant.done("post", "/api/BomSlot/List", {
    Product: unit.Name,
    Bom: bom.name,
    isRequired: false,
  });
  const lacking = { bomSlotID: slot.id, unit: "", product: "", lacks: ["bom"] };
  for (const send of [() => completeUnit(parent, allowed), () => complete(allowed)]) {
    const problem = await expectRefused(plant, send, [409, "evidence_missing"]);
    expect(problem.slots).toMatchObject([lacking]);
    expect(problem.detail).toContain("its design names no product that it takes");
  }
  expect(await ofOrder(order!.id)).toMatchObject({
    units: [{ requiredSlots: 2, filledSlots: 0, isComplete: false }],
    missing: [{ slot: expect.not.stringContaining("Label") }],
  });
  const { Name: product } = await plant.product();
  await plant.done("put", "/api/BomSlot/UpsertCandidates", {
    bomSlotID: slot.id,
    candidates: [{ product, isActive: true, qty: 1, minQty: 1, isDefault: true }],
  });
  expect((await completeUnit(parent, allowed)).status).toBe(200);
});

test("other numbers ask for nothing, and an inactive slot neither", async () => {
  const asked = [
    { isRequired: false, edhrBomRequired: 3, edhrBuildRequired: 2.5 },
    { isRequired: false, edhrBomRequired: 0, edhrBuildRequired: 1 },
    { ...build, edhrBomRequired: 2, isActive: false },
  ];
  for (const slot of asked) {
    const { parent } = await assembly(plant, { slot });
    expect(await completeness(parent)).toMatchObject({
      isComplete: true,
      slots: [{ missingEvidence: [] }],
    });
    expect((await completeUnit(parent)).status).toBe(200);
  }
});

test("evidence that was removed is missing again, and a unit that passed by no Complete is not dispatched", async () => {
  const made = await assembly(plant, { slot: build });
  const { parent } = made;
  await made.build();
  expect((await completeUnit(parent)).status).toBe(200);
  expect((await made.remove()).status).toBe(200);
  await expectRefused(plant, () => completeUnit(parent, allowed), [409, "evidence_missing"]);
  const item = await itemNamed(plant, parent);
  const [available] = await plant.done("post", "/api/MaterialStatus/List", { suid: "AVAILABLE" });
  const freed = { ...item, statusID: available.id, status: available.name };
  await plant.done("put", `/api/MaterialItem/Update/${item.id}`, freed);
  const dispatch = () =>
    plant.put("/api/MaterialItem/Dispatch", { visualSerialNo: parent, ...allowed });
  await expectRefused(plant, dispatch, [409, "evidence_missing"]);
  await made.build();
  expect((await completeUnit(parent)).status).toBe(200);
  expect((await dispatch()).status).toBe(200);
});

test("the record shows what is compulsory, and what of it is missing", async () => {
  const { parent } = await assembly(plant, { slot: build });
  const record = await plant.done("post", "/api/DeviceHistoryRecord/Get", {
    visualSerialNo: parent,
  });
  expect(record.designs[0].slots).toMatchObject([
    { edhrBuildRequired: 2, missingEvidence: ["build"] },
  ]);
});

test("a version with which an order was started keeps what is compulsory", async () => {
  const { slot } = await assembly(plant, { slot: { ...build, edhrBuildRequired: 1 } });
  const kept = await assembly(plant, { slot: build });
  const change = (id: number, fields: object) => () =>
    plant.put("/api/BomSlot/Upsert", { id, ...fields });
  const status = "bom_status";
  await expectRefused(plant, change(slot.id, { edhrBuildRequired: 2 }), [
    409,
    status,
    "/edhrBuildRequired",
  ]);
  await expectRefused(plant, change(kept.slot.id, { edhrBuildRequired: 1 }), [
    409,
    status,
    "/edhrBuildRequired",
  ]);
  expect((await change(slot.id, { edhrBuildRequired: 3 })()).status).toBe(200);
});
