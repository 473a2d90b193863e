import { expect, test } from "vitest";
import {
  addExact,
  formatDecimal,
  numberSigns,
  parseDecimal,
} from "../src/contract/decimal.rules.ts";

test.for([
  ["de", "1,5", 1.5],
  ["en", "1.5", 1.5],
  ["de", "1.234,5", 1234.5],
  ["en", "1,234.5", 1234.5],
  ["en", "1,234,567", 1234567],
  ["de", "0,000001", 0.000001],
  ["de", " 12 ", 12],
  ["fr", "1 234,5", 1234.5],
  ["de-CH", "1’234.5", 1234.5],
  ["en", "-2.50", -2.5],
  ["en", ".5", 0.5],
  ["en", "999999999.999999", 999999999.999999],
] as const)("in %s, %s is read as %d", ([locale, text, value]) => {
  expect(parseDecimal(text, numberSigns(locale))).toEqual({ value });
});

test.for([
  ["en", "1,5", "not_a_number"],
  ["de", "1.5", "not_a_number"],
  ["en", "1.234,5", "not_a_number"],
  ["de", "1,234.5", "not_a_number"],
  ["de", "1.234", "ambiguous"],
  ["en", "1,234", "ambiguous"],
  ["en", "12,34,567", "not_a_number"],
  ["en", "1.2.3", "not_a_number"],
  ["en", "1e3", "not_a_number"],
  ["en", "", "not_a_number"],
  ["en", "-", "not_a_number"],
  ["en", ".", "not_a_number"],
  ["en", "0x10", "not_a_number"],
  ["en", "0.1234567", "too_many_decimals"],
] as const)("in %s, %s is refused as %s", ([locale, text, fault]) => {
  expect(parseDecimal(text, numberSigns(locale))).toEqual({ fault });
});

test("quantities are added exactly", () => {
  expect(addExact(0.3, -0.1)).toBe(0.2);
  expect(addExact(999999999.999999, -0.000001)).toBe(999999999.999998);
});

test("a decimal is written with all of its decimals", () => {
  expect(formatDecimal(1234.000001, "de")).toBe("1.234,000001");
});
