import { fromBase64 } from "../values/digest.ts";

// The messages of Hrana 3 over HTTP, the protocol of libSQL servers, as JSON.
// Source: HRANA_3_SPEC.md of https://github.com/tursodatabase/libsql.

/** A value as the protocol has it: integers of 64 bits are text. */
type Value =
  | { readonly type: "null" }
  | { readonly type: "integer"; readonly value: string }
  | { readonly type: "float"; readonly value: number }
  | { readonly type: "text"; readonly value: string }
  | { readonly type: "blob"; readonly base64: string };

/** A statement with the values of its parameters. */
export interface HranaStatement {
  readonly sql: string;
  readonly args?: readonly unknown[];
}

type Condition =
  | { readonly type: "ok"; readonly step: number }
  | { readonly type: "is_autocommit" }
  | { readonly type: "not"; readonly cond: Condition }
  | { readonly type: "and"; readonly conds: readonly Condition[] };

/** A statement of a batch, which runs if its condition holds. */
interface Step {
  readonly condition?: Condition;
  readonly stmt: { readonly sql: string; readonly args?: readonly Value[] };
}

/** A request on a stream. */
export type StreamRequest =
  | { readonly type: "close" }
  | {
      readonly type: "batch";
      readonly batch: { readonly steps: readonly Step[]; readonly replication_index?: string };
    };

interface HranaError {
  readonly message: string;
  readonly code?: string | null;
}

/** The response to a batch: a result or an error for each step, or neither if it was skipped. */
export interface BatchResult {
  readonly step_results: readonly ({ readonly rows: readonly (readonly Value[])[] } | null)[];
  readonly step_errors: readonly (HranaError | null)[];
  /** The position in the server's log of what the batch has seen or written. */
  readonly replication_index?: string | null;
}

/** The response to requests on a stream. */
export interface PipelineResponse {
  /** The mark that the next request on the stream carries; null if it is closed. */
  readonly baton: string | null;
  /** Where that request has to be sent; null for the same address. */
  readonly base_url: string | null;
  readonly results: readonly (
    | { readonly type: "ok"; readonly response: { readonly result?: BatchResult } }
    | { readonly type: "error"; readonly error: HranaError }
  )[];
}

/** An error that a server returned. */
export class ServerError extends Error {
  readonly code: string;
  constructor({ message, code }: HranaError) {
    super(`${code ?? "UNKNOWN"}: ${message}`);
    this.code = code ?? "UNKNOWN";
  }
}

/** Returns statements that run one after the other, until one fails. */
export const sequence = (statements: readonly HranaStatement[]): Step[] =>
  statements.map((statement, index) =>
    index === 0 ? stepOf(statement) : stepOf(statement, { type: "ok", step: index - 1 }),
  );

/** Returns statements as one transaction. It is rolled back if one of them fails. */
export function transactionOf(begin: string, statements: readonly HranaStatement[]): Step[] {
  const commit = statements.length + 1;
  return [
    stepOf({ sql: begin }),
    ...statements.map((statement, index) => stepOf(statement, whileOpenAfter(index))),
    stepOf({ sql: "COMMIT" }, whileOpenAfter(commit - 1)),
    stepOf({ sql: "ROLLBACK" }, { type: "not", cond: { type: "ok", step: commit } }),
  ];
}

/** A statement after one that ended the transaction would be committed alone. */
const whileOpenAfter = (step: number): Condition => ({
  type: "and",
  conds: [
    { type: "ok", step },
    { type: "not", cond: { type: "is_autocommit" } },
  ],
});

const stepOf = ({ sql, args }: HranaStatement, condition?: Condition): Step => ({
  ...(condition ? { condition } : {}),
  stmt: { sql, ...(args?.length ? { args: args.map(toValue) } : {}) },
});

/**
 * Returns whether a stream is outside of a transaction after a batch of `transactionOf`, so that it
 * can take another one.
 */
export function hasEnded({ step_results, step_errors }: BatchResult): boolean {
  const [commit, rollback] = step_results.slice(-2);
  // Without a transaction there is nothing to roll back.
  return Boolean(commit ?? rollback ?? step_errors[0]);
}

/** Returns the rows of the first steps. Throws the error of the first of them that has failed. */
export function rowsOfSteps(
  { step_results, step_errors }: BatchResult,
  steps: number,
): unknown[][][] {
  return Array.from({ length: steps }, (_, index) => {
    const failed = step_errors[index];
    if (failed) throw new ServerError(failed);
    const result = step_results[index];
    if (!result) {
      const message = "A statement did not run: its transaction has ended.";
      throw new ServerError({ message, code: "TRANSACTION_CLOSED" });
    }
    return result.rows.map((row) => row.map(fromValue));
  });
}

function toValue(value: unknown): Value {
  if (value === null || value === undefined) return { type: "null" };
  if (typeof value === "string") return { type: "text", value };
  if (typeof value === "number") {
    if (Number.isSafeInteger(value)) return { type: "integer", value: String(value) };
    if (Number.isFinite(value)) return { type: "float", value };
  }
  if (typeof value === "bigint" && value === BigInt.asIntN(64, value)) {
    return { type: "integer", value: String(value) };
  }
  if (typeof value === "boolean") return { type: "integer", value: value ? "1" : "0" };
  if (value instanceof Uint8Array) {
    const text = Array.from(value, (byte) => String.fromCodePoint(byte)).join("");
    return { type: "blob", base64: btoa(text) };
  }
  throw new TypeError(`SQLite has no value for this ${typeof value}.`);
}

function fromValue(value: Value): unknown {
  if (value.type === "null") return null;
  if (value.type === "integer") {
    const number = Number(value.value);
    // Exact beyond 2^53, too.
    return Number.isSafeInteger(number) ? number : BigInt(value.value);
  }
  return value.type === "blob" ? fromBase64(value.base64) : value.value;
}
