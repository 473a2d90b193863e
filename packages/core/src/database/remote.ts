import type { Bound } from "./bound.ts";
import type { BatchDatabase, Executor, Results } from "./executor.ts";
import { faultOf } from "./faults.ts";
import { optimisticExecutor } from "./optimistic.ts";

/** The part of `@libsql/client` that is used, with a signal that cancels a call. */
export interface LibsqlClientLike {
  batch(
    statements: { sql: string; args: never[] }[],
    mode: "read" | "write",
    signal: AbortSignal,
  ): Promise<{ rows: ArrayLike<unknown>[] }[]>;
}

/**
 * The `fetch` of a client whose calls end with a signal. A response other than a success becomes
 * plain text: the client takes any JSON, even a proxy's, for the server's own, and drops the
 * status.
 */
export const fetchUntil =
  (signal: AbortSignal): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, signal });
    if (response.ok) return response;
    const headers = { "Content-Type": "text/plain" };
    return new Response(response.body, { status: response.status, headers });
  };

/** Fails if a server does not respond in time, and aborts the work by its signal. */
export async function within<Result>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const timedOut = new Error("the server did not respond in time (timed out)");
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
    // The client's types do not accept unknown; statements bind text, numbers and null.
    const sent = statements.map(({ sql, params }) => ({ sql, args: params as never[] }));
    const results = await within(deadline - performance.now(), (signal) =>
      client.batch(sent, mode, signal),
    ).catch((error: unknown) => {
      throw isFromServer(error) ? error : new NotUnderstood(error);
    });
    return results.map(({ rows }) => rows.map((row) => Array.from(row)));
  };
  return {
    read: (statements, deadline) => batch(statements, "read", deadline),
    write: (statements, deadline) => batch(statements, "write", deadline),
  };
}

/** Whether an error comes from the server itself, so that the outcome of the batch is known. */
const isFromServer = (error: unknown): boolean =>
  faultOf(error) !== "defect" ||
  (error instanceof Error && "code" in error && /^(?:SQL|ARGS_)/.test(String(error.code)));

/** A response that is not the server's: the batch can have committed. */
class NotUnderstood extends Error {
  readonly code = "UNKNOWN";
  constructor(cause: unknown) {
    super("the response was not understood", { cause });
  }
}
