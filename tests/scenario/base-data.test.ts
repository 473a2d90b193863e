import { expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant();
const namesOf = async (resource: string) => {
  const { body } = await plant.post(`/api/${resource}/List`, {});
  return body.map(({ name }: { name: string }) => name);
};

test.for([
  ["OwnershipType", ["Customer", "Internal", "Vendor"]],
  ["ProductType", ["General"]],
  ["Location", ["Main"]],
  ["BuildSlotType", ["Assembly", "Consumable"]],
  ["HoldReason", ["Quality"]],
  ["ReceiptProfile", ["Standard"]],
  ["SignatureMeaning", ["Approved", "Performed", "Released", "Verified"]],
  ["MaterialStatus", ["Available", "Consumed", "Dispatched", "Scrapped", "Voided", "WIP"]],
] as const)("a new installation holds each %s of the design", async ([resource, names]) => {
  expect((await namesOf(resource)).toSorted()).toEqual(names);
});

test("a new installation holds the ISO 4217 currencies by their codes", async () => {
  const names = await namesOf("Currency");
  expect(names).toEqual(expect.arrayContaining(["CHF", "CNY", "EUR", "GBP", "JPY", "USD"]));
  expect(names.length).toBeGreaterThan(150);
  const { body } = await plant.post("/api/Currency/List", { name: "ALL" });
  expect(body).toMatchObject([{ suid: "008", description: "Lek", isActive: true }]);
});

test.for([
  ["each", "EA", "count", 1],
  ["g", "GRM", "mass", 1],
  ["kg", "KGM", "mass", 1000],
  ["mm", "MMT", "length", 1],
  ["m", "MTR", "length", 1000],
  ["ml", "MLT", "volume", 1],
  ["litre", "LTR", "volume", 1000],
] as const)("a new installation holds the unit %s", async ([name, code, dimension, factor]) => {
  const { body } = await plant.post("/api/UnitOfMeasure/List", { name });
  expect(body).toMatchObject([{ name, code, dimension, factor }]);
});

test.for([
  ["COUNT", ["adjust"], "return"],
  ["SCRAP", ["adjust", "remove"], "scrap"],
  ["REWORK", ["remove"], "return"],
  ["QUALITY", ["remove"], "hold"],
] as const)("a new installation holds the reason %s", async ([suid, transactions, disposition]) => {
  const { body } = await plant.post("/api/MaterialReason/List", { suid });
  expect(body).toMatchObject([{ suid, transactions, disposition }]);
});

test.for([
  ["WIP", true, true],
  ["Available", true, true],
  ["Consumed", true, false],
  ["Scrapped", false, false],
  ["Dispatched", false, false],
] as const)("status %s has the flags of the design", async ([suid, buildable, consumable]) => {
  const { body } = await plant.post("/api/MaterialStatus/List", { suid });
  expect(body).toMatchObject([{ suid, name: suid, buildable, consumable }]);
});

test("location Main has the SUID MAIN", async () => {
  const { body } = await plant.post("/api/Location/List", { suid: "MAIN" });
  expect(body).toMatchObject([{ name: "Main" }]);
});
