import type { Bound } from "./bound.ts";
import type { BatchDatabase, Executor, Results } from "./executor.ts";
import { optimisticExecutor } from "./optimistic.ts";

/** The part of Cloudflare's D1 binding that is used. */
export interface D1Like {
  withSession(constraint: "first-primary"): {
    prepare(sql: string): D1Statement;
    batch(statements: D1Statement[]): Promise<D1Result[]>;
  };
}
interface D1Result {
  readonly results: Record<string, unknown>[];
  /** `size_after`: the bytes of the database. D1 has no pragma and no table that tells them. */
  readonly meta?: { readonly size_after?: number };
}
interface D1Statement {
  bind(...params: unknown[]): D1Statement;
}

/** The executor of Workers. It reads from the primary: no rule is decided on a stale replica. */
export const d1Executor = (binding: D1Like): Executor => optimisticExecutor(d1Database(binding));

/** D1 as batches: each call is one round trip and one transaction. */
export function d1Database(binding: D1Like): BatchDatabase {
  let bytes: number | undefined;
  const batch = async (statements: readonly Bound[]): Promise<Results> => {
    const session = binding.withSession("first-primary");
    const results = await session.batch(
      statements.map(({ sql, params }) => session.prepare(sql).bind(...params)),
    );
    bytes = results.at(-1)?.meta?.size_after ?? bytes;
    // Every column has a name of its own, so the values of a row are in the order of its columns.
    return results.map(({ results: rows }) => rows.map((row) => Object.values(row)));
  };
  return { read: batch, write: batch, bytes: () => bytes };
}
