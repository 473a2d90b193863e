import type { KnownKeys } from "../body/canonical-keys.ts";

/** A column of a table: its name, and the fields that lead to its value. */
export interface CsvColumn {
  readonly name: string;
  readonly path: readonly string[];
}

/**
 * Returns the columns of records. An object with fixed fields has a column for each of them, named
 * `object.field`. An array, or an object whose fields are free, is one column.
 */
export const csvColumns = (fields: readonly string[], known: KnownKeys): readonly CsvColumn[] =>
  fields.flatMap((name) => columnsOf([name], known.byName?.get(name)?.inner));

const columnsOf = (path: readonly string[], inner: KnownKeys | undefined): CsvColumn[] => {
  const isFixed = inner?.byName && !inner.keepsUnknown && !inner.ofItems;
  if (!isFixed) return [{ name: path.join("."), path }];
  return [...inner.byName!.values()].flatMap((key) => columnsOf([...path, key.name], key.inner));
};

/** The beginning of a table. Its mark tells spreadsheets that it is UTF-8. */
export const csvHeading = (columns: readonly CsvColumn[]): string =>
  `\uFEFF${csvLine(columns.map(({ name }) => name))}`;

/** Returns records as the lines of a table. */
export const csvRows = (columns: readonly CsvColumn[], records: readonly unknown[]): string =>
  records
    .map((record) => csvLine(columns.map(({ path }) => cellOf(path.reduce(fieldOf, record)))))
    .join("");

/** Returns cells as a line of a table (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(",")}\r\n`;

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

// A field of an object that is null is empty.
const fieldOf = (value: unknown, name: string): unknown =>
  (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];

/** Numbers, booleans and JSON stay as they are: no spreadsheet runs them. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? defused(value) : JSON.stringify(value);
}

/** A spreadsheet runs a text that begins like a formula, unless an apostrophe is before it. */
const defused = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
