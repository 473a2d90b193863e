import { canonicalSpelling } from "@asbuilt/http";
import { z } from "zod";
import { undefused } from "./defusing.ts";
import type { ImportRoute } from "./files.ts";
import { type DecimalMark, readNumber } from "./numbers.ts";

/** A field of a request's body. */
export interface BodyField {
  /** The name as the contract spells it. */
  readonly name: string;
  /** Its JSON types. Those of a time are `string` and `date-time`. */
  readonly types: ReadonlySet<string>;
}

/** Returns the fields of a route's body, by the folded spelling of their names. */
export function bodyFields({ request }: ImportRoute): Map<string, BodyField> {
  const fields = new Map<string, { name: string; types: Set<string> }>();
  const schema = request.body.content["application/json"].schema;
  const document = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  for (const option of schemaOptions(document, document)) {
    for (const [name, field] of Object.entries(option.properties ?? {})) {
      const known = fields.get(canonicalSpelling(name)) ?? { name, types: new Set<string>() };
      fields.set(canonicalSpelling(name), known);
      // A schema can be a mere true or false, which has no type.
      if (typeof field === "boolean") continue;
      for (const { type, format } of schemaOptions(field, document)) {
        for (const named of [type ?? [], format === "date-time" ? format : []].flat()) {
          known.types.add(named);
        }
      }
    }
  }
  return fields;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Returns the options of a schema's union, or the schema itself. */
function schemaOptions(schema: JsonSchema, document: JsonSchema): JsonSchema[] {
  if (schema.$ref) {
    const found = document.$defs?.[schema.$ref.split("/").at(-1)!];
    return found ? schemaOptions(found, document) : [];
  }
  const union = schema.anyOf ?? schema.oneOf;
  return union ? union.flatMap((option) => schemaOptions(option, document)) : [schema];
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
