import { uuidv7 } from "uuidv7";
import type { Absence } from "./absences.ts";
import type { Assertion } from "./assertions.ts";
import type { Attribution, Change } from "./changes.ts";
import type { Context } from "./context.ts";
import type { Attempt, Join, Logged } from "../database/executor.ts";
import type { Bound } from "../database/statement.ts";
import { jointOf, lookAt, type Request } from "./joint.ts";

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
   * Brings the facts up to date with a decision, for the inputs that follow it. Answers false where
   * it can't: they have to load anew. A command that has it neither deletes nor refuses what it
   * has not read, so that several requests can load, decide and write as one.
   */
  advance?(facts: RowsOf<Loaded>, decision: Decision): boolean;
}

/** Runs a command for one input. */
export async function execute<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  context: Context,
  command: Command<Input, Loaded, Decision, Answer>,
  input: Input,
): Promise<Answer> {
  const [answer] = await executeAll(context, command, [input]);
  return answer as Answer;
}

/** Runs a command for several inputs in order: all of them, or none. */
export function executeAll<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  context: Context,
  command: Command<Input, Loaded, Decision, Answer>,
  inputs: readonly Input[],
): Promise<Answer[]> {
  if (inputs.length > 1 && !command.advance) {
    throw new Error("A command that does not advance its facts takes one input.");
  }
  return context.executor.run(attemptOf(command, { context, inputs, operationId: uuidv7() }));
}

function attemptOf<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  request: Request<Input>,
): Attempt<Answer[]> {
  const { load, plan } = jointOf(command, [request]);
  const look = lookAt([request]);
  return {
    load: (again) => (again ? [...load(), look] : load()),
    plan,
    committed: (results) => {
      const rows = results.at(-1)!;
      return rows.length > 0 ? rows.map(look.row) : undefined;
    },
    // What is all or nothing would have to be undone in the facts of the others.
    ...(command.advance && request.inputs.length === 1 ? { request, join: joinOf(command) } : {}),
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
