import { csvLine } from "@asbuilt/http/csv";
import { defused } from "@asbuilt/table/defusing";

/** A row of an export, by column. Undefined and null are an empty cell. */
export type ExportRow = Readonly<Record<string, unknown>>;

const lineLengthOfChunk = 64 * 1024;

/**
 * Returns rows as CSV (RFC 4180), in chunks. The columns are those of the first row. A byte order
 * mark tells spreadsheets that the text is UTF-8.
 */
export async function* csvText(rows: AsyncIterable<ExportRow>): AsyncGenerator<string> {
  let columns: readonly string[] | undefined;
  let text = "\uFEFF";
  for await (const row of rows) {
    if (!columns) {
      columns = Object.keys(row);
      text += csvLine(columns);
    }
    text += csvLine(columns.map((column) => cellOf(row[column])));
    if (text.length < lineLengthOfChunk) continue;
    yield text;
    text = "";
  }
  yield text;
}

/** Numbers, booleans and JSON stay as they are: no spreadsheet runs them, and an import reads them. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return defused(value);
  return JSON.stringify(value);
}
