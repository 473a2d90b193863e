import type { Bound } from "./bound.ts";
import type { BatchDatabase, Executor, Results } from "./executor.ts";
import { faultOf } from "./faults.ts";
import { optimisticExecutor } from "./optimistic.ts";

/** The part of `@libsql/client` that is used, and a signal to a call that it is given up. */
export interface LibsqlClientLike {
  batch(
    statements: { sql: string; args: never[] }[],
    mode: "read" | "write",
    signal: AbortSignal,
  ): Promise<{ rows: ArrayLike<unknown>[] }[]>;
}

/**
 * The `fetch` of a client whose calls end with a signal. What is not a success comes as plain text:
 * the client takes any JSON, a proxy's too, for the server's own, and forgets the status.
 */
export const fetchUntil =
  (signal: AbortSignal): typeof fetch =>
  async (input, init) => {
    const answer = await fetch(input, { ...init, signal });
    if (answer.ok) return answer;
    const headers = { "Content-Type": "text/plain" };
    return new Response(answer.body, { status: answer.status, headers });
  };

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
    ).catch((error: unknown) => {
      throw isOfServer(error) ? error : new NotUnderstood(error);
    });
    return results.map(({ rows }) => rows.map((row) => Array.from(row)));
  };
  return {
    read: (statements, deadline) => batch(statements, "read", deadline),
    write: (statements, deadline) => batch(statements, "write", deadline),
  };
}

/** Whether an error says of itself what became of the batch: its SQL was refused, or it is known. */
const isOfServer = (error: unknown): boolean =>
  faultOf(error) !== "defect" ||
  (error instanceof Error && "code" in error && /^(?:SQL|ARGS_)/.test(String(error.code)));

/** What came in place of a server's answer tells nothing of it: the batch may be there. */
class NotUnderstood extends Error {
  readonly code = "UNKNOWN";
  constructor(cause: unknown) {
    super("what was answered is not understood", { cause });
  }
}
