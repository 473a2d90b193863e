import type { Bound } from "../database/bound.ts";
import type { Sha256 } from "../values/digest.ts";

/**
 * What a digest covers of a row of the log: its sealedColumns, in this order. One that is added later has
 * to come last, and to be left out where it is null: older rows keep their digests.
 */
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

/** A row of the log as the text of which the digest is taken. */
export interface LoggedRow {
  readonly seq: number;
  readonly text: string;
}

/** Rows of the log in order, from the one after `after` on. */
export const loggedAfter = (after: number, rowsMax: number): Bound<LoggedRow> => ({
  // Put together by SQLite: to hand over each column of each row takes twice as long.
  sql: `select json_array(${sealedColumns.join(", ")}) as text
    from change_log where seq > ? order by seq limit ?`,
  params: [after, rowsMax],
  row: ([raw]) => {
    const text = raw as string;
    // It begins with the number: "[17,".
    return { seq: Number.parseInt(text.slice(1), 10), text };
  },
});

/** How many characters the digest of a row has. */
export const digestLength = 43;

/** The digests of rows, as base64url. */
export const digestsOf = (rows: readonly LoggedRow[], sha256: Sha256) =>
  Promise.all(rows.map(async ({ text }) => sha256(text, "base64url")));
