import type { Bound, RawRow } from "./statement.ts";

/** How long a command waits at most before it is refused. */
export const deadlineMs = 10_000;

/** The rows of each statement of a batch, in order. */
export type Results = readonly (readonly RawRow[])[];

/** A way to one database. Everything that touches data goes through `read` and `run`. */
export interface Executor {
  /**
   * Runs the statements in order, in one round trip; each sees all that was committed by then, or
   * `asOne` all see the same.
   */
  read(statements: readonly Bound[], asOne?: boolean): Promise<Results>;
  /** Loads, decides and writes one command: wholly, or not at all. */
  run<Answer>(attempt: Attempt<Answer>): Promise<Answer>;
  /**
   * Whether a command that came now would be refused for all those that wait. Who asks may be kept
   * while some of those are served, or refusing would leave no time for them.
   */
  isFull(): boolean;
  /** Whether it is in this process: a read is no round trip, and everybody else waits for it. */
  readonly isNear: boolean;
  /**
   * How many rows of a list one read takes: fewer round trips, or less time that others wait. Where
   * a read is a round trip, it is the first of a list that takes so many.
   */
  readonly rowsAtOnce: number;
  /** Resolves once others have had their turn: asked between the reads of a long list. */
  othersFirst(): Promise<void>;
}

/** One request or several as an executor sees them: what to load, and what to make of the rows. */
export interface Joint<Answer> {
  /** The statements to load; `again` also looks up whether the operations have committed. */
  readonly load: (again: boolean) => readonly Bound[];
  readonly plan: (results: Results) => Plan<Answer>;
  /** From the results of a load made `again`: what the operations logged, if they committed. */
  readonly committed: (results: Results) => readonly Logged[] | undefined;
}

/** A request to write. */
export interface Attempt<Answer> extends Joint<Answer> {
  /** Joins requests of attempts that have the same one; undefined where an attempt goes alone. */
  readonly join?: Join;
  /** What `join` knows this attempt by. */
  readonly request?: unknown;
  /** Whether the service itself asks: its few commands wait, however many of others do. */
  readonly isOwn?: boolean;
}
export type Join = (requests: readonly unknown[]) => Joint<unknown>;

/** What is written, as one batch, and what follows from it when it has committed. */
export interface Plan<Answer> {
  /** What fails as a conflict where something that was read has changed since. */
  readonly guards: () => readonly Bound[];
  readonly write: readonly Bound[];
  readonly logged: (results: Results) => readonly Logged[];
  /** Whether it is this plan that has logged these rows, and no other one of the same requests. */
  readonly isIn: (logged: readonly Logged[]) => boolean;
  /** Of each request, from the first on: of several, the last ones may have to be planned anew. */
  readonly outcomes: (logged: readonly Logged[]) => readonly Outcome<Answer>[];
}
export type Outcome<Answer> = { readonly answer: Answer } | { readonly error: unknown };

/** The answer of a request, or throws what refuses it. */
export function answerOf<Answer>(outcome: Outcome<Answer> | undefined): Answer {
  if (!outcome) throw new Error("A plan settles its first request.");
  if ("error" in outcome) throw outcome.error;
  return outcome.answer;
}

/** A committed row of the change log: when it was decided, and the ids that the database gave. */
export interface Logged {
  readonly operationId: string;
  readonly at: number;
  readonly seq: number;
  readonly id: number;
}

/**
 * A database that takes batches, each one atomic round trip: D1 and remote libSQL. By the deadline,
 * a time of `performance.now()`, a server's answer is given up as lost; D1 gives its own up itself.
 */
export interface BatchDatabase {
  read(statements: readonly Bound[], deadline: number): Promise<Results>;
  write(statements: readonly Bound[], deadline: number): Promise<Results>;
}
