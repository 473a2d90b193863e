import { isContained, type Table, type TableFault, type TableRow } from "@asbuilt/table";
import type { FieldOf } from "../../contract/field.ts";

/** A row's fields, by their names in the contract. */
export type RowFields = Readonly<Record<string, unknown>>;

/** A fault of a row: of all of it, or of the cell of a field. */
export type RowFault =
  | { readonly of: "table"; readonly fault: TableFault }
  | { readonly of: "field"; readonly field: string; readonly rule: FieldRule }
  | { readonly of: "same"; readonly line: number }
  | { readonly of: "damaged" };

/** The rule that a cell breaks. */
export type FieldRule =
  | { readonly code: "empty" }
  | { readonly code: "no_number"; readonly cell: string }
  | { readonly code: "no_flag"; readonly cell: string }
  | { readonly code: "no_day"; readonly cell: string }
  | { readonly code: "no_option"; readonly cell: string; readonly options: readonly string[] }
  | { readonly code: "too_long"; readonly lengthMax: number }
  | { readonly code: "not_found"; readonly cell: string }
  | { readonly code: "taken" };

/** A row of the table, read. */
export interface ReadRow {
  readonly line: number;
  readonly fields: RowFields;
  readonly faults: readonly RowFault[];
  /** The fields whose cells were probably shortened by a spreadsheet. */
  readonly shortened: readonly string[];
}

/** Reads the rows of a table, without the fields that are left out. */
export function readRows(
  table: Table,
  fields: readonly FieldOf[],
  isLeftOut: (name: string) => boolean,
): readonly ReadRow[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const seen = new Map<string, number>();
  return table.rows.map((row) => {
    const read = readRow(row, byName, isLeftOut);
    const key = subjectOf(read.fields)?.toLowerCase();
    if (key === undefined) return read;
    const same = seen.get(key);
    seen.set(key, same ?? read.line);
    return same === undefined
      ? read
      : { ...read, faults: [...read.faults, { of: "same", line: same }] };
  });
}

function readRow(
  row: TableRow,
  byName: ReadonlyMap<string, FieldOf>,
  isLeftOut: (name: string) => boolean,
): ReadRow {
  const { line } = row;
  if ("faults" in row) {
    const faults = row.faults.map((fault): RowFault => ({ of: "table", fault }));
    return { line, fields: {}, faults, shortened: [] };
  }
  // The table writes each row as one JSON object.
  const sent = JSON.parse(row.body) as RowFields;
  const fields = Object.fromEntries(Object.entries(sent).filter(([name]) => !isLeftOut(name)));
  const faults = Object.entries(fields).flatMap(([name, value]): readonly RowFault[] => {
    const rule = ruleBroken(byName.get(name), value);
    return rule ? [{ of: "field", field: name, rule }] : [];
  });
  const isDamaged = row.body.includes("\uFFFD");
  return {
    line,
    fields,
    faults: isDamaged ? [{ of: "damaged" }, ...faults] : faults,
    shortened: (row.shortened ?? []).map(({ name }) => name),
  };
}

const ofDay = /^\d{4}-\d\d-\d\d(?:T.*)?$/;

function ruleBroken(field: FieldOf | undefined, value: unknown): FieldRule | undefined {
  // A table with a column that names no field is not read.
  if (!field) return undefined;
  const { kind, options, lengthMax } = field;
  // Another type than text is one that the cell could be converted to.
  if (typeof value !== "string") return undefined;
  if (kind === "integer" || kind === "decimal") return { code: "no_number", cell: value };
  if (kind === "flag") return { code: "no_flag", cell: value };
  if (kind === "time" && !ofDay.test(value)) return { code: "no_day", cell: value };
  if (kind === "choice" && options && !options.includes(value)) {
    return { code: "no_option", cell: value, options: options.map(String) };
  }
  return lengthMax !== undefined && Array.from(value).length > lengthMax
    ? { code: "too_long", lengthMax }
    : undefined;
}

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** Returns what a person calls the record of a row, if it names one. */
export const subjectOf = (fields: RowFields): string | undefined =>
  textOf(fields["visualSerialNo"]) ??
  textOf(fields["orderNo"]) ??
  textOf(fields["Name"]) ??
  textOf(fields["name"]) ??
  textOf(fields["suid"]);

/** A field that a row changes. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The effect that a row would have. */
export type Effect =
  | { readonly does: "nothing" }
  | { readonly does: "create" }
  | { readonly does: "change"; readonly changes: readonly FieldChange[] }
  | { readonly does: "refused"; readonly faults: readonly RowFault[] };

/** A record that has the name of a row, as its list has it. */
export type Stored = Readonly<Record<string, unknown>>;

/** Returns what a row of an Upsert does to the record that it names, if there is one. */
export function effectOf(
  row: ReadRow,
  stored: Stored | undefined,
  fields: readonly FieldOf[],
): Effect {
  if (row.faults.length > 0) return { does: "refused", faults: row.faults };
  if (!stored) {
    const missing = missingOf(row.fields, fields);
    return missing.length > 0 ? { does: "refused", faults: missing } : { does: "create" };
  }
  const changes = Object.entries(row.fields)
    .filter(([field, value]) => !isContained(value, stored[field]))
    .map(([field, after]) => ({ field, before: stored[field], after }));
  return changes.length === 0 ? { does: "nothing" } : { does: "change", changes };
}

/** Returns what a receipt does: nothing if its item was received before as the row says. */
export function receiptEffectOf(
  row: ReadRow,
  stored: Stored | undefined,
  fields: readonly FieldOf[],
): Effect {
  if (!stored || row.faults.length > 0) return effectOf(row, undefined, fields);
  const { productName, qty } = row.fields;
  const same = { productName: stored["productName"], qty: stored["nominalQty"] };
  if (isContained({ productName, qty }, same)) return { does: "nothing" };
  const fault: RowFault = { of: "field", field: "visualSerialNo", rule: { code: "taken" } };
  return { does: "refused", faults: [fault] };
}

/** Returns the fields that a new record needs and a row has not. */
function missingOf(given: RowFields, fields: readonly FieldOf[]): readonly RowFault[] {
  const empty = (field: string): RowFault => ({ of: "field", field, rule: { code: "empty" } });
  const missing = fields.filter(({ name, isRequired }) => isRequired && given[name] === undefined);
  const hasSerial = !fields.some(({ name }) => name === "makeSerial");
  const isNamed = hasSerial || given["makeSerial"] === true || "visualSerialNo" in given;
  return [...missing.map(({ name }) => empty(name)), ...(isNamed ? [] : [empty("visualSerialNo")])];
}

/** Returns rows as CSV with the names of the contract, such as for a second try. */
export function rowsAsCsv(rows: readonly RowFields[], defused: (text: string) => string): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cellOf = (value: unknown) => {
    if (value === undefined) return "";
    const text = typeof value === "string" ? defused(value) : JSON.stringify(value);
    return /[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns, ...rows.map((row) => columns.map((column) => cellOf(row[column])))];
  return `\uFEFF${lines.map((line) => line.join(",")).join("\r\n")}\r\n`;
}
