import type { Bound } from "../database/bound.ts";
import type { Sha256 } from "../values/digest.ts";

/** The columns that the digest of each row covers, in this order. */
const sealedColumns = [
  "seq",
  "operation_id",
  "ordinal",
  "at",
  "user_id",
  "key_id",
  "request_id",
  "entity",
  "entity_id",
  "rev_no",
  "action",
  "reason_id",
  "comment",
  "delivery_no",
  "occurred_at",
  "before",
  "after",
  "external_system",
  "external_id",
] as const;

/**
 * The text of a row, by the name of its table. A column that was added later comes last and is left out where it is null, so
 * that older rows keep their digests. A further one needs a place of its own even where it is null.
 */
export function rowText(row: string): string {
  const columns = sealedColumns.map((column) => `${row}.${column}`).join(", ");
  return `case when ${row}.traceparent is null then json_array(${columns})
    else json_array(${columns}, ${row}.traceparent) end`;
}

/** The values of a row, by their columns. */
export type SealedRow = Readonly<
  Record<(typeof sealedColumns)[number] | "traceparent", string | number | null>
>;

/** Reads the text of a row. Throws an error if it is none. */
export function parseRowText(text: string): SealedRow {
  const values = JSON.parse(text) as readonly (string | number | null)[];
  const names = [...sealedColumns, "traceparent"] as const;
  // `rowText` writes the columns in this order.
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? null])) as SealedRow;
}

/** A row of the log as the text that its digest covers. */
export interface LoggedRow {
  readonly seq: number;
  readonly text: string;
}

/** Reads rows of the log in order, after a place. */
export const loggedAfter = (after: number, rowsMax: number): Bound<LoggedRow> => ({
  // SQLite makes the text: returning each column of each row takes twice as long.
  sql: `select ${rowText("change_log")} as text
    from change_log where seq > ? order by seq limit ?`,
  params: [after, rowsMax],
  row: ([raw]) => {
    const text = raw as string;
    // The text begins with the number: "[17,".
    return { seq: Number.parseInt(text.slice(1), 10), text };
  },
});

/** The number of characters of a row's digest. */
export const digestLength = 43;

/** Returns the digests of rows, as base64url. */
export const digestsOf = (rows: readonly LoggedRow[], sha256: Sha256) =>
  Promise.all(rows.map(async ({ text }) => sha256(text, "base64url")));
