import { and, eq, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Attribution, Change } from "./changes.ts";
import { type Context, keyCheck, requireValidKey } from "./context.ts";
import type { Attempt, Logged, Plan, Results } from "../database/executor.ts";
import { changeLog, idempotencyKey } from "../database/schema/index.ts";
import { type Bound, query, statement } from "../database/statement.ts";
import type { Absence } from "./absences.ts";
import { type Assertion, assertUnchanged } from "./assertions.ts";
import { Refusal } from "../refusal.ts";
import { writeChanges } from "./write-changes.ts";

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
  /** Brings the facts up to date with a decision, for the inputs that follow it. */
  advance?(facts: RowsOf<Loaded>, decision: Decision): void;
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
  return context.executor.run(attemptOf(context, command, inputs));
}

function attemptOf<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  context: Context,
  command: Command<Input, Loaded, Decision, Answer>,
  inputs: readonly Input[],
): Attempt<Answer[]> {
  const operationId = uuidv7();
  const queries = Object.entries(command.load(inputs));
  const facts = queries.flatMap(([, bound]) => bound ?? []);
  const replay = replayOf(context);
  const look = operationLog({ operationId });
  const check = keyCheck(context.principal);
  const load = [check, ...replay, ...facts];
  const lookAt = load.length;

  const plan = (results: Results): Plan<Answer[]> => {
    const key = requireValidKey(context, results[0]!.map(check.row));
    const recorded = recordedIn(context, replay, results.slice(1, 1 + replay.length));
    if (recorded) {
      context.onReplay?.();
      return {
        guards: [],
        write: [],
        logged: () => [],
        answer: () => answerAll(command, recorded.decisions as Decision[], recorded.logged),
      };
    }
    let next = 1 + replay.length;
    const rows = Object.fromEntries(
      queries.map(([name, bound]) => [name, bound ? rowsOf(bound, results[next++]!) : []]),
    ) as RowsOf<Loaded>;
    return planWrites(context, command, inputs, rows, { operationId, key, look });
  };

  return {
    load: (again) => (again ? [...load, look] : load),
    plan,
    committed: (results) => {
      const rows = rowsOf(look, results[lookAt]!) as Logged[];
      return rows.length > 0 ? rows : undefined;
    },
  };
}

/** One request to write: its id, what its key rests on, and the look at what it has logged. */
interface Operation {
  readonly operationId: string;
  readonly key: readonly Assertion[];
  readonly look: Bound;
}

const rowsOf = (bound: Bound, raw: Results[number]): unknown[] => raw.map(bound.row);

function planWrites<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  context: Context,
  command: Command<Input, Loaded, Decision, Answer>,
  inputs: readonly Input[],
  facts: RowsOf<Loaded>,
  { operationId, key, look }: Operation,
): Plan<Answer[]> {
  const { userId, keyId } = context.principal;
  const by = { operationId, at: context.now(), userId, keyId, requestId: context.requestId };
  const decisions: Decision[] = [];
  const write: Bound[] = [];
  let loggedBefore = 0;
  for (const input of inputs) {
    const decision = command.decide(facts, input, by);
    if (inputs.length > 1) command.advance?.(facts, decision);
    const written = writeChanges(command.write(decision), by, loggedBefore);
    loggedBefore += written.logged;
    write.push(...written.statements);
    decisions.push(decision);
  }
  const after = recordDecision(context, operationId, decisions, by.at);
  // One look at the end costs less than a RETURNING of each row.
  const looks = loggedBefore > 0 ? [look] : [];
  return {
    guards: write.length > 0 ? assertUnchanged([{ asserts: key }, ...decisions]) : [],
    write: [...write, ...after, ...looks],
    logged: (results) => looks.flatMap((bound) => rowsOf(bound, results.at(-1)!) as Logged[]),
    answer: (logged) => answerAll(command, decisions, logged),
  };
}

function answerAll<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  decisions: readonly Decision[],
  logged: readonly Logged[],
): Answer[] {
  let next = 0;
  return decisions.map((decision) => {
    const count = command.write(decision).filter((change) => "note" in change).length;
    const own = logged.slice(next, (next += count));
    return command.answer(decision, own);
  });
}

/** What an operation logged, in order. */
const operationLog = statement(() =>
  query
    .select({ seq: changeLog.seq, id: changeLog.entityId })
    .from(changeLog)
    .where(eq(changeLog.operationId, sql.placeholder("operationId")))
    .orderBy(changeLog.ordinal),
);

const recordedKey = statement(() =>
  query
    .select({ bodyHash: idempotencyKey.bodyHash, decision: idempotencyKey.decision })
    .from(idempotencyKey)
    .where(sameKey()),
);

const recordedLog = statement(() =>
  query
    .select({ seq: changeLog.seq, id: changeLog.entityId })
    .from(changeLog)
    .where(
      eq(
        changeLog.operationId,
        query.select({ id: idempotencyKey.operationId }).from(idempotencyKey).where(sameKey()),
      ),
    )
    .orderBy(changeLog.ordinal),
);

const sameKey = () =>
  and(
    eq(idempotencyKey.userId, sql.placeholder("userId")),
    eq(idempotencyKey.method, sql.placeholder("method")),
    eq(idempotencyKey.path, sql.placeholder("path")),
    eq(idempotencyKey.key, sql.placeholder("key")),
  );

const recordKey = statement(() =>
  query.insert(idempotencyKey).values({
    userId: sql.placeholder("userId"),
    method: sql.placeholder("method"),
    path: sql.placeholder("path"),
    key: sql.placeholder("key"),
    bodyHash: sql.placeholder("bodyHash"),
    operationId: sql.placeholder("operationId"),
    decision: sql.placeholder("decision"),
    at: sql.placeholder("at"),
  }),
);

/** The statements that look up whether the request was answered before. */
function replayOf({ idempotency, principal }: Context): readonly Bound[] {
  if (!idempotency) return [];
  const { method, path, key } = idempotency;
  const values = { userId: principal.userId, method, path, key };
  return [recordedKey(values), recordedLog(values)];
}

function recordedIn(
  { idempotency }: Context,
  replay: readonly Bound[],
  results: Results,
): { decisions: unknown[]; logged: readonly Logged[] } | undefined {
  const [found] = idempotency ? results[0]!.map(replay[0]!.row) : [];
  if (!found) return undefined;
  const { bodyHash, decision } = found as { bodyHash: string; decision: string };
  if (bodyHash !== idempotency!.bodyHash) {
    throw new Refusal(
      "idempotency_conflict",
      "This Idempotency-Key was used for a request with another body.",
    );
  }
  return {
    decisions: JSON.parse(decision) as unknown[],
    logged: results[1]!.map((raw) => replay[1]!.row(raw) as Logged),
  };
}

function recordDecision(
  { idempotency, principal }: Context,
  operationId: string,
  decisions: readonly unknown[],
  at: number,
): Bound[] {
  if (!idempotency) return [];
  const { method, path, key, bodyHash } = idempotency;
  const { userId } = principal;
  const decision = JSON.stringify(decisions);
  return [recordKey({ userId, method, path, key, bodyHash, operationId, decision, at })];
}
