import { expect, test } from "vitest";
import {
  convertExactly,
  fitsDecimalPlaces,
  formatQuantity,
  quantityMax,
  multiply,
} from "../../src/values/decimal.ts";

test.for([
  [1_500_000, 0, false],
  [1_500_000, 1, true],
  [-1_500_000, 0, false],
  [2_000_000, 0, true],
  [1, 5, false],
  [10, 5, true],
  [1, 6, true],
  [0, 0, true],
] as const)("%i millionths fit %i decimals: %s", ([quantity, places, expected]) => {
  expect(fitsDecimalPlaces(quantity, places)).toBe(expected);
});

test.for([
  [1_500_000, "1.5"],
  [-2_000_000, "-2"],
  [0, "0"],
  [quantityMax, "999999999.999999"],
] as const)("%i millionths are written %s", ([quantity, expected]) => {
  expect(formatQuantity(quantity)).toBe(expected);
});

test.for([
  ["a quantity in its own unit stays", 1_500_000, 7, 7, 1_500_000],
  ["a dozen is twelve", 1_000_000, 12_000_000, 1_000_000, 12_000_000],
  ["a third of a millionth is not exact", 1, 1, 3, undefined],
  ["the largest quantity is one", quantityMax, 1, 1, quantityMax],
  ["a millionth more is too large", quantityMax + 1, 1, 1, undefined],
  ["what passes 2 ** 53 on the way is exact", quantityMax, 1_000_000, 1_000_000, quantityMax],
] as const)("%s", ([, quantity, numerator, denominator, expected]) => {
  expect(convertExactly(quantity, numerator, denominator)).toBe(expected);
});

test("a product of quantities is exact, however large", () => {
  expect(multiply(quantityMax, quantityMax)).toBe(BigInt(quantityMax) * BigInt(quantityMax));
});
