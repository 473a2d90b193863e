import type { BatchDatabase, Joint, Logged, Outcome, Plan, Results } from "./executor.ts";
import { type Fault, faultOf } from "./faults.ts";
import { AnswerTooLarge, outcomeUnknown, overloaded, unavailable, usedUp } from "./refusals.ts";
import type { Bound } from "./statement.ts";
import type { Turn } from "./turns.ts";

/** How long a command waits between attempts at most. */
const longestPauseMs = 250;

/**
 * Loads, decides and writes on a database that takes whole batches. What another writer overtook is
 * loaded and decided again; what has an unknown outcome is sent again exactly as it was.
 */
export async function runAttempts<Answer>(
  database: BatchDatabase,
  joint: Joint<Answer>,
  patience: Patience,
): Promise<readonly Outcome<Answer>[]> {
  const sent: Plan<Answer>[] = [];
  for (;;) {
    const again = sent.length > 0;
    const load = joint.load(again);
    // What is written without having been read has nothing to load.
    const loaded =
      load.length > 0 ? await patience.try((deadline) => database.read(load, deadline)) : [];
    const committed = again ? joint.committed(loaded) : undefined;
    // What stands under its operation ids was sent by it, also where the answer was another one: a
    // proxy may deliver a batch twice, or late, and tell what became of the second.
    if (committed) return planIn(committed, sent).outcomes(committed);
    const plan = joint.plan(loaded);
    if (plan.write.length === 0) return plan.outcomes([]);
    sent.push(plan);
    const results = await write(database, [...plan.guards(), ...plan.write], patience);
    if (results) return plan.outcomes(plan.logged(results));
    await patience.pause();
  }
}

/** Which of the plans that were sent it is that is there. */
function planIn<Answer>(committed: readonly Logged[], sent: readonly Plan<Answer>[]): Plan<Answer> {
  const plan = sent.findLast(({ isIn }) => isIn(committed));
  if (!plan) throw outcomeUnknown(new Error("Something was written that no plan has."));
  return plan;
}

/** Sends one batch until its outcome is known: committed with results, or in conflict without. */
async function write(
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

/** What one command may still wait for, and how it is refused where it may not. */
export interface Patience {
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

/**
 * Patience until a deadline, a time of `performance.now()`. A turn is kept after a conflict; where
 * the database fails, others have theirs meanwhile.
 */
export function newPatience(deadline: number, turn?: Turn): Patience {
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
      turn?.leave();
      await self.pause(error);
      if (turn && !(await turn.takeAgain())) throw outOfTime(error, self.inDoubt);
    },
    async pause(error) {
      const ceiling = Math.min(longestPauseMs, 2 ** Math.min(pauses++, 10));
      const pauseMs = Math.random() * ceiling;
      // After the deadline nothing more is sent.
      if (performance.now() + pauseMs >= deadline) throw outOfTime(error, self.inDoubt);
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

/** What refuses a command whose time is up. */
export const outOfTime = (error: unknown, inDoubt = false) =>
  inDoubt
    ? outcomeUnknown(error)
    : overloaded("The database was too busy, or out of reach, for too long.", error);
