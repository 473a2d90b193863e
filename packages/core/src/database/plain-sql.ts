import type { Bound, RawRow } from "./statement.ts";

/** A statement without parameters. */
export const plainSql = (text: string): Bound<RawRow> => ({
  sql: text,
  params: [],
  row: (raw) => raw,
});
