import type { Bound, RawRow } from "./statement.ts";

/** The rows of each statement of a batch, in order. */
export type Results = readonly (readonly RawRow[])[];

/** A way to one database. Everything that touches data goes through `read` and `run`. */
export interface Executor {
  /** Runs the statements in order, in one round trip; each sees all that was committed by then. */
  read(statements: readonly Bound[]): Promise<Results>;
  /** Loads, decides and writes one command: wholly, or not at all. */
  run<Answer>(attempt: Attempt<Answer>): Promise<Answer>;
  /** Whether a command that came now would be refused for all those that wait. */
  isFull(): boolean;
}

/** A command as an executor sees it: what to load, and what to make of the rows. */
export interface Attempt<Answer> {
  /** The statements to load; `again` also looks up whether the operation has committed. */
  load(again: boolean): readonly Bound[];
  /** Decides. Throws a Refusal, or answers what to write. */
  plan(results: Results): Plan<Answer>;
  /** From the results of a load made `again`: what the operation logged, if it committed. */
  committed(results: Results): readonly Logged[] | undefined;
}

/** What one attempt writes, as one batch, and the answer that follows when it has committed. */
export interface Plan<Answer> {
  /** What fails as a conflict where something that was read has changed since. */
  readonly guards: readonly Bound[];
  readonly write: readonly Bound[];
  logged(results: Results): readonly Logged[];
  answer(logged: readonly Logged[]): Answer;
}

/** A committed row of the change log: the ids that the database gave. */
export interface Logged {
  readonly seq: number;
  readonly id: number;
}

/** A database that takes batches, each one atomic round trip: D1 and remote libSQL. */
export interface BatchDatabase {
  read(statements: readonly Bound[]): Promise<Results>;
  write(statements: readonly Bound[]): Promise<Results>;
}
