import { undefused } from "./defusing.ts";
import type { BodyField } from "./fields.ts";
import { type DecimalMark, readNumber } from "./numbers.ts";

const isText = (field: BodyField | undefined) => field === undefined || field.types.has("string");

/** Returns whether the cells of a field are numbers. */
export const isNumeric = (field: BodyField | undefined): boolean =>
  !isText(field) && (field!.types.has("number") || field!.types.has("integer"));

/** The words for true and false: those of JSON, of spreadsheets in several languages, and 1 and 0. */
const words = new Map([
  ...["true", "wahr", "vrai", "vero", "verdadero", "verdadeiro", "waar", "prawda", "yes", "1"].map(
    (word) => [word, "true"] as const,
  ),
  ...["false", "falsch", "faux", "falso", "onwaar", "fałsz", "no", "0"].map(
    (word) => [word, "false"] as const,
  ),
]);

/**
 * Returns a cell as JSON of its field's type, or as text if it can't be converted. Throws an
 * AmbiguousNumber.
 */
export function cellAsJson(
  cell: string,
  field: BodyField | undefined,
  mark: DecimalMark | undefined,
): string {
  if (field === undefined) return JSON.stringify(cell);
  const { types } = field;
  if (types.has("date-time") && types.has("null") && cell === "null") return cell;
  const text = JSON.stringify(isText(field) ? undefused(cell) : cell);
  if (isText(field)) return text;
  const word = types.has("boolean") ? words.get(cell.trim().toLowerCase()) : undefined;
  if (word !== undefined) return word;
  if (isNumeric(field)) return numberAsJson(cell, mark) ?? text;
  return (types.has("array") || types.has("object")) && isJson(cell) ? cell : text;
}

/** A number whose mark can separate its decimals or its thousands. */
export class AmbiguousNumber extends Error {}

function numberAsJson(cell: string, mark: DecimalMark | undefined): string | undefined {
  const reading = readNumber(cell);
  if (reading === undefined || "json" in reading) return reading?.json;
  const { asDecimal, asThousands } = reading;
  if (reading.mark === mark) return asDecimal;
  throw new AmbiguousNumber(
    `${cell.trim()} can be ${asDecimal} or ${asThousands}: write ${asDecimal}0 or ${asThousands}`,
  );
}

/** Returns whether a spreadsheet has replaced a long number by one such as 8.93901E+18. */
export const isShortened = (cell: string, field: BodyField | undefined): boolean =>
  field !== undefined && isText(field) && /^\d(?:[.,]\d+)?E\+\d\d+$/.test(cell);

/** Returns whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
