import type { Bound, RawRow } from "../database/statement.ts";

/**
 * What a digest covers of a row of the log: every column that is not null, by its name. A column
 * that is added later is null in older rows, and so leaves their digests as they are.
 */
const columns = [
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
export const loggedAfter = (after: number, most: number): Bound<LoggedRow> => ({
  sql: `select ${columns.join(", ")} from change_log where seq > ? order by seq limit ?`,
  params: [after, most],
  // The first column is the number; the table is strict.
  row: (raw) => ({ seq: raw[0] as number, text: textOf(raw) }),
});

function textOf(raw: RawRow): string {
  const fields: Record<string, unknown> = {};
  for (const [index, name] of columns.entries()) {
    if (raw[index] !== null) fields[name] = raw[index];
  }
  return JSON.stringify(fields);
}
