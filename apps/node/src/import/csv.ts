import { parse } from "csv-parse/sync";

/** A record of a CSV file with its first line, or why it can't be read. */
export type CsvRecord = { readonly line: number } & (
  | { readonly cells: readonly string[] }
  | { readonly error: string }
);

const lineEnd = /\r\n|[\r\n]/;

/** A cell and its delimiter. A quote is part of the text unless the cell begins with it. */
const cellSource = /((?:"[^"]*(?:""[^"]*)*(?:"|$))?[^,\r\n]*)(,|\r\n|[\r\n]|$)/gy;

/** Returns the records of a CSV file. Each is parsed alone: an error does not affect the next. */
export function csvRecords(text: string): CsvRecord[] {
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

/** Returns one record; none for a line that is blank or, as spreadsheets write, has only commas. */
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
