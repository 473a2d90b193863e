import type { Bound } from "./bound.ts";
import type { BatchDatabase, Executor, Results } from "./executor.ts";
import { faultOf } from "./faults.ts";
import { optimisticExecutor } from "./optimistic.ts";

/** The rows of each statement of a batch. */
export interface LibsqlResults extends ReadonlyArray<{ readonly rows: ArrayLike<unknown>[] }> {
  /**
   * The position in a server's log up to which the batch has seen it, or to which it has written.
   * A file has none.
   */
  readonly replicationIndex?: string;
}

/** A libSQL server, or a client of a file. */
export interface LibsqlClientLike {
  /**
   * Runs statements as one transaction. The signal cancels a call to a server. A replica waits until
   * it has reached the replication index.
   */
  batch(
    statements: { sql: string; args: never[] }[],
    mode: "read" | "write",
    signal: AbortSignal,
    replicationIndex?: string,
  ): Promise<LibsqlResults>;
}

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
  const batch = remoteBatch(client);
  const rows = async (sent: ReturnType<typeof batch>): Promise<Results> => (await sent).results;
  return {
    read: (statements, deadline) => rows(batch(statements, "read", deadline)),
    write: (statements, deadline) => rows(batch(statements, "write", deadline)),
  };
}

/** Returns a function that sends a batch; a replica first waits until it has reached an index. */
export const remoteBatch =
  (client: LibsqlClientLike) =>
  async (
    statements: readonly Bound[],
    mode: "read" | "write",
    deadline: number,
    least?: string,
  ): Promise<{ readonly results: Results; readonly index: string | undefined }> => {
    // A file client's types do not accept unknown; statements bind text, numbers and null.
    const sent = statements.map(({ sql, params }) => ({ sql, args: params as never[] }));
    const found = await within(deadline - performance.now(), (signal) =>
      client.batch(sent, mode, signal, least),
    ).catch((error: unknown) => {
      throw isFromServer(error) ? error : new NotUnderstood(error);
    });
    const results = found.map(({ rows }) => rows.map((row) => Array.from(row)));
    return { results, index: found.replicationIndex };
  };

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
