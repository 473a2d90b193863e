import { describe, expect, test } from "vitest";
import {
  amount,
  bomVersion,
  filled,
  filledBytes,
  filledChars,
  id,
  exclusiveEnd,
  happening,
  instant,
  lastInstant,
  nameBytes,
  nameChars,
  nameStart,
  quantity,
  signedQuantity,
  textBytes,
  textChars,
} from "../src/fields.ts";
import { parseWith } from "../src/time.ts";

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

describe("a name is what a person sees", () => {
  const said = (schema: { safeParse(value: unknown): unknown }, value: string) =>
    (schema.safeParse(value) as { error?: { issues: { message: string }[] } }).error?.issues.map(
      ({ message }) => message,
    );

  test.each([
    ["PUMP-1\r\n", "PUMP-1"],
    ["\t PUMP-1", "PUMP-1"],
    ["\uFEFFPUMP-1\u00A0\u2028", "PUMP-1"],
    ["Seal  10 mm ", "Seal  10 mm"],
    ["\u3000Ärmel\u3000\u3000lang", "Ärmel\u3000\u3000lang"],
    [" ", ""],
  ])("%j is %j", (sent, name) => {
    expect(nameBytes(50).parse(sent)).toBe(name);
    expect(nameChars(50).parse(sent)).toBe(name);
  });

  test.each([
    ["PUMP\u200B-1", "U+200B"],
    ["\u00ADPUMP", "U+00AD"],
    ["PUMP-1\u0000", "U+0000"],
    ["PUMP\t1", "U+0009"],
    ["PUMP\u007F1", "U+007F"],
    ["PUMP\u2028\u20291", "U+2028"],
    ["PUMP\u{E0041}", "U+E0041"],
    [" \u202EPUMP ", "U+202E"],
  ])("%j is refused by its code point", (sent, codePoint) => {
    const sentence = [`Contains the invisible character ${codePoint}.`];
    expect(said(nameBytes(50), sent)).toEqual(sentence);
    expect(said(filledChars(50), sent)).toEqual(sentence);
    expect(said(nameStart(50), sent)).toEqual(sentence);
    expect(textBytes(50).parse(sent)).toBe(sent);
    expect(textChars(50).parse(sent)).toBe(sent);
  });

  test("its limit is that of the text without the white space around it", () => {
    expect(nameBytes(4).parse("  éé\r\n")).toBe("éé");
    expect(said(nameBytes(4), " ééa ")).toEqual(["At most 4 bytes in UTF-8."]);
    expect(nameChars(2).parse("\t😀😀\t")).toBe("😀😀");
    expect(said(nameChars(2), " abc ")).toEqual(["At most 2 characters."]);
    expect(said(nameChars(2), "abc")).toEqual(["At most 2 characters."]);
  });

  test("white space alone is no name", () => {
    for (const sent of ["", " ", "\u00A0\r\n"]) {
      expect(said(filledBytes(4), sent)).toEqual(["Must not be empty."]);
      expect(said(filledChars(4), sent)).toEqual(["Must not be empty."]);
      expect(said(filled(nameBytes(4)), sent)).toEqual(["Must not be empty."]);
    }
  });

  test("the beginning of names keeps the white space at its end, which is inside of them", () => {
    expect(nameStart(9).parse("\t PUMP ")).toBe("PUMP ");
  });

  test("a version of a BoM is one", () => {
    expect(bomVersion().parse(" 1.10\r\n")).toEqual({ major: 1, minor: 10 });
    expect(said(bomVersion(), "1.\u200B1")).toEqual(["Contains the invisible character U+200B."]);
    expect(said(bomVersion(), "1 .1")).toEqual([
      'A version such as "1.0", or {"major": 1, "minor": 0}.',
    ]);
  });
});

describe("times are RFC 3339, parsed to milliseconds", () => {
  test.each([
    ["2026-01-31T08:00:00Z", "2026-01-31T08:00:00.000Z"],
    ["2026-01-31T08:00:00.25+01:00", "2026-01-31T07:00:00.250Z"],
    ["2026-01-31t08:00:00z", "2026-01-31T08:00:00.000Z"],
  ])("%s is %s", (value, expected) => {
    expect(new Date(instant().parse(value)).toISOString()).toBe(expected);
  });

  /** A calendar whose days begin 8 hours after those of UTC, and end one second early. */
  const calendar = {
    startOf: (day: number) => day * 86_400_000 + 28_800_000,
    endOf: (day: number) => (day + 1) * 86_400_000 + 28_800_000 - 1000,
    now: () => Date.parse("2024-03-02T12:00:00Z"),
  };

  test.each([
    ["a beginning", instant, "2024-02-29", "2024-02-29T08:00:00.000Z"],
    ["an expiry", lastInstant, "2024-02-29", "2024-03-01T07:59:59.000Z"],
    ["the end of a range", exclusiveEnd, "2024-02-29", "2024-03-01T07:59:59.001Z"],
    ["a time in the past", happening, "2024-02-29", "2024-03-01T07:59:59.000Z"],
    ["a time of today", happening, "2024-03-02", "2024-03-02T12:00:00.000Z"],
    ["a time in the future", happening, "2024-03-03", "2024-03-03T08:00:00.000Z"],
    ["an expiry that is never", lastInstant, "9999-12-31", "9999-12-31T23:59:59.999Z"],
  ])("a date without a time, as %s, is a day of the calendar", (_, schema, value, expected) => {
    const { data } = parseWith(schema(), value, calendar);
    expect(new Date(data!).toISOString()).toBe(expected);
  });

  test("a time with its offset is no day of a calendar", () => {
    for (const schema of [instant(), lastInstant(), exclusiveEnd()]) {
      const { data } = parseWith(schema, "2026-01-31T00:00:00+01:00", calendar);
      expect(new Date(data!).toISOString()).toBe("2026-01-30T23:00:00.000Z");
    }
  });

  test("each calendar is that of its own value only", () => {
    const other = { ...calendar, startOf: (day: number) => day };
    expect(parseWith(instant(), "1970-01-02", other).data).toBe(1);
    expect(parseWith(instant(), "1970-01-02", calendar).data).toBe(115_200_000);
    expect(() => instant().safeParse("1970-01-02")).toThrow("parseWith");
    const failing = () => {
      throw new Error("No such zone");
    };
    expect(() => parseWith(instant(), "1970-01-02", { ...other, startOf: failing })).toThrow(
      "No such",
    );
    expect(() => instant().safeParse("1970-01-02")).toThrow("parseWith");
  });

  test("a nonexistent day, a time without offset and another format are refused", () => {
    expectRefused(instant(), [
      "2026-02-29",
      "2026-13-01",
      "2026-01-31T25:00:00Z",
      "2026-01-31T08:00:00",
      "2026-01-31T08:00",
      "31.01.2026",
      "9999-12-31T23:59:59-00:01",
      "0000-01-01T00:00:00+00:01",
      "",
      1_700_000_000,
    ]);
  });
});
