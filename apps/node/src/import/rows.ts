import { isUtf8 } from "node:buffer";
import { canonicalSpelling } from "@asbuilt/http";
import { z } from "zod";
import { csvRecords } from "./csv.ts";
import type { ImportFile, ImportRoute } from "./files.ts";

/** A row of a file: the request to send, or why there is none. */
export type ImportRow = {
  /** The line of the file on which the row starts, from 1. */
  readonly line: number;
} & (
  | {
      /** The JSON text of the request's body. */
      readonly body: string;
    }
  | { readonly error: string }
);

/**
 * Returns the request bodies of a file, in order: the data rows of a CSV file, or the lines of an
 * NDJSON file, which are sent unchanged. An empty cell is not sent. Another cell is converted to
 * the type of its field in the route; if that fails it stays text, which the service refuses.
 */
export function readImportRows({ name, bytes, route }: ImportFile): ImportRow[] {
  const text = new TextDecoder().decode(bytes);
  const rows = name.endsWith(".csv") ? readCsv(text, route) : readNdjson(text);
  if (isUtf8(bytes)) return rows;
  // The decoder replaces bytes that it can't read with this character.
  return rows.map((row) =>
    "body" in row && row.body.includes("\uFFFD")
      ? { line: row.line, error: "The row is not UTF-8." }
      : row,
  );
}

const readNdjson = (text: string): ImportRow[] =>
  text.split("\n").flatMap((source, index) => {
    const body = source.trim();
    return body === "" ? [] : [{ line: index + 1, body }];
  });

function readCsv(text: string, route: ImportRoute): ImportRow[] {
  const [header, ...records] = csvRecords(text);
  if (!header) return [];
  if ("error" in header) return [header];
  const twice = header.cells.find((name, index) => header.cells.indexOf(name) < index);
  if (twice !== undefined) {
    return [{ line: header.line, error: `The column ${twice} occurs twice.` }];
  }
  const types = fieldTypes(route);
  const columns = header.cells.map((name) => ({ name, types: types.get(canonicalSpelling(name)) }));
  return records.map((record) => {
    if ("error" in record) return record;
    const { line, cells } = record;
    if (cells.length !== columns.length) {
      return { line, error: `The row has ${cells.length} cells, not ${columns.length}.` };
    }
    const fields = columns.flatMap(({ name, types: own }, index) => {
      const cell = cells[index]!;
      return cell === "" ? [] : [`${JSON.stringify(name)}:${cellAsJson(cell, own)}`];
    });
    return { line, body: `{${fields.join(",")}}` };
  });
}

type JsonTypes = ReadonlySet<string>;

/** Returns the JSON types of a body's fields, by the folded spelling of their names. */
function fieldTypes({ request }: ImportRoute): Map<string, JsonTypes> {
  const types = new Map<string, Set<string>>();
  const schema = request.body.content["application/json"].schema;
  const document = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  for (const option of schemaOptions(document, document)) {
    for (const [name, field] of Object.entries(option.properties ?? {})) {
      const known = types.get(canonicalSpelling(name)) ?? new Set<string>();
      types.set(canonicalSpelling(name), known);
      // A schema can be a mere true or false, which has no type.
      if (typeof field === "boolean") continue;
      const named = schemaOptions(field, document).flatMap(({ type }) => type ?? []);
      for (const type of named) known.add(type);
    }
  }
  return types;
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

/** Returns a cell as JSON of its field's type, or as text if it can't be converted. */
function cellAsJson(cell: string, types: JsonTypes | undefined): string {
  const text = JSON.stringify(cell);
  if (!types || types.has("string")) return text;
  if (types.has("boolean") && /^(?:true|false)$/i.test(cell)) return cell.toLowerCase();
  if (types.has("number") || types.has("integer")) return jsonNumber(cell) ?? text;
  return (types.has("array") || types.has("object")) && isJson(cell) ? cell : text;
}

/** Returns a number in JSON's spelling: `+007.` is `7`. */
function jsonNumber(cell: string): string | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(e[+-]?\d+)?$/i.exec(cell.trim());
  const [, sign, digits = "", fraction, exponent = ""] = match ?? [];
  if (!digits && !fraction) return undefined;
  // Leading zeros in the pattern above would take quadratic time.
  const whole = digits.replace(/^0+/, "");
  return `${sign === "-" ? "-" : ""}${whole || "0"}${fraction ? `.${fraction}` : ""}${exponent}`;
}

/** Returns whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
