import { expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/requests.ts";
import { assembly } from "./assembly.ts";
import { expectRefused } from "./refused.ts";

// Refusals in the words of the plant: slots by description and products, quantities with units.

const plant = await openPlant();

/** Makes an assembly whose slot takes up to 4 m of wire and, instead, up to 8 each of a clip. */
async function wired() {
  const clip = await plant.product();
  const made = await assembly(plant, {
    part: { BaseUnit: "m", InventoryDecimalPlaces: 2 },
    candidate: { qty: 2, maxQty: 4 },
    slot: { description: "Harness" },
  });
  await plant.done("put", "/api/BomSlot/UpsertCandidates", {
    bomSlotID: made.slot.id,
    candidates: [
      { product: clip.Name, isActive: true, qty: 4, minQty: 2, maxQty: 8, isDefault: false },
    ],
  });
  const clips = await plant.receive({ productName: clip.Name, qty: 20 });
  return { ...made, clip: clip.Name, clips: clips.visualSerialNo, wire: made.part.Name };
}

const detailOf = async (send: () => Promise<Answer>, code: string): Promise<string> =>
  (await expectRefused(plant, send, [409, code])).detail;

test("more than a slot takes: what is built, what fits, and where", async () => {
  const { build, parent, wire, clip, clips } = await wired();
  await build({ builtQty: 1.25 });
  expect(await detailOf(() => build({ builtQty: 3 }), "over_maximum")).toBe(
    `"Harness" of ${parent} has 1.25 of at most 4 m of ${wire}, with room for 2.75 m: ` +
      "3 m more does not fit.",
  );
  await build({ childSerialNo: clips, builtQty: 5 });
  expect(await detailOf(() => build({ builtQty: 0.5 }), "over_maximum")).toBe(
    `"Harness" of ${parent} has 1.25 of at most 4 m of ${wire} and 5 of at most 8 each of ` +
      `${clip}, with room for 0.25 m: 0.5 m more does not fit.`,
  );
  await build({ builtQty: 0.25 });
  expect(await detailOf(() => build({ builtQty: 1 }), "over_maximum")).toBe(
    `"Harness" of ${parent} has 1.5 of at most 4 m of ${wire} and 5 of at most 8 each of ` +
      `${clip}: 1 m more does not fit.`,
  );
});

test("a child that the slot of the request does not take", async () => {
  const { build, parent, slot, wire, clip } = await wired();
  const { Name: productName } = await plant.product({ Version: "C" });
  const { visualSerialNo: childSerialNo } = await plant.receive({ productName, qty: 1 });
  const chosen = { childSerialNo, bomSlotID: slot.id };
  expect(await detailOf(() => build(chosen), "not_in_bom")).toBe(
    `"Harness" of ${parent} takes ${wire}, ${clip}, not ${productName} version C.`,
  );
  const { slot: other } = await assembly(plant, { slot: { description: "Elsewhere" } });
  expect(await detailOf(() => build({ bomSlotID: other.id }), "not_in_bom")).toBe(
    `The slot "Elsewhere" is not in the BoM version of ${parent}.`,
  );
});

test("more than is in stock, or is built, in the unit of the product", async () => {
  const { build, remove, slot, child, parent, wire, clip } = await wired();
  await build({ builtQty: 1 });
  const adjust = () =>
    plant.post("/api/MaterialItem/ItemAdjust", {
      materialitemid: childId,
      adjustqty: -9.5,
      reasonSUID: "COUNT",
    });
  const [{ id: childId }] = (await plant.post("/api/MaterialItem/List", { visualSerialNo: child }))
    .body;
  expect(await detailOf(adjust, "negative_quantity")).toBe(
    `Item ${child} has 9 m in stock: -9.5 m would take it below 0.`,
  );
  await plant.done("post", "/api/MaterialItem/ItemAdjust", {
    materialitemid: childId,
    adjustqty: -8,
    reasonSUID: "COUNT",
  });
  expect(await detailOf(() => build({ builtQty: 1.5 }), "insufficient_quantity")).toBe(
    `Item ${child} has 1 m in stock: 1.5 m can't be built.`,
  );
  expect(await detailOf(() => build({ builtQty: 0.125 }), "decimal_places")).toBe(
    `0.125 m has too many decimals: ${wire} is kept in 2 decimals.`,
  );
  expect(await detailOf(() => remove({ removeQty: 2, bomSlotID: slot.id }), "not_built")).toBe(
    `Of ${child}, 1 m is built into "Harness" (for ${wire}, ${clip}) of ${parent}: ` +
      "2 m can't be removed.",
  );
});

test("an item that lacks material, with the unit of what it lacks", async () => {
  const { complete, parent, order, wire, slot } = await wired();
  const problem = await expectRefused(plant, () => complete(), [409, "incomplete"]);
  expect(problem.detail).toBe(
    `Works order ${order!.orderNo} lacks material in 1 required slot. ` +
      `The first is "Harness" of ${parent}, with 0 of 1 m of ${wire}.`,
  );
  expect(problem.slots).toEqual([
    {
      visualSerialNo: parent,
      bomSlotID: slot.id,
      description: "Harness",
      required: 1,
      built: 0,
      unit: "m",
      product: wire,
    },
  ]);
});

test("a slot or candidate that is in use, or that a request changes wrongly", async () => {
  const { build, candidate, slot, wire, clip } = await wired();
  await build();
  const named = `"Harness" (for ${wire}, ${clip})`;
  const removeSlot = () => plant.delete("/api/BomSlot/Delete", { ID: slot.id });
  expect(await detailOf(removeSlot, "in_use")).toBe(
    `The slot ${named} is in use (builds 1, worksOrders 1). ` +
      "Copy the version with Bom/CopyVersion, and change the copy. " +
      "WorksOrder/ChangeVersion then gives it to running orders.",
  );
  const removeCandidate = () =>
    plant.delete("/api/BomSlot/DeleteCandidate", { ID: slot.candidates[0].id });
  expect(await detailOf(removeCandidate, "in_use")).toBe(
    `The candidate ${wire} of "Harness" is in use (builds 1, worksOrders 1). ` +
      "To retire it, set isActive to false.",
  );
  expect(await detailOf(() => candidate({ minQty: 3 }), "quantity_range")).toBe(
    `The candidate ${wire} of "Harness" would have a minimum of 3 m, a quantity of 2 m and ` +
      "a maximum of 4 m.",
  );
  expect(await detailOf(() => candidate({ product: clip }), "fixed")).toBe(
    `The candidate ${wire} of "Harness" has builds: its product can't change. ` +
      "Add another candidate instead.",
  );
  const unknown = await plant.put("/api/BomSlot/UpsertCandidates", {
    bomSlotID: slot.id,
    candidates: [{ id: 999_999, qty: 1 }],
  });
  expect(unknown.body.detail).toBe(`The slot ${named} has no candidate with the id 999999.`);
});

test("a record that an item can't newly refer to, by its name", async () => {
  const { child } = await wired();
  const [item] = (await plant.post("/api/MaterialItem/List", { visualSerialNo: child })).body;
  const location = await plant.done("put", "/api/Location/Upsert", {
    name: plant.unique("Shelf"),
    isActive: false,
  });
  const move = () =>
    plant.put(`/api/MaterialItem/Update/${item.id}`, { ...item, locationID: location.id });
  expect(await detailOf(move, "inactive")).toBe(`The location ${location.name} is not active.`);
});
