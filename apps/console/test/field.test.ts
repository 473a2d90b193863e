import { expect, test } from "vitest";
import { type FieldOf, neededFirst } from "../src/contract/field.ts";
import { requestFields } from "../src/contract/fields.gen.ts";

const neededOf = (fields: readonly FieldOf[]) =>
  fields.flatMap(({ name, isRequired }) => (isRequired ? [name] : []));

test("a field that a creation needs must be filled", () => {
  expect(neededOf(requestFields.productUpsert)).toEqual([
    "ProductType",
    "DefaultOwnership",
    "Location",
    "Name",
    "Version",
    "DefaultCostPerUnit",
    "DefaultCurrency",
    "BaseUnit",
    "ReceiptProfile",
    "DefaultBatchSize",
    "InventoryDecimalPlaces",
    "IsActive",
    "IsPlanningConstraint",
  ]);
  expect(neededOf(requestFields.bomUpsert)).toEqual(["name", "parentProductName"]);
  expect(neededOf(requestFields.webhookUpsert)).toEqual(["url"]);
  expect(neededOf(requestFields.workCentreGroupUpsert)).toEqual([]);
});

test("of two names that a creation can have, the first must be filled", () => {
  for (const name of ["locationUpsert", "holdReasonUpsert", "userUpsert"] as const) {
    expect(neededOf(requestFields[name])).toEqual(["name"]);
  }
});

test("a field that is sent as null can be left empty", () => {
  const needed = neededOf(requestFields.materialItemUpdate);
  expect(needed).toContain("nominalQty");
  expect(needed).not.toContain("batchNo");
});

test("a verb that names an item in one of two ways needs neither of them", () => {
  expect(neededOf(requestFields.materialItemMove)).toEqual(["location"]);
});

test("what must be filled comes first, and the rest keeps its order", () => {
  expect(neededFirst(requestFields.materialItemHold).map(({ name }) => name)).toEqual([
    "holdReason",
    "id",
    "visualSerialNo",
    "comment",
    "occurredAt",
    "qty",
    "newVisualSerialNo",
  ]);
});
