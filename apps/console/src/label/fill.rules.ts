/** The values of a label's placeholders. An empty text is a value that the record does not have. */
export type LabelValues = Readonly<Record<string, string>>;

const placeholder = /\{(\w+)\}/g;

/** Fills in the placeholders of a text. */
export const filled = (text: string, values: LabelValues): string =>
  text.replaceAll(placeholder, (_, name: string) => values[name] ?? "");

/**
 * Returns a line of text, or undefined for one whose placeholders are all empty: "Use by" without a
 * date says something wrong.
 */
export function filledLine(text: string, values: LabelValues): string | undefined {
  const names = [...text.matchAll(placeholder)].map(([, name = ""]) => name);
  const isEmpty = names.length > 0 && names.every((name) => (values[name] ?? "") === "");
  return isEmpty ? undefined : filled(text, values);
}

/** An element of a GS1 text: its identifier in parentheses, and its value. */
const gs1Element = /\((\d{2,4})\)((?:(?!\(\d{2,4}\)).)*)/gs;

/**
 * Returns the text of a symbol. A GS1 element whose value is empty is left out, and a GTIN-01 has
 * the 14 digits that the element needs.
 */
export function filledCode(text: string, values: LabelValues, isGs1: boolean): string {
  if (!isGs1) return filled(text, values);
  return text.replaceAll(gs1Element, (_, ai: string, value: string) => {
    const content = filled(value, values);
    const padded = ai === "01" && /^\d{8,13}$/.test(content) ? content.padStart(14, "0") : content;
    return padded === "" ? "" : `(${ai})${padded}`;
  });
}
