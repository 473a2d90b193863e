import { canonicalSpelling } from "@asbuilt/http";
import { AmbiguousNumber, cellAsJson, isNumeric, isShortened } from "./cells.ts";
import { csvRecords, type CsvRecord, separatorNames, type Separator } from "./csv.ts";
import { bodyFields, type BodyField } from "./fields.ts";
import type { ImportFile, ImportRoute } from "./files.ts";
import { type DecimalMark, decimalMarkOf } from "./numbers.ts";
import { textOf } from "./text.ts";

/** A row of a file: the request to send, or why there is none. */
export type ImportRow = {
  /** The line of the file on which the row starts, from 1. */
  readonly line: number;
} & (
  | {
      /** The JSON text of the request's body. */
      readonly body: string;
      /** A cell that is sent, but was probably changed by a spreadsheet. */
      readonly warning?: string;
    }
  | { readonly errors: readonly string[] }
);

/** The rows of a file, and how it was read where that is not as usual. */
export interface ImportRows {
  readonly rows: readonly ImportRow[];
  readonly manner: readonly string[];
  /** The columns of a CSV file as its header spells them. */
  readonly columns?: readonly string[];
}

/**
 * Returns the request bodies of a file, in order: the data rows of a CSV file, or the lines of an
 * NDJSON file, which are sent unchanged. An empty cell is not sent. Another cell is converted to
 * the type of its field in the route; if that fails it stays text, which the service refuses.
 */
export function readImportRows({ name, bytes, route }: ImportFile): ImportRows {
  const read = textOf(bytes);
  if ("error" in read) return { rows: [refused(1, read.error)], manner: [] };
  const { text, encoding, isDamaged } = read;
  const { rows, manner, ...more } = name.endsWith(".csv") ? readCsv(text, route) : readNdjson(text);
  return {
    ...more,
    rows: isDamaged ? rows.map(refuseDamaged) : rows,
    manner: [...(encoding === undefined ? [] : [`as ${encoding}`]), ...manner],
  };
}

const refused = (line: number, ...errors: readonly string[]): ImportRow => ({ line, errors });

/** The decoder replaces bytes that it can't read with U+FFFD. */
const refuseDamaged = (row: ImportRow): ImportRow =>
  "body" in row && row.body.includes("\uFFFD")
    ? refused(
        row.line,
        "The row is not UTF-8, but probably Windows-1252. Save the file as CSV UTF-8.",
      )
    : row;

function readNdjson(text: string): ImportRows {
  const rows = text.split("\n").flatMap((source, index) => {
    const body = source.trim();
    return body === "" ? [] : [{ line: index + 1, body }];
  });
  return { rows, manner: [] };
}

/** A column of a CSV file. One without a name must be empty. */
interface Column {
  readonly name: string;
  readonly field: BodyField | undefined;
}

function readCsv(text: string, route: ImportRoute): ImportRows {
  const fields = bodyFields(route);
  const layout = layoutOf(text, fields);
  if ("error" in layout) return { rows: [refused(layout.line, layout.error)], manner: [] };
  const { separator } = layout;
  const [header, ...records] = csvRecords(layout.text, separator, layout.line);
  if (!header) return { rows: [], manner: [] };
  if ("error" in header) return { rows: [refused(header.line, header.error)], manner: [] };
  const names = header.cells;
  const twice = names.find((name, index) => name !== "" && names.indexOf(name) < index);
  if (twice !== undefined) {
    return { rows: [refused(header.line, `The column ${twice} occurs twice.`)], manner: [] };
  }
  const columns = names.map((name) => ({ name, field: fields.get(canonicalSpelling(name)) }));
  const { mark, hasComma } = decimalMarkOf(numericCells(columns, records), separator);
  return {
    columns: names,
    rows: records.map((record) => rowOf(record, columns, separator, mark)),
    manner: [
      ...(separator === "," ? [] : [`with ${separatorNames[separator]} between the cells`]),
      ...(hasComma ? ["with decimal commas"] : []),
    ],
  };
}

const isSeparator = (text: string): text is Separator => text in separatorNames;

/** Returns where a CSV file begins, and what separates its cells. The header tells it. */
function layoutOf(
  text: string,
  fields: ReadonlyMap<string, BodyField>,
): { text: string; line: number; separator: Separator } | { line: number; error: string } {
  const [first, named] = /^"?sep=(.)"?[ \t]*(?:\r\n|[\r\n])/i.exec(text) ?? [];
  if (first !== undefined && named !== undefined) {
    if (isSeparator(named)) return { text: text.slice(first.length), line: 2, separator: named };
    return { line: 1, error: `sep=${named} is not a comma, a semicolon, a tab or a bar.` };
  }
  const knownWith = (separator: Separator) => {
    const { value } = csvRecords(text, separator).next();
    const cells: readonly string[] = value && "cells" in value ? value.cells : [];
    return cells.filter((name) => fields.has(canonicalSpelling(name))).length;
  };
  const separators = [",", ";", "\t"] as const;
  const known = separators.map(knownWith);
  return { text, line: 1, separator: separators[known.indexOf(Math.max(...known))]! };
}

function* numericCells(columns: readonly Column[], records: readonly CsvRecord[]) {
  for (const record of records) {
    if ("error" in record) continue;
    for (const [index, { field }] of columns.entries()) {
      if (isNumeric(field)) yield record.cells[index] ?? "";
    }
  }
}

function rowOf(
  record: CsvRecord,
  columns: readonly Column[],
  separator: Separator,
  mark: DecimalMark | undefined,
): ImportRow {
  if ("error" in record) return refused(record.line, record.error);
  const { line, cells } = record;
  const misfit = misfitOf(cells, columns, separator);
  if (misfit !== undefined) return refused(line, misfit);
  const sent: string[] = [];
  const shortened: string[] = [];
  const ambiguous: string[] = [];
  for (const [index, { name, field }] of columns.entries()) {
    const cell = cells[index] ?? "";
    if (cell === "") continue;
    try {
      sent.push(`${JSON.stringify(name)}:${cellAsJson(cell, field, mark)}`);
    } catch (error) {
      if (!(error instanceof AmbiguousNumber)) throw error;
      ambiguous.push(`${name}, column ${index + 1}: ${error.message}.`);
    }
    if (isShortened(cell, field)) shortened.push(`${name}, column ${index + 1}: ${cell}`);
  }
  if (ambiguous.length > 0) return { line, errors: ambiguous };
  const body = `{${sent.join(",")}}`;
  if (shortened.length === 0) return { line, body };
  const warning = `${shortened.join("; ")} is probably a number that a spreadsheet has shortened.`;
  return { line, body, warning };
}

/** Returns why a row does not fit the header. Empty cells after the last column do not count. */
function misfitOf(
  cells: readonly string[],
  columns: readonly Column[],
  separator: Separator,
): string | undefined {
  const names = columns.filter(({ name }) => name !== "");
  const stray = cells.findIndex((cell, index) => cell !== "" && !columns[index]?.name);
  if (stray >= 0) {
    return (
      `Cell ${stray + 1} is ${JSON.stringify(cells[stray])}, but no column has that place. ` +
      `The header has ${names.length}, with ${separatorNames[separator]} between them. ` +
      "Put a cell that contains a separator in quotes."
    );
  }
  const missing = columns.findIndex(({ name }, index) => name !== "" && index >= cells.length);
  return missing < 0
    ? undefined
    : `The row ends before the column ${columns[missing]!.name}. An empty cell needs its separator too.`;
}
