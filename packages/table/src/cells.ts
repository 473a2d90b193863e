import { undefused } from "./defusing.ts";
import { type DecimalMark, readNumber } from "./numbers.ts";

/** A field of a request's body. */
export interface BodyField {
  /** The name as the contract spells it. */
  readonly name: string;
  /** Its JSON types. Those of a time are `string` and `date-time`. */
  readonly types: ReadonlySet<string>;
}

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
  if (types.has("date-time") && dottedDay.test(cell.trim())) return JSON.stringify(isoDay(cell));
  const text = JSON.stringify(isText(field) ? undefused(cell) : cell);
  if (isText(field)) return text;
  const word = types.has("boolean") ? words.get(cell.trim().toLowerCase()) : undefined;
  if (word !== undefined) return word;
  if (isNumeric(field)) return numberAsJson(cell, mark) ?? text;
  return (types.has("array") || types.has("object")) && isJson(cell) ? cell : text;
}

/** A day as spreadsheets write it in many languages: with points, its order is always the same. */
const dottedDay = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

function isoDay(cell: string): string {
  const [, day = "", month = "", year = ""] = dottedDay.exec(cell.trim()) ?? [];
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** A number whose mark can separate its decimals or its thousands. */
export class AmbiguousNumber extends Error {
  readonly asDecimal: string;
  readonly asThousands: string;

  constructor(asDecimal: string, asThousands: string) {
    super(`The number is ${asDecimal} or ${asThousands}.`);
    this.asDecimal = asDecimal;
    this.asThousands = asThousands;
  }
}

function numberAsJson(cell: string, mark: DecimalMark | undefined): string | undefined {
  const reading = readNumber(cell);
  if (reading === undefined || "json" in reading) return reading?.json;
  const { asDecimal, asThousands } = reading;
  if (reading.mark === mark) return asDecimal;
  throw new AmbiguousNumber(asDecimal, asThousands);
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
