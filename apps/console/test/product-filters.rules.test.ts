import { expect, test } from "vitest";
import { productSearchOf } from "../src/screens/products/filters.rules.ts";

test("the filters of an address become a request", () => {
  const filters = {
    text: "pu",
    ProductType: "Pumps",
    Tracking: "Lot",
    IsActive: "false",
    order: "newest",
  };
  expect(productSearchOf(filters)).toEqual({ ...filters, IsActive: false });
});

test("a value that nobody can choose is left out", () => {
  expect(productSearchOf({ Tracking: "Box", IsActive: "perhaps", order: "random" })).toEqual({});
});
