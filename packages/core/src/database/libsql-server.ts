import {
  type BatchResult,
  hasEnded,
  type HranaStatement,
  rowsOfSteps,
  sequence,
  transactionOf,
} from "./hrana.ts";
import { hranaStreams, type Sending } from "./hrana-streams.ts";
import type { LibsqlClientLike, LibsqlResults } from "./remote.ts";
import type { ServerLocation } from "./server-address.ts";

type Statement = string | HranaStatement;

/** Runs one statement. */
interface Executing {
  execute(statement: Statement): Promise<LibsqlResults[number]>;
}

/** A libSQL server. */
export interface LibsqlServer extends LibsqlClientLike, Executing {
  /** Returns a stream of its own: one connection to SQLite, whose settings last for its calls. */
  session(): ServerSession;
  /** Begins a transaction of several calls. It is rolled back if it is closed without a commit. */
  transaction(mode: "write"): Promise<ServerTransaction>;
}

export interface ServerSession extends Executing {
  batch(statements: readonly Statement[]): Promise<LibsqlResults>;
  close(): void;
}

export interface ServerTransaction extends ServerSession {
  commit(): Promise<void>;
}

/** How a transaction begins. One that only reads waits for no lock. */
const begins = { read: "BEGIN TRANSACTION READONLY", write: "BEGIN IMMEDIATE" } as const;

/**
 * Returns a libSQL server, over HTTP. Its streams are used again: for a new one the server opens the
 * database and reads its whole schema, which takes longer than most statements. Throws for an
 * address that is none.
 */
export function libsqlServer(location: ServerLocation, sending: Sending = {}): LibsqlServer {
  const streams = hranaStreams(location, sending);
  const batch = async (
    statements: readonly HranaStatement[],
    mode: "read" | "write",
    signal?: AbortSignal,
    replicationIndex?: string,
  ) => {
    // One statement is a transaction of its own.
    const isAlone = mode === "read" && statements.length === 1;
    const steps = isAlone ? sequence(statements) : transactionOf(begins[mode], statements);
    const index = replicationIndex === undefined ? {} : { replication_index: replicationIndex };
    const request = { type: "batch", batch: { steps, ...index } } as const;
    const { stream, result } = await streams.runOnAny(request, signal);
    if (isAlone || hasEnded(result)) streams.keep(stream);
    else streams.close(stream);
    // All but the rollback have to run. BEGIN and COMMIT have no rows.
    return isAlone ? resultsOf(result, 1) : resultsOf(result, steps.length - 1, 1);
  };
  const session = (): ServerSession => {
    const stream = streams.open();
    const run = async (statements: readonly Statement[]) => {
      const steps = sequence(statements.map(written));
      const result = await streams.run(stream, { type: "batch", batch: { steps } });
      return resultsOf(result, steps.length);
    };
    return {
      batch: run,
      execute: async (statement) => (await run([statement]))[0]!,
      close: () => streams.close(stream),
    };
  };
  return {
    batch,
    execute: async (statement) => (await batch([written(statement)], "read"))[0]!,
    session,
    transaction: async () => {
      const begun = session();
      await begun.execute(begins.write);
      return { ...begun, commit: async () => void (await begun.execute("COMMIT")) };
    },
  };
}

const written = (statement: Statement): HranaStatement =>
  typeof statement === "string" ? { sql: statement } : statement;

/**
 * Returns the rows of the first steps, without that many at both ends. Throws the error of the first
 * step that has failed.
 */
function resultsOf(result: BatchResult, steps: number, ends = 0): LibsqlResults {
  const results = rowsOfSteps(result, steps).map((rows) => ({ rows }));
  const { replication_index: replicationIndex } = result;
  return Object.assign(
    results.slice(ends, steps - ends),
    replicationIndex ? { replicationIndex } : {},
  );
}
