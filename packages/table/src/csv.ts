import { parse } from "csv-parse/sync";

/** A record of a CSV file with its first line, or why it can't be read. */
export type CsvRecord = { readonly line: number } & (
  | { readonly cells: readonly string[] }
  | {
      readonly error: string;
      /** The line on which the row ends, if that is a later one. */
      readonly lastLine?: number;
    }
);

/** The separators of cells that a file can have, each with its name. */
export const separatorNames = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" };
export type Separator = keyof typeof separatorNames;

const lineEnd = /\r\n|[\r\n]/;

/** A cell and its delimiter. A quote is part of the text unless the cell begins with it. */
const cellSource = (separator: Separator) =>
  new RegExp(
    `((?:"[^"]*(?:""[^"]*)*(?:"|$))?[^${separator}\\r\\n]*)([${separator}]|\\r\\n|[\\r\\n]|$)`,
    "gy",
  );

/**
 * Returns the records of a CSV file one after another. Each is parsed alone: an error does not
 * affect the next. The text begins in `line` of the file.
 */
export function* csvRecords(text: string, separator: Separator, line = 1): Generator<CsvRecord> {
  let source = "";
  for (const [, cell, end] of text.matchAll(cellSource(separator))) {
    source += cell;
    if (end === separator) {
      source += end;
      continue;
    }
    const last = line + source.trimEnd().split(lineEnd).length - 1;
    yield* csvRecord(line, last, source, separator);
    line = last + 1;
    source = "";
  }
}

/** Returns one record; none for a line that is blank or, as spreadsheets write, has only commas. */
function csvRecord(line: number, last: number, source: string, delimiter: Separator): CsvRecord[] {
  try {
    const records = source.includes('"')
      ? parse(source, {
          delimiter,
          relaxColumnCount: true,
          recordDelimiter: ["\r\n", "\n", "\r"],
        })
      : // Without a quote there is nothing to parse, and to set up a parser takes a millisecond.
        [source.replace(/(?:\r\n|[\r\n])$/, "").split(delimiter)];
    return records.flatMap((cells) => (cells.some((cell) => cell !== "") ? { line, cells } : []));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/ at line .*/s, "") : "";
    return [{ line, error: reason, ...(last > line && { lastLine: last }) }];
  }
}
