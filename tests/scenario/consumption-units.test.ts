import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly } from "./assembly.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();

/** A parent that takes 25 cm of a wire, which is kept in metres. */
const wired = () =>
  assembly(plant, {
    part: { BaseUnit: "m", InventoryDecimalPlaces: 3 },
    stock: 100,
    candidate: { useUom: "cm", qty: 25, minQty: 25 },
  });

test("a quantity is in the base unit of the child, which the response names", async () => {
  const { build, remove } = await wired();
  expect((await build({ builtQty: 25 })).body).toMatchObject({ qty: 25, unit: "m" });
  expect((await remove({ removeQty: 25 })).body).toMatchObject({ qty: 25, unit: "m" });
});

test.for(["cm", "CMT", "Cm"])("a quantity in %s is booked in the base unit", async (unit) => {
  const { parent, child, build, remove } = await wired();
  const built = (await build({ builtQty: 25, unit })).body;
  expect(built).toMatchObject({ qty: 0.25, unit: "m", child: { actualQty: 99.75 } });
  expect(built.allocations).toMatchObject([{ qty: 0.25 }]);
  const compared = await plant.post("/api/Genealogy/Completeness", { visualSerialNo: parent });
  expect(compared.body).toMatchObject({ isComplete: true, slots: [{ missing: 0, unit: "m" }] });
  const removed = (await remove({ removeQty: 10, unit })).body;
  expect(removed).toMatchObject({ qty: 0.1, unit: "m", child: { actualQty: 99.85 } });
  const lines = [
    { parentSerialNo: parent, childSerialNo: child, builtQty: 10, unit },
    { parentSerialNo: parent, childSerialNo: child, builtQty: 10 },
  ].map((line) => ({ ...line, receiveAtPointOfConsumption: false }));
  const { body } = await plant.put("/api/Build/BuildMany", { lines });
  expect(body.results).toMatchObject([{ answer: { qty: 0.1 } }, { answer: { qty: 10 } }]);
});

test("a slot without a maximum takes what a mistaken unit says, and the response tells it", async () => {
  const { build } = await assembly(plant, {
    part: { BaseUnit: "m", InventoryDecimalPlaces: 3 },
    stock: 100,
    candidate: { useUom: "cm", qty: 25, minQty: 25, maxQty: null },
  });
  const { body } = await build({ builtQty: 25 });
  expect(body).toMatchObject({ qty: 25, unit: "m", child: { actualQty: 75 } });
  expect((await build({ builtQty: 25, unit: "cm" })).body).toMatchObject({ qty: 0.25, unit: "m" });
});

test("a unit is found by its SUID", async () => {
  const { build } = await wired();
  const [name, suid] = [plant.unique("span"), plant.unique("span-id")];
  const span = { name, suid, dimension: "length", factor: 228.6 };
  await plant.done("put", "/api/UnitOfMeasure/Upsert", span);
  const { body } = await build({ builtQty: 10, unit: suid.toUpperCase() });
  expect(body).toMatchObject({ qty: 2.286, unit: "m" });
});

test("a child that is made at the point of consumption is made in the base unit", async () => {
  const { part, build } = await wired();
  const childSerialNo = plant.unique("Wire");
  const { body } = await build({
    childSerialNo,
    builtQty: 250,
    unit: "mm",
    receiveAtPointOfConsumption: true,
    itemDetails: { productName: part.Name },
  });
  expect(body).toMatchObject({ qty: 0.25, unit: "m", received: true, child: { nominalQty: 0.25 } });
});

test.for([
  [{ unit: "cubit" }, 404, "not_found", "/unit"],
  [{ unit: "KGM" }, 409, "unit_mismatch", "/unit"],
  [{ unit: "um", builtQty: 0.5 }, 409, "unit_mismatch", "/builtQty"],
  [{ unit: "mm", builtQty: 0.5 }, 409, "decimal_places", "/builtQty"],
] as const)("%j is refused", async ([fields, status, code, pointer]) => {
  const { build, remove } = await wired();
  await expectRefused(plant, () => build({ builtQty: 1, ...fields }), [status, code, pointer]);
  await build({ builtQty: 1 });
  const { builtQty: removeQty, unit } = { builtQty: 1, ...fields };
  const ofRemove = pointer === "/unit" ? pointer : "/removeQty";
  await expectRefused(plant, () => remove({ removeQty, unit }), [status, code, ofRemove]);
});
