import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { understandCode } from "../../src/scan/code.ts";

const gtin = "09521234543213";
// The example of GS1.
const sscc = "106141412345678908";

/** Returns the elements of a code, each as `(ai)value`. */
const elementsOf = async (code: string) => {
  const { elements } = await understandCode(code);
  return elements.map(({ ai, value }) => `(${ai})${value}`).join("");
};

test.for<[sent: string, code: string, symbologyId: string | null, texts: string[]]>([
  ["PUMP-1", "PUMP-1", null, ["pump-1"]],
  [" ]C0PUMP-1\r\n", "PUMP-1", "]C0", ["pump-1", "]c0pump-1"]],
  ["]C0 PUMP-1", "PUMP-1", "]C0", ["pump-1", "]c0 pump-1"]],
  ["]C0", "", "]C0", ["]c0"]],
  ["]-1", "]-1", null, ["]-1"]],
  ["A\u001dB\u0000C\u200B", "ABC", null, ["abc"]],
  ["STRASSE 1 Ä", "STRASSE 1 Ä", null, ["strasse 1 ä"]],
])("%j is looked up as %j", async ([sent, code, symbologyId, texts]) => {
  expect(await understandCode(sent)).toMatchObject({ code, symbologyId, texts });
});

test.for<[what: string, code: string, elements: string]>([
  ["an AIM identifier", `]C101${gtin}21S-1`, `(01)${gtin}(21)S-1`],
  ["one of Data Matrix", `]d201${gtin}10L\u001d21S`, `(01)${gtin}(10)L(21)S`],
  ["one of DotCode", "]J121S", "(21)S"],
  ["a separator at the beginning", `]Q3\u001d01${gtin}`, `(01)${gtin}`],
  ["a separator inside", "10L\u001d21S", "(10)L(21)S"],
  ["a separator at the end", "]C110L\u001d", "(10)L"],
  ["parentheses", `(01)${gtin}(10)L(2)(21)S`, `(01)${gtin}(10)L(2)(21)S`],
  ["parentheses and no GTIN", "(10)L", "(10)L"],
  ["parentheses and spaces", `(01)${gtin} (21) S `, `(01)${gtin}(21) S`],
  ["parentheses after an AIM identifier", `]C1(10)L`, "(10)L"],
  ["a correct GTIN", `01${gtin}21S`, `(01)${gtin}(21)S`],
  ["a correct SSCC", `00${sscc}`, `(00)${sscc}`],
])("a code with %s is one of GS1", async ([, code, elements]) => {
  expect(await understandCode(code)).toMatchObject({ isGs1: true, fault: null });
  expect(await elementsOf(code)).toBe(elements);
});

test.for<[what: string, code: string]>([
  ["a number that begins as an identifier does", "101234"],
  ["a wrong GTIN", "0109521234543214"],
  ["a GTIN and a rest that is no element", `01${gtin}XYZ`],
  ["the AIM identifier of another symbology", `]C001${gtin}21S`],
  ["a word", "PUMP-1"],
])("a code of %s is none of GS1", async ([, code]) => {
  expect(await understandCode(code)).toMatchObject({ isGs1: false, fault: null, elements: [] });
});

test.for<[code: string, gtins: string[]]>([
  ["96385074", ["00000096385074"]],
  ["012345678905", ["00012345678905"]],
  ["]E04006381333931", ["04006381333931"]],
  [gtin, [gtin]],
  ["4006381333932", []],
  [sscc, []],
  [`]d201${gtin}`, [gtin]],
  [`]d202${gtin}3710`, [gtin]],
])("%s names the GTINs %j", async ([code, gtins]) => {
  expect((await understandCode(code)).gtins).toEqual(gtins);
});

test.for<[code: string, fault: string]>([
  ["0109521234543214", "The check digit of (01) should be 3."],
  ["00106141412345678907", "The check digit of (00) should be 8."],
  ["01ABCDEFGHIJKLMN", "(01) should have only digits."],
  [`21${"x".repeat(21)}`, "(21) has more than 20 characters. A separator can be missing."],
  ["21\u001d10L", "(21) is empty."],
  ["010952123454321", "This is no GS1 element string: truncated fixed length element."],
  ["8999", "This is no GS1 element string: invalid AI after '8'."],
])("the fault of ]C1%s is named", async ([code, fault]) => {
  expect(await understandCode(`]C1${code}`)).toMatchObject({ isGs1: true, fault });
});

test("a serial of 20 characters has no fault", async () => {
  expect((await understandCode(`]C121${"x".repeat(20)}`)).fault).toBeNull();
});

describe("in the year 2026", () => {
  test.for<[element: string, date: string | null]>([
    ["17270131", "2027-01-31"],
    ["17270200", "2027-02-28"],
    ["17280200", "2028-02-29"],
    ["11761231", "2076-12-31"],
    ["11770101", "1977-01-01"],
    ["17271301", null],
    ["17270015", null],
    ["17270230", null],
    ["172A0630", null],
    ["17 7 6 1", null],
    ["725019850630", "1985-06-30"],
    ["7251198506301435", "1985-06-30"],
    ["10270131", null],
  ])("the element %s means the day %s", async ([element, date]) => {
    vi.useFakeTimers({ now: Date.parse("2026-11-27T00:00:00Z"), toFake: ["Date"] });
    try {
      const { elements, fault } = await understandCode(`]C1${element}`);
      expect(elements).toMatchObject([{ date }]);
      expect(fault).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
});

test("any text is understood, of any length", async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "]C1",
      "]d2",
      "(01)",
      "(21)",
      "01",
      "10",
      "21",
      "\u001d",
      "\u001e",
      "9".repeat(14),
    ),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const codes = fc.array(piece, { maxLength: 100 }).map((pieces) => pieces.join(""));
  await fc.assert(
    fc.asyncProperty(codes, async (code) => {
      const { isGs1, fault, elements, texts } = await understandCode(code);
      expect(isGs1 || (fault === null && elements.length === 0)).toBe(true);
      expect(texts.every((text) => text !== "" && !text.includes("\u001d"))).toBe(true);
    }),
    { numRuns: 200 },
  );
});
