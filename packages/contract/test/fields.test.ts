import { describe, expect, test } from "vitest";
import {
  amount,
  expiry,
  filled,
  id,
  instant,
  quantity,
  signedQuantity,
  textBytes,
  textChars,
} from "../src/fields.ts";

const expectRefused = (
  schema: { safeParse(value: unknown): { success: boolean } },
  values: unknown[],
) => {
  for (const value of values) expect(schema.safeParse(value).success, String(value)).toBe(false);
};

test("an id is an integer from 1 to 9,999,999,999", () => {
  expect(id().parse(1)).toBe(1);
  expect(id().parse(9_999_999_999)).toBe(9_999_999_999);
  expectRefused(id(), [0, -1, 10_000_000_000, 1.5, "1", null]);
});

describe("quantities are exact decimals, parsed to millionths", () => {
  test.each([
    [0.000001, 1],
    [0.1, 100_000],
    [1.005, 1_005_000],
    [999_999_999.999999, 999_999_999_999_999],
  ])("%d is %d millionths", (value, millionths) => {
    expect(quantity().parse(value)).toBe(millionths);
  });

  test("a seventh decimal, a tenth digit, 0, a text and a negative are refused", () => {
    expectRefused(quantity(), [
      0.0000001,
      1.0000001,
      1_000_000_000,
      0,
      -1,
      "1",
      Infinity,
      Number.NaN,
    ]);
  });

  test("a cost may be 0, a change may be negative and not 0", () => {
    expect(amount().parse(0)).toBe(0);
    expectRefused(amount(), [-0.01]);
    expect(signedQuantity().parse(-2.5)).toBe(-2_500_000);
    expectRefused(signedQuantity(), [0, 0.0000001, -1_000_000_000]);
  });
});

describe("text is limited in bytes or in characters", () => {
  test("bytes are counted in UTF-8", () => {
    expect(textBytes(4).safeParse("éé").success).toBe(true);
    expectRefused(textBytes(4), ["ééa", "abcde"]);
    expect(textBytes(4).safeParse("😀").success).toBe(true);
    expectRefused(textBytes(3), ["😀"]);
  });

  test("characters are code points", () => {
    expect(textChars(2).safeParse("😀😀").success).toBe(true);
    expectRefused(textChars(2), ["abc", "😀😀😀"]);
  });

  test("required text is not empty", () => expectRefused(filled(textBytes(4)), [""]));
});

describe("times are RFC 3339, parsed to milliseconds", () => {
  test.each([
    ["2026-01-31T08:00:00Z", "2026-01-31T08:00:00.000Z"],
    ["2026-01-31T08:00:00.25+01:00", "2026-01-31T07:00:00.250Z"],
    ["2026-01-31t08:00:00z", "2026-01-31T08:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ])("%s is %s", (value, expected) => {
    expect(new Date(instant().parse(value)).toISOString()).toBe(expected);
  });

  test("a date alone, as an expiry, is the end of that day", () => {
    expect(new Date(expiry().parse("2026-01-31")).toISOString()).toBe("2026-01-31T23:59:59.999Z");
  });

  test("a nonexistent day, a time without offset and another format are refused", () => {
    expectRefused(instant(), [
      "2026-02-29",
      "2026-13-01",
      "2026-01-31T25:00:00Z",
      "2026-01-31T08:00:00",
      "31.01.2026",
      "9999-12-31T23:59:59-00:01",
      "0000-01-01T00:00:00+00:01",
      "",
      1_700_000_000,
    ]);
  });
});
