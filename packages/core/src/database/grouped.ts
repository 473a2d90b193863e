import { newPatience, outOfTime, runAttempts } from "./attempts.ts";
import type { Bound } from "./bound.ts";
import {
  type BatchDatabase,
  type Combine,
  deadlineMs,
  groupSizeMax,
  type Job,
  type ObservableExecutor,
  type OnCommit,
  type Outcome,
  type Waiting,
  type Work,
} from "./executor.ts";
import { newSemaphore, type Permit, type Semaphore } from "./semaphore.ts";
import { roundTrips } from "./optimistic.ts";
import { AnswerTooLarge, overloaded } from "./refusals.ts";
import { Refusal } from "../refusal.ts";
import { newUnderWay } from "./under-way.ts";

/** How long a group takes members: all are served or refused by the first one's deadline. */
const joiningMsMax = 1000;

/** The most characters that a group writes: a proxy can refuse a body over 1 MiB. */
const writeLengthMax = 256 * 1024;

/** The limits of the requests to a server. */
export interface ServerLimits {
  /** The most reads at the same time. */
  readonly readsMax: number;
  /** With less time left a write is not sent: given up on its way, its outcome would be unknown. */
  readonly writeMsMin: number;
  readonly patienceMs?: number | undefined;
}

interface GroupMember {
  readonly job: Job<unknown>;
  readonly deadline: number;
  respond(outcome: Outcome<unknown>): void;
}

/**
 * Runs the commands of one process on a libSQL server one after the other: none is overtaken by
 * another between its load and its write. Waiting commands of one kind are combined, as on a file.
 * Refuses as `optimisticExecutor` does.
 */
export function groupedExecutor(database: BatchDatabase, limits: ServerLimits): ObservableExecutor {
  const { writeMsMin, patienceMs = deadlineMs } = limits;
  const batches = limited(database, limits);
  const mutex = newSemaphore(1);
  const underWay = newUnderWay();
  const { waiting, counted } = newCounts();
  let onCommit: OnCommit = () => {};
  /** The groups that wait for the mutex and take further members. */
  const forming = new Map<Combine, GroupMember[]>();

  async function serve(members: GroupMember[], isFirst: boolean): Promise<void> {
    const { combine } = members[0]!.job;
    const permit = await permitFor(members, { mutex, writeMsMin, isFirst });
    if (combine && forming.get(combine) === members) forming.delete(combine);
    // A command can have joined while the last member was refused.
    if (!permit) return members.length > 0 ? serve(members, true) : undefined;
    const { deadline } = members[0]!;
    let outcomes: readonly Outcome<unknown>[];
    const startedAt = performance.now();
    try {
      outcomes = await runAttempts(batches, combinedWork(members), newPatience(deadline, permit));
    } catch (error) {
      permit.release();
      if (members.length === 1 || concernsAll(error)) return refuse(members, error);
      // The group is too large, or one of its commands is at fault: each half is tried.
      const half = Math.ceil(members.length / 2);
      await serve(members.slice(0, half), true);
      return serve(members.slice(half), true);
    }
    permit.release();
    onCommit(outcomes.length, performance.now() - startedAt);
    for (const [index, outcome] of outcomes.entries()) members[index]!.respond(outcome);
    const rest = members.slice(outcomes.length);
    if (rest.length > 0) await serve(rest, true);
  }

  const enter = (member: GroupMember): void => {
    const { combine } = member.job;
    const group = combine && forming.get(combine);
    const isYoung = group && member.deadline - group[0]!.deadline < joiningMsMax;
    if (isYoung && group.length < groupSizeMax) return void group.push(member);
    const members = [member];
    if (combine) forming.set(combine, members);
    void serve(members, false);
  };

  return {
    ...roundTrips,
    read: (statements) =>
      counted("reads", () =>
        newPatience(performance.now() + patienceMs).try((deadline) =>
          batches.read(statements, deadline),
        ),
      ),
    run: async <Answer>(job: Job<Answer>) => {
      if (!job.isOwn && underWay.isFull()) throw overloaded();
      const deadline = performance.now() + patienceMs;
      const served = () => responseTo<Answer>((respond) => enter({ job, deadline, respond }));
      return underWay.during(() => counted("writes", served));
    },
    isFull: () => underWay.isFull(),
    waiting,
    observe: (next) => void (onCommit = next),
  };
}

/** Resolves with the answer that a response to one job has, or rejects with its refusal. */
const responseTo = <Answer>(begin: (respond: GroupMember["respond"]) => void): Promise<Answer> =>
  new Promise((resolve, reject) => {
    begin((outcome) => {
      if ("error" in outcome) reject(outcome.error);
      // It is the outcome of this job.
      else resolve(outcome.answer as Answer);
    });
  });

/** Counts the requests that wait for a server, or that it serves. */
function newCounts() {
  const counts = { writes: 0, reads: 0 };
  return {
    waiting: (): Waiting => ({ ...counts }),
    counted: async <Result>(kind: keyof Waiting, work: () => Promise<Result>): Promise<Result> => {
      counts[kind]++;
      try {
        return await work();
      } finally {
        counts[kind]--;
      }
    },
  };
}

/**
 * Waits for the mutex on behalf of a group, which needs it some time before its deadline. Members
 * for whom it comes too late are refused and leave the group.
 */
async function permitFor(
  members: GroupMember[],
  { mutex, writeMsMin, isFirst }: { mutex: Semaphore; writeMsMin: number; isFirst: boolean },
): Promise<Permit | undefined> {
  for (let first = isFirst; members.length > 0; first = true) {
    // The first member has waited longest.
    const permit = await mutex.acquire(members[0]!.deadline - writeMsMin, first);
    if (permit) return permit;
    const now = performance.now();
    const inTime = members.findIndex(({ deadline }) => deadline - writeMsMin > now);
    const late = members.splice(0, inTime < 0 ? members.length : inTime);
    refuse(late, outOfTime(notSent()));
  }
  return undefined;
}

/** The database with a limit of reads at the same time, and no write that is sent too late. */
function limited(database: BatchDatabase, { readsMax, writeMsMin }: ServerLimits): BatchDatabase {
  const semaphore = newSemaphore(readsMax);
  return {
    read: async (statements, deadline) => {
      const permit = await semaphore.acquire(deadline);
      if (!permit) throw notSent();
      try {
        return await database.read(statements, deadline);
      } finally {
        permit.release();
      }
    },
    write: async (statements, deadline) => {
      if (performance.now() > deadline - writeMsMin) throw notSent();
      return database.write(statements, deadline);
    },
  };
}

function combinedWork(members: readonly GroupMember[]): Work<unknown> {
  const { job } = members[0]!;
  if (members.length === 1) return job;
  const work = job.combine!(members.map((member) => member.job.request));
  return {
    ...work,
    plan: (loaded, isGuarded) => {
      const plan = work.plan(loaded, isGuarded);
      if (lengthOf(plan.write) > writeLengthMax) throw new Error("The combined write is too long.");
      return plan;
    },
  };
}

const lengthOf = (batch: readonly Bound[]): number =>
  batch
    .flatMap(({ params }) => params)
    .reduce((sum: number, value) => sum + (typeof value === "string" ? value.length : 0), 0);

const refuse = (members: readonly GroupMember[], error: unknown): void => {
  for (const member of members) member.respond({ error });
};

/** Whether the refusal of a group is about the database, and not about one of the commands. */
const concernsAll = (error: unknown): boolean =>
  error instanceof Refusal && !(error instanceof AnswerTooLarge) && error.code !== "too_large";

const notSent = () => new Error("Not sent: the requests before it took too long.");
