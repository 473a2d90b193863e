import { Column, is, SQL, sql } from "drizzle-orm";
import type { RawRow } from "./bound.ts";

/** A row of fewer columns costs as much to write as text as to return value by value. */
const asTextColumnsMin = 10;

/**
 * The SQL that returns all rows as one text. A row holds integers, text and null in at most 127
 * columns. Materialized, so that the order stays, and selected JSON stays text.
 */
export function rowsAsText(
  text: string,
  columns: number,
  bytesMax: number | undefined,
): string | undefined {
  if (columns < asTextColumnsMin && bytesMax === undefined) return undefined;
  const names = Array.from({ length: columns }, (_, index) => columnName(index)).join(", ");
  const asText = `with rows_as_text (${names}) as materialized (${text})
    select json_group_array(json_array(${names})) as text from rows_as_text`;
  if (bytesMax === undefined) return asText;
  // A longer text never leaves the database: the process would have to hold it.
  return `select iif(octet_length(text) <= ${bytesMax}, text, null) from (${asText})`;
}

const columnName = (index: number) => `f${index + 1}`;

/** A query builder of Drizzle, which keeps its selected fields in its configuration. */
interface SelectBuilder {
  config?: { fields?: Record<string, unknown> };
}

type Decoder = (value: unknown) => unknown;

/**
 * Gives every selected column its own name, because D1 returns rows as objects, where two columns
 * of one name become one. Returns the decoder of each.
 */
export function nameColumns(built: unknown): [string, Decoder | undefined][] {
  const config = (built as SelectBuilder).config;
  if (!config?.fields) return [];
  const decoders: [string, Decoder | undefined][] = [];
  const named: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(config.fields)) {
    const inner = is(field, SQL.Aliased) ? field.sql : sql`${field}`;
    named[key] = inner.as(columnName(decoders.length));
    decoders.push([key, decoderOf(field)]);
  }
  config.fields = named;
  return decoders;
}

function decoderOf(field: unknown): Decoder | undefined {
  const source = is(field, SQL.Aliased) ? field.sql : field;
  // Drizzle keeps the decoder of an expression where its types do not show it.
  const decoder = is(source, Column)
    ? source
    : (source as { decoder: { mapFromDriverValue: Decoder } }).decoder;
  if (is(source, Column) && passesThrough.has(source.columnType)) return undefined;
  return (value) => (value === null ? null : decoder.mapFromDriverValue(value));
}

/** The column types whose values need no decoding. */
export const passesThrough = new Set(["SQLiteInteger", "SQLiteText"]);

/** The function that makes a row of a raw one. */
export function rowMapper(fields: [string, Decoder | undefined][]): (raw: RawRow) => unknown {
  const keys = fields.map(([key]) => key);
  const decoders = fields.map(([, decode]) => decode);
  // Copying an object that has all fields costs half of adding each to an empty one.
  const blank: Record<string, unknown> = Object.fromEntries(keys.map((key) => [key, null]));
  return (raw) => {
    const row = { ...blank };
    for (let index = 0; index < keys.length; index++) {
      const decode = decoders[index];
      row[keys[index]!] = decode === undefined ? raw[index] : decode(raw[index]);
    }
    return row;
  };
}
