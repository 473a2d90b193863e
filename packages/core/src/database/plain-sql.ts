import type { Bound, RawRow } from "./statement.ts";

/** A statement whose rows stay as they are. */
export const plainSql = (sql: string, params: readonly unknown[] = []): Bound<RawRow> => ({
  sql,
  params,
  row: (raw) => raw,
});
