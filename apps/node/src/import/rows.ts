import { foldedSpelling } from "@asbuilt/http";
import { parse } from "csv-parse/sync";
import { z } from "zod";

/** One request to send, or why there is none: a row of a file. */
export type ImportRow = {
  /** The line of the file on which it starts, from 1. */
  readonly line: number;
} & ({ readonly body: Readonly<Record<string, unknown>> } | { readonly error: string });

/** What a route says of its body. */
interface Receiving {
  readonly request?: {
    readonly body?: { readonly content: Readonly<Record<string, { schema: unknown } | undefined>> };
  };
}

/**
 * The request bodies of a file, in order: each data row of a CSV file, each line of an NDJSON
 * file. An empty cell is a field that is not sent; another takes the type that the route gives its
 * field, and stays text where it is none of that type, for the service to refuse.
 */
export function readRows(fileName: string, text: string, route: Receiving): ImportRow[] {
  const plain = text.replace(/^\uFEFF/, "");
  return fileName.endsWith(".csv") ? readCsv(plain, route) : readNdjson(plain);
}

function readNdjson(text: string): ImportRow[] {
  return text.split(/\r?\n/).flatMap((source, index) => {
    if (source.trim() === "") return [];
    const line = index + 1;
    const body = parsed(source);
    return isObject(body) ? { line, body } : { line, error: "The line is not one JSON object." };
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readCsv(text: string, route: Receiving): ImportRow[] {
  const rows: ImportRow[] = [];
  // The types of csv-parse know no options that change what a record is.
  const [header, ...records] = parse(text, {
    info: true,
    skipEmptyLines: true,
    skipRecordsWithError: true,
    onSkip: (error) => {
      rows.push({ line: Number(error?.["lines"]), error: error?.message ?? "Not CSV." });
      return undefined;
    },
  }) as unknown as { record: string[]; info: { lines: number } }[];
  if (!header) return rows;
  const types = fieldTypes(route);
  const columns = header.record.map((name) => ({ name, types: types.get(foldedSpelling(name)) }));
  for (const { record, info } of records) {
    const body: Record<string, unknown> = {};
    for (const [index, { name, types: own }] of columns.entries()) {
      const cell = record[index]!;
      if (cell !== "") body[name] = typed(cell, own);
    }
    // The parser counts to the line on which a record ends.
    rows.push({ line: info.lines - record.join("").split("\n").length + 1, body });
  }
  return rows.toSorted((left, right) => left.line - right.line);
}

type Types = ReadonlySet<string>;

/** The JSON types of a body's fields, by the folded spelling of their names. */
function fieldTypes({ request }: Receiving): Map<string, Types> {
  const types = new Map<string, Set<string>>();
  const schema = request?.body?.content["application/json"]?.schema;
  // The contract writes its schemas with zod; the route's type also admits plain OpenAPI.
  const document = z.toJSONSchema(schema as z.ZodType, { io: "input", unrepresentable: "any" });
  for (const option of options(document, document)) {
    for (const [name, field] of Object.entries(option.properties ?? {})) {
      const known = types.get(foldedSpelling(name)) ?? new Set<string>();
      types.set(foldedSpelling(name), known);
      // A schema may be a mere true or false, which says nothing of types.
      if (typeof field === "boolean") continue;
      for (const { type } of options(field, document)) if (type) known.add(String(type));
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

/** A cell as its field's type, or as text where it can't be that. */
function typed(cell: string, types: Types | undefined): unknown {
  if (!types || types.has("string")) return cell;
  if (types.has("boolean") && /^(?:true|false)$/i.test(cell)) return cell.toLowerCase() === "true";
  if (isNumeric(types) && /^[+-]?\d+(?:\.\d*)?$/.test(cell)) return Number(cell);
  return types.has("array") || types.has("object") ? (parsed(cell) ?? cell) : cell;
}

const isNumeric = (types: Types) => types.has("number") || types.has("integer");

function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
