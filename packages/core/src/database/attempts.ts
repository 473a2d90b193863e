import type { Bound } from "./bound.ts";
import {
  type BatchDatabase,
  type Logged,
  type Outcome,
  type Plan,
  type Results,
  type Work,
} from "./executor.ts";
import type { Permit } from "./semaphore.ts";
import { type Fault, faultOf } from "./faults.ts";
import {
  AnswerTooLarge,
  outcomeUnknown,
  overloaded,
  unavailable,
  queriesUsedUp,
  recordTooLarge,
} from "./refusals.ts";

/** The longest pause between two attempts of a command. */
const pauseMsMax = 250;

/**
 * Loads, decides and writes on a database that takes whole batches. After a conflict with another
 * writer it loads and decides again; a batch with an unknown outcome is sent again unchanged.
 */
export async function runAttempts<Answer>(
  database: BatchDatabase,
  work: Work<Answer>,
  patience: Patience,
): Promise<readonly Outcome<Answer>[]> {
  const { load, log } = work;
  const sent: Plan<Answer>[] = [];
  for (;;) {
    const isRepeated = sent.length > 0;
    const toRead = isRepeated && log ? [...load, log] : load;
    // Writes that read nothing have nothing to load.
    const loaded =
      toRead.length > 0 ? await patience.try((deadline) => database.read(toRead, deadline)) : [];
    if (isRepeated && log) {
      const committed = loaded.at(-1)!.map(log.row);
      // Rows under its operation ids are its own, even where the response said otherwise: a proxy
      // can deliver a batch twice, or late, and return the response of the second.
      if (committed.length > 0) return planThatLogged(committed, sent).outcomes(committed);
    }
    const plan = work.plan(loaded, true);
    if (plan.write.length === 0) return plan.outcomes([]);
    sent.push(plan);
    const results = await writeBatch(database, plan.write, patience);
    if (results) return plan.outcomes(plan.isLogged ? results.at(-1)!.map(log!.row) : []);
    await patience.pause();
  }
}

/** The one of the sent plans that has logged these rows. */
function planThatLogged<Answer>(
  committed: readonly Logged[],
  sent: readonly Plan<Answer>[],
): Plan<Answer> {
  // Each plan decides at a time of its own; the operations stay the same.
  const plan = sent.findLast(({ decidedAt }) =>
    committed.every(({ operationId, at }) => decidedAt.get(operationId) === at),
  );
  if (!plan) throw outcomeUnknown(new Error("The log has rows that no plan has written."));
  return plan;
}

/** Sends one batch until its outcome is known: committed with results, or in conflict without. */
async function writeBatch(
  database: BatchDatabase,
  batch: readonly Bound[],
  patience: Patience,
): Promise<Results | undefined> {
  for (;;) {
    try {
      return await database.write(batch, patience.deadline);
    } catch (error) {
      const fault = faultOf(error);
      if (fault === "conflict") return undefined;
      if (fault === "unknown" || fault === "breakdown") patience.inDoubt = true;
      await patience.after(fault, error);
    }
  }
}

/** The time that a command has left, and its refusal once that is over. */
export interface Patience {
  readonly deadline: number;
  /** Whether one of its batches can have committed. Never reset. */
  inDoubt: boolean;
  /** Reads, and repeats the read while the database is temporarily out of reach. */
  try(read: (deadline: number) => Promise<Results>): Promise<Results>;
  /** Waits where the same batch can be sent again after this fault; otherwise refuses. */
  after(fault: Fault, error: unknown): Promise<void>;
  /** Waits, or refuses where the time is over. */
  pause(error?: unknown): Promise<void>;
}

/**
 * Patience until a deadline, a time of `performance.now()`. The permit is kept after a conflict;
 * while the database fails, it is released to others.
 */
export function newPatience(deadline: number, permit?: Permit): Patience {
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
      if (fault !== "busy" && fault !== "unknown") throw refusalOfFault(fault, error, self.inDoubt);
      permit?.release();
      await self.pause(error);
      if (permit && !(await permit.reacquire())) throw outOfTime(error, self.inDoubt);
    },
    async pause(error) {
      const ceiling = Math.min(pauseMsMax, 2 ** Math.min(pauses++, 10));
      const pauseMs = Math.random() * ceiling;
      // Nothing is sent after the deadline.
      if (performance.now() + pauseMs >= deadline) throw outOfTime(error, self.inDoubt);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    },
  };
  return self;
}

/** The refusal of what failed with a fault. */
export function refusalOfFault(fault: Fault, error: unknown, inDoubt: boolean): unknown {
  if (inDoubt) return outcomeUnknown(error);
  if (fault === "used-up") return queriesUsedUp();
  if (fault === "too-large") return new AnswerTooLarge(error);
  if (fault === "too-big") return recordTooLarge(error);
  if (fault === "overload" || fault === "breakdown") return overloaded(undefined, error);
  return fault === "unavailable" ? unavailable(error) : error;
}

/** The refusal of a command whose time is over. */
export const outOfTime = (error: unknown, inDoubt = false) =>
  inDoubt
    ? outcomeUnknown(error)
    : overloaded("The database was too busy, or out of reach, for too long.", error);
