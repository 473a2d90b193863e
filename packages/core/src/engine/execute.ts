import { newUuid } from "../values/uuid.ts";
import type { Absence } from "./absences.ts";
import type { Assertion } from "./assertions.ts";
import type { Attribution, Change } from "./changes.ts";
import type { Context } from "./context.ts";
import type { Attempt, Join, Logged } from "../database/executor.ts";
import type { Bound } from "../database/statement.ts";
import { jointOf, type LineOutcome } from "./joint.ts";
import type { Request } from "./settle.ts";

/**
 * Named statements; what is loaded has the same names, with the rows of each. One that these
 * inputs have no use for is undefined: it is not run, and has no rows.
 */
export type Queries = Readonly<Record<string, Bound | undefined>>;
export type RowsOf<Loaded extends Queries> = {
  -readonly [Name in keyof Loaded]: ReturnType<NonNullable<Loaded[Name]>["row"]>[];
};

/** What every decision says beside its own facts: on what it rests without changing it. */
export interface Decided {
  /** Records whose revision must still be the one that was read. */
  readonly asserts: readonly Assertion[];
  /** What must still not exist. */
  readonly absences?: readonly Absence[];
}

/**
 * A write, as four steps. Decisions are plain JSON, so that a repeated request can be answered
 * from the one that was recorded.
 */
export interface Command<Input, Loaded extends Queries, Decision extends Decided, Answer> {
  /** The statements that read the facts for all the inputs, in one batch. */
  load(inputs: readonly Input[]): Loaded;
  /** Decides one input, or throws a Refusal. Pure: no clock, no database. */
  decide(facts: RowsOf<Loaded>, input: Input, by: Attribution): Decision;
  /** The changes of a decision, in the order in which they are written. */
  write(decision: Decision): readonly Change[];
  /** The answer, from the decision and the ids of the logged changes, in order. */
  answer(decision: Decision, logged: readonly Logged[]): Answer;
  /**
   * Brings the facts up to date with a decision, for the inputs that follow it. A command that has
   * it neither deletes nor refuses what it has not read, so that several requests can load, decide
   * and write as one.
   */
  advance?(facts: RowsOf<Loaded>, decision: Decision): void;
  /** What of a decision is not recorded for a repeated request: its answer does without. */
  readonly forgets?: readonly (keyof Decision & string)[];
}

/** Runs a command for one input. */
export async function execute<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  context: Context,
  command: Command<Input, Loaded, Decision, Answer>,
  input: Input,
): Promise<Answer> {
  const [line] = await run(command, { context, inputs: [input] });
  // Whatever refuses a request that is no batch is thrown.
  return (line as Extract<LineOutcome<Answer>, { answer: Answer }>).answer;
}

/** Several inputs of one command, in order. */
export interface Batch<Input> {
  readonly lines: readonly Input[];
  /** Whether what refuses one line refuses all; else the others go on without it. */
  readonly atomic?: boolean | undefined;
}

/** Runs a command for the lines of a batch, each on what those before it left, as one write. */
export function executeBatch<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  context: Context,
  command: Command<Input, Loaded, Decision, Answer> & { advance: unknown },
  { lines: inputs, atomic }: Batch<Input>,
): Promise<readonly LineOutcome<Answer>[]> {
  return run(command, { context, inputs, batch: atomic ? "all" : "each" });
}

function run<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  asked: Omit<Request<Input>, "operationId">,
): Promise<readonly LineOutcome<Answer>[]> {
  const request = { ...asked, operationId: newUuid() };
  return request.context.executor.run(attemptOf(command, request));
}

function attemptOf<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  request: Request<Input>,
): Attempt<readonly LineOutcome<Answer>[]> {
  return {
    ...jointOf(command, [request]),
    // What is all or nothing would have to be undone in the facts of the others.
    ...(command.advance && !request.batch ? { request, join: joinOf(command) } : {}),
  };
}

const joins = new WeakMap<object, Join>();

/** The one function of a command that joins its attempts. */
function joinOf<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
): Join {
  let join = joins.get(command);
  if (!join) {
    // Only attempts of the same command come here, with the requests that it put there.
    join = (requests) => jointOf(command, requests as readonly Request<Input>[]);
    joins.set(command, join);
  }
  return join;
}
