import type { Bound } from "./bound.ts";
import type { BatchDatabase, Executor, Results } from "./executor.ts";
import { optimisticExecutor } from "./optimistic.ts";
import { type Placed, replicated, type ReplicatedDatabase } from "./replicas.ts";

/** The part of Cloudflare's D1 binding that is used. */
export interface D1Like {
  /** With a bookmark, a replica answers that has at least that state. */
  withSession(constraintOrBookmark: string): D1Session;
}
interface D1Session {
  prepare(sql: string): D1Statement;
  batch(statements: D1Statement[]): Promise<D1Result[]>;
  /** The bookmark of the newest state that the session has read or written. */
  getBookmark(): string | null;
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

/** The executor of Workers with the replicas of D1 for reads that may lag. */
export function d1ExecutorNearest(binding: D1Like): Executor {
  const { primary, replicas } = replicated(d1Replicated(binding));
  return { ...optimisticExecutor(primary), replicas };
}

/** D1 as batches: each call is one round trip and one transaction. */
export function d1Database(binding: D1Like): BatchDatabase {
  const { batch, bytes } = batchesOf(binding);
  const rows = async (statements: readonly Bound[]): Promise<Results> =>
    (await batch(primaryFirst, statements)).results;
  return { read: rows, write: rows, bytes };
}

/** D1 with its replicas. Its own network waits for a replica, or asks the primary. */
export function d1Replicated(binding: D1Like): ReplicatedDatabase {
  const { batch, bytes } = batchesOf(binding);
  const atPrimary = (statements: readonly Bound[]) => batch(primaryFirst, statements);
  return {
    read: atPrimary,
    write: atPrimary,
    nearest: (statements, _deadline, place) => batch(place ?? "first-unconstrained", statements),
    placeForm: /^[0-9a-f]+(?:-[0-9a-f]+){3}$/,
    bytes,
  };
}

const primaryFirst = "first-primary";

/** Returns a function that sends batches to D1, and the bytes of the database by the last one. */
function batchesOf(binding: D1Like) {
  let bytes: number | undefined;
  const batch = async (from: string, statements: readonly Bound[]): Promise<Placed> => {
    const session = binding.withSession(from);
    const results = await session.batch(
      statements.map(({ sql, params }) => session.prepare(sql).bind(...params)),
    );
    bytes = results.at(-1)?.meta?.size_after ?? bytes;
    return {
      // Every column has a name of its own, so the values of a row are in the order of its columns.
      results: results.map(({ results: rows }) => rows.map((row) => Object.values(row))),
      place: session.getBookmark() ?? undefined,
    };
  };
  return { batch, bytes: () => bytes };
}
