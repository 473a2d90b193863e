/** Quantities have at most six decimals. They are computed as integers of millionths. */
const decimalsMax = 6;

/** Why a text is no number that can be sent. */
export type DecimalFault = "not_a_number" | "ambiguous" | "too_many_decimals";

export type ParsedDecimal =
  | { readonly value: number; readonly fault?: undefined }
  | { readonly value?: undefined; readonly fault: DecimalFault };

/** The signs that a language writes numbers with. */
export interface NumberSigns {
  readonly decimal: string;
  readonly group: string;
}

export function numberSigns(locale: string): NumberSigns {
  const parts = new Intl.NumberFormat(locale, { useGrouping: "always" }).formatToParts(12345.6);
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return { decimal: sign("decimal"), group: sign("group") };
}

/**
 * Reads a decimal as a person types it. Groups of digits must be whole. `1.234` in a language that
 * groups with a point is refused as ambiguous: a person may have meant a little more than one.
 */
export function parseDecimal(text: string, { decimal, group }: NumberSigns): ParsedDecimal {
  const compact = text.trim().replaceAll(/[\s\u00A0\u202F'’]/g, "");
  const [whole = "", fraction, ...more] = compact.split(decimal);
  const digits = wholeDigits(whole, group);
  if (digits === undefined || more.length > 0 || !/^\d*$/.test(fraction ?? "")) {
    return { fault: "not_a_number" };
  }
  if (!/\d/.test(digits + (fraction ?? ""))) return { fault: "not_a_number" };
  const isGroupedOnce = /^-?\d{1,3}[.,]\d{3}$/.test(compact);
  if (isGroupedOnce && fraction === undefined) return { fault: "ambiguous" };
  const places = (fraction ?? "").replace(/0+$/, "");
  if (places.length > decimalsMax) return { fault: "too_many_decimals" };
  return { value: Number(`${digits || "0"}.${places || "0"}`) };
}

/** Returns the digits of the part before the decimal sign; undefined if a group is not whole. */
function wholeDigits(whole: string, group: string): string | undefined {
  const isPlain = /^-?\d*$/.test(whole);
  if (isPlain) return whole;
  // White space and apostrophes between digits were removed before.
  if (group !== "." && group !== ",") return undefined;
  const [first = "", ...groups] = whole.split(group);
  const isGrouped = /^-?\d{1,3}$/.test(first) && groups.every((part) => /^\d{3}$/.test(part));
  return isGrouped ? first + groups.join("") : undefined;
}

/** Returns the sum of two quantities, exact to the last decimal. */
export const addExact = (a: number, b: number): number => (toMillionths(a) + toMillionths(b)) / 1e6;

const toMillionths = (value: number): number => Math.round(value * 1e6);

/** Writes a number as the language does, with all of its decimals. */
export function formatDecimal(value: number, locale: string): string {
  const format =
    formats.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: decimalsMax });
  formats.set(locale, format);
  return format.format(value);
}

// To make a format takes longer than to use it, and a printed record has ten thousand quantities.
const formats = new Map<string, Intl.NumberFormat>();

/** Writes a decimal as a person types it: without signs between groups of digits. */
export const typedDecimal = (value: number, locale: string): string =>
  formatDecimal(value, locale).replaceAll(numberSigns(locale).group, "");
