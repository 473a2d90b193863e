import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/**
 * A filter of a search. It leads to its rows if it has an index that has them in the order of ids.
 * Else it only tests the rows that another index has, and must not make SQLite use its own.
 */
export interface SearchFilter {
  readonly leads: boolean;
  readonly condition: (value: SQL, isLeading: boolean) => SQL;
}

/** The filter by an indexed column that equals a value, or SQL made of the value. */
export const leading = (column: SQLiteColumn, equals = (value: SQL) => value): SearchFilter => ({
  leads: true,
  condition: (value, isLeading) => sql`${unlessLeading(isLeading)}${column} = ${equals(value)}`,
});

/** The filter by a condition that no index serves. */
export const testing = (condition: (value: SQL) => SQL): SearchFilter => ({
  leads: false,
  condition,
});

/** Returns the plus that keeps SQLite off the index of the column behind it. */
export const unlessLeading = (isLeading: boolean): SQL => (isLeading ? sql`` : sql`+`);

/** The filters by a pattern, whose keys are tested: those that `likeGiven` returns. */
export const likePattern = (key: SQL | SQLiteColumn): SearchFilter =>
  testing((globs) => sql`(${key} glob (${globs} ->> 0) or ${key} glob (${globs} ->> 1))`);
