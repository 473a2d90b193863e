import { type BatchDatabase, type Executor, type Results } from "./executor.ts";
import { optimisticExecutor } from "./optimistic.ts";
import type { Bound } from "./statement.ts";

/** The part of `@libsql/client` that is used, and a signal to a call that it is given up. */
export interface LibsqlClientLike {
  batch(
    statements: { sql: string; args: never[] }[],
    mode: "read" | "write",
    signal: AbortSignal,
  ): Promise<{ rows: ArrayLike<unknown>[] }[]>;
}

/** The `fetch` of a client whose calls end with a signal. */
export const fetchUntil =
  (signal: AbortSignal): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, signal });

/** Gives a server's answer up as lost that does not come in time; the signal tells the work so. */
export async function within<Result>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const timedOut = new Error("the server has not answered in time (timed out)");
    late.reject(timedOut);
    ending.abort(timedOut);
  }, ms);
  try {
    return await Promise.race([work(ending.signal), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The executor of a remote libSQL server. */
export const remoteExecutor = (client: LibsqlClientLike): Executor =>
  optimisticExecutor(remoteDatabase(client));

/** A libSQL server as batches: each call is one round trip and one transaction. */
export function remoteDatabase(client: LibsqlClientLike): BatchDatabase {
  const batch = async (
    statements: readonly Bound[],
    mode: "read" | "write",
    deadline: number,
  ): Promise<Results> => {
    // The client's argument types do not admit unknown; statements bind text, numbers and null.
    const sent = statements.map(({ sql, params }) => ({ sql, args: params as never[] }));
    const results = await within(deadline - performance.now(), (signal) =>
      client.batch(sent, mode, signal),
    );
    return results.map(({ rows }) => rows.map((row) => Array.from(row)));
  };
  return {
    read: (statements, deadline) => batch(statements, "read", deadline),
    write: (statements, deadline) => batch(statements, "write", deadline),
  };
}
