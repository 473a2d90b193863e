import { type BatchDatabase, deadlineMs, type Executor, type Results } from "./executor.ts";
import { optimisticExecutor } from "./optimistic.ts";
import type { Bound } from "./statement.ts";

/** The part of `@libsql/client` that is used. */
export interface LibsqlClientLike {
  batch(
    statements: { sql: string; args: never[] }[],
    mode: "read" | "write",
  ): Promise<{ rows: ArrayLike<unknown>[] }[]>;
}

/** The `fetch` of a client of a server: an answer that does not come in time is given up as lost. */
export const fetchWithin =
  (ms = deadlineMs): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.timeout(ms) });

/** The executor of a remote libSQL server. */
export const remoteExecutor = (client: LibsqlClientLike): Executor =>
  optimisticExecutor(remoteDatabase(client));

/** A libSQL server as batches: each call is one round trip and one transaction. */
export function remoteDatabase(client: LibsqlClientLike): BatchDatabase {
  const batch = async (statements: readonly Bound[], mode: "read" | "write"): Promise<Results> => {
    const results = await client.batch(
      // The client's argument types do not admit unknown; statements bind text, numbers and null.
      statements.map(({ sql, params }) => ({ sql, args: params as never[] })),
      mode,
    );
    return results.map(({ rows }) => rows.map((row) => Array.from(row)));
  };
  return {
    read: (statements) => batch(statements, "read"),
    write: (statements) => batch(statements, "write"),
  };
}
