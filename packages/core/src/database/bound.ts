/** A row as every executor returns it: the values in the order of the columns. */
export type RawRow = readonly unknown[];

/** A statement with its parameters, ready for any executor. */
export interface Bound<Row = unknown> {
  readonly sql: string;
  readonly params: readonly unknown[];
  readonly row: (raw: RawRow) => Row;
  /**
   * The same statement with one text as its result: all rows, as a JSON array of arrays; or null,
   * where the text would be longer than its limit (AnswerTooLarge).
   */
  readonly asText?: string | undefined;
  /** Whether it returns at most one row. */
  readonly isOne?: boolean;
}

/** A statement written out as SQL, whose rows stay as they are. */
export const plainSql = (sql: string, params: readonly unknown[] = []): Bound<RawRow> => ({
  sql,
  params,
  row: (raw) => raw,
});

/**
 * Begins a statement with the values of a JSON array parameter as the rows of `item`, in the order
 * of the array, which is the order of the log. Materialized, SQLite writes each value out as text
 * once; read from `json_each` itself, it would do so for every column.
 */
export const withItems =
  "with item (value) as materialized (select value from json_each(?) order by key)";
