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
import { newTurns } from "./turns.ts";
import { newUnderWay } from "./under-way.ts";

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

/** Commands of one kind that share a turn, in order; or one alone. */
interface Group {
  readonly members: Member[];
  /** That of the first: it has waited longest. */
  readonly deadline: number;
}

interface Member {
  readonly attempt: Attempt<unknown>;
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
  /** The groups that wait for their turn, which others may still join. */
  const forming = new Map<Join, Group>();

  async function serve(group: Group, isFirst: boolean): Promise<void> {
    const { members, deadline } = group;
    const turn = await toWrite.take(deadline - leastMs, isFirst);
    const { join } = members[0]!.attempt;
    if (join && forming.get(join) === group) forming.delete(join);
    if (!turn) return refuse(members, outOfTime(notSent()));
    let outcomes: readonly Outcome<unknown>[];
    try {
      outcomes = await runAttempts(batches, jointOf(members), newPatience(deadline, turn));
    } catch (error) {
      turn.leave();
      if (members.length === 1 || isOfAll(error)) return refuse(members, error);
      // Of joined ones each is tried alone.
      for (const member of members) await serve({ members: [member], deadline }, true);
      return;
    }
    turn.leave();
    for (const [index, outcome] of outcomes.entries()) members[index]!.settle(outcome);
    const rest = members.slice(outcomes.length);
    if (rest.length > 0) await serve({ members: rest, deadline }, true);
  }

  const enter = (member: Member): void => {
    const { join, isOwn = false } = member.attempt;
    const joined = join && forming.get(join);
    if (joined && joined.members.length < groupSize) return void joined.members.push(member);
    const group = { members: [member], deadline: performance.now() + patienceMs };
    if (join) forming.set(join, group);
    void serve(group, isOwn);
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
            enter({ attempt, settle });
          }),
      );
    },
    isFull: () => underWay.isFull(),
  };
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
