import type { Bound } from "../database/bound.ts";
import type { Logged, Results } from "../database/executor.ts";
import type { EntityName } from "./actions.ts";
import type { Change } from "./changes.ts";
import type { Attribution } from "./context.ts";
import type { AbsenceName, Reliance } from "./reliance.ts";

/**
 * Named statements. The loaded rows have the same names. A statement that these inputs do not need
 * is undefined: it is not run, and has no rows.
 */
export type Queries = Readonly<Record<string, Bound | undefined>>;
export type RowsOf<Loaded extends Queries> = {
  -readonly [Name in keyof Loaded]: ReturnType<NonNullable<Loaded[Name]>["row"]>[];
};

/**
 * The documented conflicts of a verb, as the table in docs/explanation/concurrency.md shows them. The texts
 * say which records of the kind are meant, and when; empty where that is obvious.
 */
export interface Conflicts {
  /** The operations, each as resource and operation: `MaterialItem/Move`. */
  readonly of: readonly string[];
  /** The records that it changes or creates. */
  readonly claims: Readonly<Partial<Record<EntityName, string>>>;
  /** The records that it relies on without changing them, besides the key, its session and user. */
  readonly asserts?: Readonly<Partial<Record<EntityName, string>>>;
  /** The rows that must still not exist. */
  readonly absences?: Readonly<Partial<Record<AbsenceName, string>>>;
}

/**
 * A write, as four steps. Answers are plain JSON: a repeated request gets the recorded one. They are
 * recorded before the database has given the ids, so an answer only passes these on.
 */
export interface Command<Input, Loaded extends Queries, Decision extends Reliance, Answer> {
  /** The statements that read the facts for all inputs, in one batch. */
  load(inputs: readonly Input[]): Loaded;
  /** Decides one input, or throws a Refusal. Pure: no clock, no database. */
  decide(facts: RowsOf<Loaded>, input: Input, by: Attribution): Decision;
  /** The changes of a decision, in the order in which they are written. */
  write(decision: Decision): readonly Change[];
  /** The answer, from the decision and the ids of the logged changes, in order. */
  answer(decision: Decision, logged: readonly Logged[]): Answer;
  /**
   * The answer where the changes would leave everything as it is: the present record. Nothing is
   * written then, so the record keeps its revision. Without it, every change is written.
   */
  present?(decision: Decision): Answer;
  /**
   * Brings the facts up to date with a decision, for the inputs that follow it. With it, several
   * requests load, decide and write combined; so the command must not delete, and must not refuse
   * for anything that it has not read.
   */
  advance?(facts: RowsOf<Loaded>, decision: Decision): void;
}

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
