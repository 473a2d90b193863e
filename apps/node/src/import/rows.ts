import {
  fieldNamed,
  readTable,
  separatorNames,
  type TableFault,
  type TableRow,
  textOf,
  type TextFault,
} from "@asbuilt/table";
import { bodyFields } from "./fields.ts";
import type { ImportFile, ImportRoute } from "./files.ts";

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
 * NDJSON file, which are sent unchanged.
 */
export function readImportRows({ name, bytes, route }: ImportFile): ImportRows {
  const read = textOf(bytes);
  if ("fault" in read) return { rows: [refused(1, textFaults[read.fault])], manner: [] };
  const { text, encoding, isDamaged } = read;
  const { rows, manner, ...more } = name.endsWith(".csv") ? readCsv(text, route) : readNdjson(text);
  return {
    ...more,
    rows: isDamaged ? rows.map(refuseDamaged) : rows,
    manner: [...(encoding === undefined ? [] : [`as ${encoding}`]), ...manner],
  };
}

const refused = (line: number, ...errors: readonly string[]): ImportRow => ({ line, errors });

const textFaults: Readonly<Record<TextFault, string>> = {
  archive: "The file is a workbook or another archive. Save it as CSV UTF-8.",
  utf16_unmarked: "The file is UTF-16 without a byte order mark. Save it as CSV UTF-8.",
  utf16_invalid: "The file begins as UTF-16, but is not valid UTF-16. Save it as CSV UTF-8.",
};

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

function readCsv(text: string, route: ImportRoute): ImportRows {
  const table = readTable(text, fieldNamed(bodyFields(route)));
  const { rows, columns, separator = ",", hasDecimalCommas } = table;
  return {
    ...(columns && { columns }),
    rows: rows.map(inWords),
    manner: [
      ...(separator === "," ? [] : [`with ${separatorNames[separator]} between the cells`]),
      ...(hasDecimalCommas ? ["with decimal commas"] : []),
    ],
  };
}

function inWords(row: TableRow): ImportRow {
  const { line } = row;
  if ("faults" in row) return { line, errors: row.faults.map(faultText) };
  const { body, shortened } = row;
  if (!shortened) return { line, body };
  const cells = shortened.map(({ name, place, cell }) => `${name}, column ${place}: ${cell}`);
  const warning = `${cells.join("; ")} is probably a number that a spreadsheet has shortened.`;
  return { line, body, warning };
}

function faultText(fault: TableFault): string {
  switch (fault.code) {
    case "not_csv": {
      const { lastLine, reason } = fault;
      const row = lastLine === undefined ? "The row" : `The row, which ends in line ${lastLine},`;
      return `${row} is not CSV. ${reason}.`;
    }
    case "column_twice":
      return `The column ${fault.name} occurs twice.`;
    case "separator_unknown":
      return `sep=${fault.separator} is not a comma, a semicolon, a tab or a bar.`;
    case "cell_outside":
      return (
        `Cell ${fault.place} is ${JSON.stringify(fault.cell)}, but no column has that place. ` +
        `The header has ${fault.columns}, with ${separatorNames[fault.separator]} between them. ` +
        "Put a cell that contains a separator in quotes."
      );
    case "row_short":
      return `The row ends before the column ${fault.name}. An empty cell needs its separator too.`;
    default: {
      const { name, place, cell, asDecimal, asThousands } = fault;
      return (
        `${name}, column ${place}: ${cell.trim()} can be ${asDecimal} or ${asThousands}: ` +
        `write ${asDecimal}0 or ${asThousands}.`
      );
    }
  }
}
