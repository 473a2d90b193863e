import { expect, test } from "vitest";
import { checkDigitOf, gtin14, hasCheckDigit, spellingsOfGtin } from "../../src/values/gtin.ts";

test.for([
  ["96385074", "00000096385074"],
  ["012345678905", "00012345678905"],
  [" 4006381333931 ", "04006381333931"],
  ["00000000000000", "00000000000000"],
  ["09521234543213", "09521234543213"],
  ["09521234543214", undefined],
  ["963850740", undefined],
  ["9638507A", undefined],
  ["", undefined],
] as const)("the GTIN %j has the 14 digits %s", ([text, expected]) => {
  expect(gtin14(text)).toBe(expected);
});

test.for([
  ["00000096385074", ["00000096385074", "0000096385074", "000096385074", "96385074"]],
  ["00012345678905", ["00012345678905", "0012345678905", "012345678905"]],
  ["04006381333931", ["04006381333931", "4006381333931"]],
  ["19521234543210", ["19521234543210"]],
] as const)("the GTIN %s can be stored in the spellings %j", ([gtin, expected]) => {
  expect(spellingsOfGtin(gtin)).toEqual(expected);
});

test.for([
  ["106141412345678908", "8"],
  ["106141412345678901", "8"],
  ["0000000000000X", "0"],
] as const)("the check digit of %s should be %s", ([digits, expected]) => {
  expect(checkDigitOf(digits)).toBe(expected);
  expect(hasCheckDigit(digits)).toBe(digits.endsWith(expected));
});
