/** The value of a cell. Numbers are written with a point, whatever the language. */
export type CsvValue = string | number | null | undefined;

/** Returns rows as CSV (RFC 4180), with the byte order mark that spreadsheets take UTF-8 by. */
export const toCsv = (rows: readonly (readonly CsvValue[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("")}`;

function cellText(value: CsvValue): string {
  if (typeof value === "number") return String(value);
  const text = inert(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet runs a text that begins like a formula. An apostrophe keeps it a text. */
const inert = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
