import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectConservation } from "./conservation.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const { Name: wire } = await plant.product({ BaseUnit: "m", InventoryDecimalPlaces: 3 });

const receive = (fields: object) =>
  plant.post("/api/MaterialItem/Receive", {
    productName: wire,
    visualSerialNo: plant.unique("Wire"),
    qty: 250,
    ...fields,
  });

test.for(["cm", "CMT", "Cm"])("a receipt of 250 %s is booked in the base unit", async (unit) => {
  const { body } = await receive({ unit });
  expect(body).toMatchObject({ nominalQty: 2.5, actualQty: 2.5 });
  const found = await plant.post("/api/MaterialItem/List", { id: body.id });
  expect(found.body).toMatchObject([{ nominalQty: 2.5, actualQty: 2.5 }]);
  await expectConservation(plant);
});

test("each line of ReceiveMany has a unit of its own", async () => {
  const lines = ["cm", "m", undefined].map((unit) => ({
    productName: wire,
    visualSerialNo: plant.unique("Wire"),
    qty: 25,
    unit,
  }));
  const { body } = await plant.post("/api/MaterialItem/ReceiveMany", { lines });
  expect(body.results).toMatchObject(
    [0.25, 25, 25].map((nominalQty) => ({ answer: { nominalQty } })),
  );
});

test.for([{}, { unit: null }, { unit: "m" }])("%j is the base unit", async (fields) => {
  expect((await receive(fields)).body).toMatchObject({ nominalQty: 250, actualQty: 250 });
});

test("a unit is found by its SUID", async () => {
  const suid = plant.unique("reel-id");
  const reel = { name: plant.unique("reel"), suid, dimension: "length", factor: 305_000 };
  await plant.done("put", "/api/UnitOfMeasure/Upsert", reel);
  const { body } = await receive({ qty: 2, unit: suid.toUpperCase() });
  expect(body).toMatchObject({ nominalQty: 610 });
});

test("a delivery of what was built before its receipt is in the unit too", async () => {
  const { Name: parentProductName } = await plant.product();
  const { name: bom } = await plant.bom({ parentProductName });
  const candidate = { product: wire, isActive: true, qty: 2, minQty: 0, isDefault: true };
  await plant.slot({ ParentProductName: parentProductName, bom, candidates: [candidate] });
  const { visualSerialNo } = await plant.receive({ productName: parentProductName, qty: 1 });
  const childSerialNo = plant.unique("Wire");
  await plant.done("put", "/api/Build/Build", {
    parentSerialNo: visualSerialNo,
    childSerialNo,
    builtQty: 50,
    unit: "cm",
    receiveAtPointOfConsumption: true,
    itemDetails: { productName: wire },
  });
  const { body } = await receive({ visualSerialNo: childSerialNo, unit: "cm" });
  expect(body).toMatchObject({ nominalQty: 2.5, actualQty: 2 });
});

test("one thing that is tracked by serial is one in any unit of it", async () => {
  const { Name: productName } = await plant.product({ Tracking: "Serial" });
  const name = plant.unique("dozen");
  await plant.done("put", "/api/UnitOfMeasure/Upsert", { name, dimension: "count", factor: 12 });
  const refused = () => receive({ productName, qty: 1, unit: name });
  await expectRefused(plant, refused, [409, "tracking", "/qty"]);
  expect((await receive({ productName, qty: 1, unit: "each" })).status).toBe(200);
});

test.for([
  [{ unit: "cubit" }, 404, "not_found", "/unit"],
  [{ unit: "KGM" }, 409, "unit_mismatch", "/unit"],
  [{ unit: "um", qty: 0.5 }, 409, "unit_mismatch", "/qty"],
  [{ unit: "km", qty: 999_999_999 }, 409, "unit_mismatch", "/qty"],
  [{ unit: "mm", qty: 0.5 }, 409, "decimal_places", "/qty"],
  [{ unit: "" }, 400, "validation_failed", "/unit"],
] as const)("%j is refused", async ([fields, status, code, pointer]) => {
  await expectRefused(plant, () => receive(fields), [status, code, pointer]);
});
