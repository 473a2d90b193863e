/** A column of a file that spreadsheets read. */
export interface TextColumn<Row> {
  readonly name: string;
  readonly text: (row: Row) => string | number | null;
}

/** Writes rows as CSV by RFC 4180, with a heading. Numbers have a decimal point. */
export function csvOf<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ name }) => cellOf(name)),
    ...rows.map((row) => columns.map(({ text }) => cellOf(text(row)))),
  ];
  // The mark at the beginning makes spreadsheets read it as UTF-8.
  return `\uFEFF${lines.map((cells) => `${cells.join(",")}\r\n`).join("")}`;
}

/** A spreadsheet runs a text that begins like a formula, unless an apostrophe is before it. */
function cellOf(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
