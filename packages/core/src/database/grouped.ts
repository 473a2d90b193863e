import { newPatience, outOfTime, runAttempts } from "./attempts.ts";
import {
  type Attempt,
  type BatchDatabase,
  deadlineMs,
  type Executor,
  type Join,
  type Joint,
  type Outcome,
} from "./executor.ts";
import type { Bound } from "./statement.ts";
import { farAway } from "./optimistic.ts";
import { AnswerTooLarge, overloaded } from "./refusals.ts";
import { Refusal } from "../refusal.ts";
import { newTurns, type Turn, type Turns } from "./turns.ts";
import { newUnderWay } from "./under-way.ts";

/** So long after the first another may join: they are served or refused by the first's deadline. */
const joiningMs = 1000;

/** As many commands load, decide and write as one at most. */
const groupSize = 64;

/** What several write together has no more characters: a proxy may take no body beyond 1 MiB. */
const longestWrite = 256 * 1024;

/** How a server is asked. */
export interface Asking {
  /** How many batches that read may be under way at once. */
  readonly reads: number;
  /** With less time left than this a write is not sent: given up under way, it would be in doubt. */
  readonly leastMs: number;
  readonly patienceMs?: number | undefined;
}

interface Member {
  readonly attempt: Attempt<unknown>;
  readonly deadline: number;
  settle(outcome: Outcome<unknown>): void;
}

/**
 * Runs the commands of one process on a libSQL server in turn: none is overtaken by another on the
 * way from its load to its write. Those of one kind that wait for their turn have it together, as
 * on a file. Refuses as `optimisticExecutor` does.
 */
export function groupedExecutor(database: BatchDatabase, asking: Asking): Executor {
  const { leastMs, patienceMs = deadlineMs } = asking;
  const batches = limited(database, asking);
  const toWrite = newTurns(1);
  const underWay = newUnderWay();
  /** Those who wait for their turn and whom others may still join, in order. */
  const forming = new Map<Join, Member[]>();

  async function serve(members: Member[], isFirst: boolean): Promise<void> {
    const { join } = members[0]!.attempt;
    const turn = await turnOf(members, { toWrite, leastMs, isFirst });
    if (join && forming.get(join) === members) forming.delete(join);
    // Someone may have joined as the last was refused.
    if (!turn) return members.length > 0 ? serve(members, true) : undefined;
    const { deadline } = members[0]!;
    let outcomes: readonly Outcome<unknown>[];
    try {
      outcomes = await runAttempts(batches, jointOf(members), newPatience(deadline, turn));
    } catch (error) {
      turn.leave();
      if (members.length === 1 || isOfAll(error)) return refuse(members, error);
      // Too much at once, or one of them is at fault: each half is tried.
      const half = Math.ceil(members.length / 2);
      await serve(members.slice(0, half), true);
      return serve(members.slice(half), true);
    }
    turn.leave();
    for (const [index, outcome] of outcomes.entries()) members[index]!.settle(outcome);
    const rest = members.slice(outcomes.length);
    if (rest.length > 0) await serve(rest, true);
  }

  const enter = (member: Member): void => {
    const { join } = member.attempt;
    const joined = join && forming.get(join);
    const isYoung = joined && member.deadline - joined[0]!.deadline < joiningMs;
    if (isYoung && joined.length < groupSize) return void joined.push(member);
    const members = [member];
    if (join) forming.set(join, members);
    void serve(members, false);
  };

  return {
    ...farAway,
    read: (statements) =>
      newPatience(performance.now() + patienceMs).try((deadline) =>
        batches.read(statements, deadline),
      ),
    run: async <Answer>(attempt: Attempt<Answer>) => {
      if (!attempt.isOwn && underWay.isFull()) throw overloaded();
      return underWay.during(
        () =>
          new Promise<Answer>((resolve, reject) => {
            const settle = (outcome: Outcome<unknown>) => {
              if ("error" in outcome) reject(outcome.error);
              // It is the outcome of this very attempt.
              else resolve(outcome.answer as Answer);
            };
            enter({ attempt, deadline: performance.now() + patienceMs, settle });
          }),
      );
    },
    isFull: () => underWay.isFull(),
  };
}

/**
 * Waits for the turn of some, which they have to be given so long before their deadline; those for
 * whom it comes too late are refused, and are no more of them.
 */
async function turnOf(
  members: Member[],
  { toWrite, leastMs, isFirst }: { toWrite: Turns; leastMs: number; isFirst: boolean },
): Promise<Turn | undefined> {
  for (let first = isFirst; members.length > 0; first = true) {
    // Who came first has waited longest.
    const turn = await toWrite.take(members[0]!.deadline - leastMs, first);
    if (turn) return turn;
    const now = performance.now();
    const inTime = members.findIndex(({ deadline }) => deadline - leastMs > now);
    const late = members.splice(0, inTime < 0 ? members.length : inTime);
    refuse(late, outOfTime(notSent()));
  }
  return undefined;
}

/** A database that is asked no more at once, and sent no write too late. */
function limited(database: BatchDatabase, { reads, leastMs }: Asking): BatchDatabase {
  const turns = newTurns(reads);
  return {
    read: async (statements, deadline) => {
      const turn = await turns.take(deadline);
      if (!turn) throw notSent();
      try {
        return await database.read(statements, deadline);
      } finally {
        turn.leave();
      }
    },
    write: async (statements, deadline) => {
      if (performance.now() > deadline - leastMs) throw notSent();
      return database.write(statements, deadline);
    },
  };
}

function jointOf(members: readonly Member[]): Joint<unknown> {
  const { attempt } = members[0]!;
  if (members.length === 1) return attempt;
  const joint = attempt.join!(members.map(({ attempt: { request } }) => request));
  return {
    ...joint,
    plan: (results) => {
      const plan = joint.plan(results);
      if (lengthOf(plan.write) > longestWrite) throw new Error("Too much to be sent at once.");
      return plan;
    },
  };
}

const lengthOf = (batch: readonly Bound[]): number =>
  batch
    .flatMap(({ params }) => params)
    .reduce((sum: number, value) => sum + (typeof value === "string" ? value.length : 0), 0);

const refuse = (members: readonly Member[], error: unknown): void => {
  for (const member of members) member.settle({ error });
};

/** Whether what refuses a group says how the database is, and not what one of its commands asks. */
const isOfAll = (error: unknown): boolean =>
  error instanceof Refusal && !(error instanceof AnswerTooLarge);

const notSent = () => new Error("Not sent: those before it took too long.");
