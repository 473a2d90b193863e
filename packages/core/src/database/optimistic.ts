import {
  answerOf,
  type Attempt,
  type BatchDatabase,
  deadlineMs,
  type Executor,
  type Plan,
  type Results,
} from "./executor.ts";
import { type Fault, faultOf } from "./faults.ts";
import { AnswerTooLarge, outcomeUnknown, overloaded, unavailable, usedUp } from "./refusals.ts";
import type { Bound } from "./statement.ts";

/** How long a command waits between attempts at most. */
const longestPauseMs = 250;

/** How many commands may be under way at once: each holds its facts in memory. */
const mostUnderWay = 1024;

/**
 * Runs commands on a database that takes whole batches. A command that another writer overtook is
 * loaded and decided again; one whose outcome is unknown is sent again exactly as it was. After
 * the deadline it is refused (`overloaded`, or `outcome_unknown` where it may have committed), and
 * at once (`overloaded`) while too many are under way, unless it is the service's own.
 */
export function optimisticExecutor(database: BatchDatabase, patienceMs = deadlineMs): Executor {
  let underWay = 0;
  const isFull = () => underWay >= mostUnderWay;
  return {
    read: (statements) =>
      newPatience(patienceMs).try((deadline) => database.read(statements, deadline)),
    run: async (attempt) => {
      if (!attempt.isOwn && isFull()) throw overloaded();
      underWay++;
      try {
        return await runAttempts(database, attempt, newPatience(patienceMs));
      } finally {
        underWay--;
      }
    },
    isFull,
    isNear: false,
    rowsAtOnce: 1000,
    // Each round trip is awaited, and others have their turn meanwhile.
    othersFirst: () => Promise.resolve(),
  };
}

async function runAttempts<Answer>(
  database: BatchDatabase,
  attempt: Attempt<Answer>,
  patience: Patience,
): Promise<Answer> {
  let again = false;
  let doubtful: Plan<Answer> | undefined;
  let sent: Plan<Answer> | undefined;
  for (;;) {
    const loaded = await patience.try((deadline) => database.read(attempt.load(again), deadline));
    const committed = again ? attempt.committed(loaded) : undefined;
    // What stands under its operation id was sent by it, also where the answer was another one: a
    // proxy may deliver a batch twice, and tell what became of the second.
    const done = doubtful ?? sent;
    if (committed && done) return answerOf(done.outcomes(committed)[0]);
    const plan = attempt.plan(loaded);
    if (plan.write.length === 0) return answerOf(plan.outcomes([])[0]);
    sent = plan;
    const { results, inDoubt } = await write(database, [...plan.guards(), ...plan.write], patience);
    if (results) return answerOf(plan.outcomes(plan.logged(results))[0]);
    if (inDoubt) doubtful = plan;
    again = true;
    await patience.pause();
  }
}

/** Sends one batch until its outcome is known: committed with results, or in conflict without. */
async function write(
  database: BatchDatabase,
  batch: readonly Bound[],
  patience: Patience,
): Promise<{ results?: Results; inDoubt: boolean }> {
  let inDoubt = false;
  for (;;) {
    try {
      return { results: await database.write(batch, patience.deadline), inDoubt };
    } catch (error) {
      const fault = faultOf(error);
      if (fault === "conflict") return { inDoubt };
      if (fault === "unknown" || fault === "breakdown") inDoubt = patience.inDoubt = true;
      await patience.after(fault, error);
    }
  }
}

/** What one command may still wait for, and how it is refused where it may not. */
interface Patience {
  readonly deadline: number;
  /** Whether something that it wrote may have committed. Once it is so, it stays so. */
  inDoubt: boolean;
  /** Repeats what only reads while the database can't be reached for the moment. */
  try(read: (deadline: number) => Promise<Results>): Promise<Results>;
  /** Waits, where the same may be sent again after this fault; else refuses. */
  after(fault: Fault, error: unknown): Promise<void>;
  /** Waits, or refuses where the time is up. */
  pause(error?: unknown): Promise<void>;
}

function newPatience(patienceMs: number): Patience {
  const deadline = Date.now() + patienceMs;
  let pauses = 0;
  const self: Patience = {
    deadline,
    inDoubt: false,
    async try(read) {
      for (;;) {
        try {
          return await read(deadline);
        } catch (error) {
          await self.after(faultOf(error), error);
        }
      }
    },
    async after(fault, error) {
      if (fault !== "busy" && fault !== "unknown") throw refusalOf(fault, error, self.inDoubt);
      await self.pause(error);
    },
    async pause(error) {
      const ceiling = Math.min(longestPauseMs, 2 ** Math.min(pauses++, 10));
      const pauseMs = Math.random() * ceiling;
      // After the deadline nothing more is sent.
      if (Date.now() + pauseMs >= deadline) {
        throw self.inDoubt ? outcomeUnknown(error) : outOfTime(error);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    },
  };
  return self;
}

function refusalOf(fault: Fault, error: unknown, inDoubt: boolean): unknown {
  if (inDoubt) return outcomeUnknown(error);
  if (fault === "used-up") return usedUp();
  if (fault === "too-large") return new AnswerTooLarge(error);
  if (fault === "overload" || fault === "breakdown") return overloaded(undefined, error);
  return fault === "unavailable" ? unavailable(error) : error;
}

const outOfTime = (error: unknown) =>
  overloaded("The database was too busy, or out of reach, for too long.", error);
