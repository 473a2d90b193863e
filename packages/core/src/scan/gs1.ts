import { checkDigitOf, hasCheckDigit } from "../values/gtin.ts";

/** An element of a GS1 code. */
export interface Gs1Element {
  /** Its application identifier. */
  readonly ai: string;
  readonly title: string;
  readonly value: string;
  /** The day that the value means: `YYYY-MM-DD`. */
  readonly date: string | null;
  /** The rule of GS1 that the value breaks. */
  readonly fault: string | null;
}

/** The elements of a code, and why they can't be used. */
interface Gs1Reading {
  readonly elements: readonly Gs1Element[];
  readonly fault: string | null;
}

/** The separator of elements. */
export const separator = "\u001d";

/** Reads a GS1 element string, with group separators or with identifiers in parentheses. */
export async function readElements(data: string): Promise<Gs1Reading> {
  // Few requests are scans, so a process loads the parser for the first one.
  const { parseBarcode } = await import("gs1-barcode-parser-mod");
  // Printed codes have spaces, and some scanners send a separator at the beginning.
  let text = data.replaceAll(/\s+(?=\(\d{2,4}\))/g, "");
  while (text.startsWith(separator)) text = text.slice(1);
  try {
    const elements = parseBarcode(text).parsedCodeItems.map((item): Gs1Element => {
      const { ai, dataTitle: title, raw: value } = item;
      return { ai, title, value, date: dateIn(item), fault: faultOf(ai, value) };
    });
    return { elements, fault: elements.find(({ fault }) => fault !== null)?.fault ?? null };
  } catch (error) {
    // The parser throws texts.
    return { elements: [], fault: `This is no GS1 element string: ${String(error)}.` };
  }
}

/** Returns the day of a date. The parser takes month 13 for January, and 30 February for March. */
function dateIn({ raw, isoDate }: { readonly raw: string; readonly isoDate: string }) {
  const isDay = isoDate !== "" && /^\d+$/.test(raw);
  // Only dates of six digits have no check.
  const isSame = raw.length > 6 || isoDate.slice(5, 7) === raw.slice(2, 4);
  return isDay && isSame ? isoDate.slice(0, 10) : null;
}

const withCheckDigit: ReadonlySet<string> = new Set(["00", "01", "02"]);
const upTo20Characters: ReadonlySet<string> = new Set(["10", "21"]);

/** Returns the rule that a value breaks, of those elements that records are looked up by. */
function faultOf(ai: string, value: string): string | null {
  if (withCheckDigit.has(ai) && !/^\d+$/.test(value)) return `(${ai}) should have only digits.`;
  if (withCheckDigit.has(ai) && !hasCheckDigit(value)) {
    return `The check digit of (${ai}) should be ${checkDigitOf(value)}.`;
  }
  if (!upTo20Characters.has(ai)) return null;
  if (value === "") return `(${ai}) is empty.`;
  if (value.length <= 20) return null;
  return `(${ai}) has more than 20 characters. A separator can be missing.`;
}
