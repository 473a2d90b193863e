import type { Results } from "../database/executor.ts";
import type { Bound } from "../database/statement.ts";
import type { Queries, RowsOf } from "./execute.ts";

/** The statements of named queries that are run, in order. */
export const statementsOf = (queries: Queries): readonly Bound[] =>
  Object.values(queries).flatMap((bound) => bound ?? []);

/** The rows of named queries, from the results of those that were run. */
export function rowsByName<Loaded extends Queries>(
  queries: Loaded,
  results: Results,
): RowsOf<Loaded> {
  const rows: Record<string, unknown[]> = {};
  let next = 0;
  for (const name in queries) {
    const bound = queries[name];
    rows[name] = bound ? results[next++]!.map(bound.row) : [];
  }
  // The names are those of the queries.
  return rows as RowsOf<Loaded>;
}
