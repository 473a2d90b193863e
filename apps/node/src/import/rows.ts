import { isUtf8 } from "node:buffer";
import { canonicalSpelling } from "@asbuilt/http";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { isJson } from "./is-json.ts";
import type { ImportFile, ImportRoute } from "./files.ts";

/** One request to send, or why there is none: a row of a file. */
export type ImportRow = {
  /** The line of the file on which it starts, from 1. */
  readonly line: number;
} & (
  | {
      /** The JSON text of the request's body. */
      readonly body: string;
    }
  | { readonly error: string }
);

/**
 * The request bodies of a file, in order: each data row of a CSV file, each line of an NDJSON
 * file, which is sent as it stands. An empty cell is a field that is not sent; another takes the
 * type that the route gives its field, and stays text where it is none of that type, for the
 * service to refuse.
 */
export function readRows({ name, bytes, route }: ImportFile): ImportRow[] {
  const text = new TextDecoder().decode(bytes);
  const rows = name.endsWith(".csv") ? readCsv(text, route) : readNdjson(text);
  if (isUtf8(bytes)) return rows;
  // The decoder has put this character in the place of what it could not read.
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
    return [{ line: header.line, error: `The column ${twice} is there twice.` }];
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
      return cell === "" ? [] : [`${JSON.stringify(name)}:${asJson(cell, own)}`];
    });
    return { line, body: `{${fields.join(",")}}` };
  });
}

type CsvRecord = { readonly line: number } & (
  | { readonly cells: readonly string[] }
  | { readonly error: string }
);

const lineEnd = /\r\n|[\r\n]/;

/** A cell as it stands, and what ends it. A quote is of the text unless the cell begins with it. */
const cellSource = /((?:"[^"]*(?:""[^"]*)*(?:"|$))?[^,\r\n]*)(,|\r\n|[\r\n]|$)/gy;

/** The records of a CSV file, each read alone: what is wrong with one does not harm the next. */
function csvRecords(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let line = 1;
  let source = "";
  for (const [, cell, end] of text.matchAll(cellSource)) {
    source += cell;
    if (end === ",") {
      source += end;
      continue;
    }
    const last = line + source.trimEnd().split(lineEnd).length - 1;
    records.push(...csvRecord(line, last, source));
    line = last + 1;
    source = "";
  }
  return records;
}

/** One record; none where the line is blank or has but empty cells, as spreadsheets leave them. */
function csvRecord(line: number, last: number, source: string): CsvRecord[] {
  try {
    const records = parse(source, {
      relaxColumnCount: true,
      recordDelimiter: ["\r\n", "\n", "\r"],
    });
    return records.flatMap((cells) => (cells.some((cell) => cell !== "") ? { line, cells } : []));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/ at line .*/s, "") : "";
    const row = last > line ? `The row, which ends in line ${last},` : "The row";
    return [{ line, error: `${row} is not CSV. ${reason}.` }];
  }
}

type Types = ReadonlySet<string>;

/** The JSON types of a body's fields, by the folded spelling of their names. */
function fieldTypes({ request }: ImportRoute): Map<string, Types> {
  const types = new Map<string, Set<string>>();
  const schema = request.body.content["application/json"].schema;
  const document = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  for (const option of options(document, document)) {
    for (const [name, field] of Object.entries(option.properties ?? {})) {
      const known = types.get(canonicalSpelling(name)) ?? new Set<string>();
      types.set(canonicalSpelling(name), known);
      // A schema may be a mere true or false, which says nothing of types.
      if (typeof field === "boolean") continue;
      const named = options(field, document).flatMap(({ type }) => type ?? []);
      for (const type of named) known.add(type);
    }
  }
  return types;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What a schema comes down to: itself, or the options of its union. */
function options(schema: JsonSchema, document: JsonSchema): JsonSchema[] {
  if (schema.$ref) {
    const found = document.$defs?.[schema.$ref.split("/").at(-1)!];
    return found ? options(found, document) : [];
  }
  const union = schema.anyOf ?? schema.oneOf;
  return union ? union.flatMap((option) => options(option, document)) : [schema];
}

/** A cell as JSON of its field's type, or as text where it can't be that. */
function asJson(cell: string, types: Types | undefined): string {
  const text = JSON.stringify(cell);
  if (!types || types.has("string")) return text;
  if (types.has("boolean") && /^(?:true|false)$/i.test(cell)) return cell.toLowerCase();
  if (types.has("number") || types.has("integer")) return jsonNumber(cell) ?? text;
  return (types.has("array") || types.has("object")) && isJson(cell) ? cell : text;
}

/** The same digits as JSON spells them: `+007.` is `7`. */
function jsonNumber(cell: string): string | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(e[+-]?\d+)?$/i.exec(cell.trim());
  const [, sign, digits = "", fraction, exponent = ""] = match ?? [];
  if (!digits && !fraction) return undefined;
  // In the pattern above, zeros before digits would take quadratic time.
  const whole = digits.replace(/^0+/, "");
  return `${sign === "-" ? "-" : ""}${whole || "0"}${fraction ? `.${fraction}` : ""}${exponent}`;
}
