import { canonicalSpelling } from "@asbuilt/contract/spelling";
import { AmbiguousNumber, type BodyField, cellAsJson, isNumeric, isShortened } from "./cells.ts";
import { csvRecords, type CsvRecord, separatorNames, type Separator } from "./csv.ts";
import { type DecimalMark, decimalMarkOf } from "./numbers.ts";

/** A cell by its column: the name in the header, and its place from 1. */
export interface CellPlace {
  readonly name: string;
  readonly place: number;
}

/** Why a row, or the whole table, can't be read. */
export type TableFault =
  | { readonly code: "not_csv"; readonly reason: string; readonly lastLine?: number }
  | { readonly code: "column_twice"; readonly name: string }
  | { readonly code: "separator_unknown"; readonly separator: string }
  | {
      readonly code: "cell_outside";
      readonly place: number;
      readonly cell: string;
      readonly columns: number;
      readonly separator: Separator;
    }
  | { readonly code: "row_short"; readonly name: string }
  | ({
      readonly code: "number_ambiguous";
      readonly cell: string;
      readonly asDecimal: string;
      readonly asThousands: string;
    } & CellPlace);

/** A row of a table: the request to send, or why there is none. */
export type TableRow = {
  /** The line of the text on which the row starts, from 1. */
  readonly line: number;
} & (
  | {
      /** The JSON text of the request's body. */
      readonly body: string;
      /** Cells that are sent, but were probably shortened by a spreadsheet. */
      readonly shortened?: readonly (CellPlace & { readonly cell: string })[];
    }
  | { readonly faults: readonly TableFault[] }
);

/** The rows of a table, and how it was read. */
export interface Table {
  readonly rows: readonly TableRow[];
  /** The columns as the header spells them. A table that can't be read has none. */
  readonly columns?: readonly string[];
  readonly separator?: Separator;
  readonly hasDecimalCommas?: boolean;
}

/** Returns the field of a request that a column names. */
export type FieldNamed = (column: string) => BodyField | undefined;

/** Returns the field with a name in any spelling that the service accepts. */
export const fieldNamed =
  (fields: ReadonlyMap<string, BodyField>): FieldNamed =>
  (column) =>
    fields.get(canonicalSpelling(column));

/** A column. One without a name must be empty. */
interface Column {
  readonly name: string;
  /** Its name in the request. */
  readonly sent: string;
  readonly field: BodyField | undefined;
}

/**
 * Returns the requests of a table whose first row names fields. An empty cell is not sent. Another
 * cell is converted to the type of its field; if that fails it stays text, which the service refuses.
 * A field is sent under the name of its column, unless that is a name for people.
 */
export function readTable(
  text: string,
  fieldOf: FieldNamed,
  sentName: (column: string) => string = (column) => column,
): Table {
  const layout = layoutOf(text, fieldOf);
  if ("fault" in layout) return refused(layout.line, layout.fault);
  const { separator } = layout;
  const [header, ...records] = csvRecords(layout.text, separator, layout.line);
  if (!header) return { rows: [] };
  if ("error" in header) return refused(header.line, notCsv(header));
  const names = header.cells;
  const sent = names.map(sentName);
  const twice = names.find((name, index) => name !== "" && sent.indexOf(sent[index]!) < index);
  if (twice !== undefined) return refused(header.line, { code: "column_twice", name: twice });
  const columns = names.map((name, index) => ({ name, sent: sent[index]!, field: fieldOf(name) }));
  const { mark, hasComma } = decimalMarkOf(numericCells(columns, records), separator);
  return {
    columns: names,
    rows: records.map((record) => rowOf(record, columns, separator, mark)),
    separator,
    hasDecimalCommas: hasComma,
  };
}

const refused = (line: number, fault: TableFault): Table => ({ rows: [{ line, faults: [fault] }] });

const notCsv = ({ error, lastLine }: Extract<CsvRecord, { error: string }>): TableFault => ({
  code: "not_csv",
  reason: error,
  ...(lastLine === undefined ? {} : { lastLine }),
});

const isSeparator = (text: string): text is Separator => text in separatorNames;

/** Returns where a table begins, and what separates its cells. The header tells it. */
function layoutOf(
  text: string,
  fieldOf: FieldNamed,
): { text: string; line: number; separator: Separator } | { line: number; fault: TableFault } {
  const [first, named] = /^"?sep=(.)"?[ \t]*(?:\r\n|[\r\n])/i.exec(text) ?? [];
  if (first !== undefined && named !== undefined) {
    if (isSeparator(named)) return { text: text.slice(first.length), line: 2, separator: named };
    return { line: 1, fault: { code: "separator_unknown", separator: named } };
  }
  const knownWith = (separator: Separator) => {
    const { value } = csvRecords(text, separator).next();
    const cells: readonly string[] = value && "cells" in value ? value.cells : [];
    return cells.filter((name) => fieldOf(name) !== undefined).length;
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
): TableRow {
  const { line } = record;
  if ("error" in record) return { line, faults: [notCsv(record)] };
  const { cells } = record;
  const misfit = misfitOf(cells, columns, separator);
  if (misfit !== undefined) return { line, faults: [misfit] };
  const sent: string[] = [];
  const shortened: (CellPlace & { readonly cell: string })[] = [];
  const faults: TableFault[] = [];
  for (const [index, { name, sent: key, field }] of columns.entries()) {
    const cell = cells[index] ?? "";
    if (cell === "") continue;
    try {
      sent.push(`${JSON.stringify(key)}:${cellAsJson(cell, field, mark)}`);
    } catch (error) {
      if (!(error instanceof AmbiguousNumber)) throw error;
      const { asDecimal, asThousands } = error;
      const place = index + 1;
      faults.push({ code: "number_ambiguous", name, place, cell, asDecimal, asThousands });
    }
    if (isShortened(cell, field)) shortened.push({ name, place: index + 1, cell });
  }
  if (faults.length > 0) return { line, faults };
  const body = `{${sent.join(",")}}`;
  return shortened.length === 0 ? { line, body } : { line, body, shortened };
}

/** Returns why a row does not fit the header. Empty cells after the last column do not count. */
function misfitOf(
  cells: readonly string[],
  columns: readonly Column[],
  separator: Separator,
): TableFault | undefined {
  const stray = cells.findIndex((cell, index) => cell !== "" && !columns[index]?.name);
  if (stray >= 0) {
    const named = columns.filter(({ name }) => name !== "").length;
    const cell = cells[stray]!;
    return { code: "cell_outside", place: stray + 1, cell, columns: named, separator };
  }
  const missing = columns.find(({ name }, index) => name !== "" && index >= cells.length);
  return missing && { code: "row_short", name: missing.name };
}
