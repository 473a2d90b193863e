const weighted = (digits: string): number =>
  Array.from(digits.slice(0, -1))
    .toReversed()
    .reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);

/** Returns the check digit that GS1 requires at the end of these digits, instead of the last one. */
export const checkDigitOf = (digits: string): string => String((10 - (weighted(digits) % 10)) % 10);

/** Whether a text of digits ends with the check digit that GS1 requires. */
export const hasCheckDigit = (digits: string): boolean =>
  /^\d+$/.test(digits) && digits.endsWith(checkDigitOf(digits));

/** Pads a GTIN of 8, 12 or 13 digits to 14; returns undefined if its check digit is wrong. */
export function gtin14(text: string): string | undefined {
  const digits = text.trim();
  const isGtin = /^(?:\d{8}|\d{12,14})$/.test(digits) && hasCheckDigit(digits);
  return isGtin ? digits.padStart(14, "0") : undefined;
}

/** Returns the spellings of a GTIN of 14 digits: those of 8, 12 and 13 digits lack its zeros. */
export const spellingsOfGtin = (gtin: string): string[] =>
  [0, 1, 2, 6]
    .filter((zeros) => gtin.startsWith("0".repeat(zeros)))
    .map((zeros) => gtin.slice(zeros));
