import { Refusal } from "../refusal.ts";
import type { Attempt, BatchDatabase, Executor, Plan, Results } from "./executor.ts";
import { faultOf } from "./faults.ts";
import type { Bound } from "./statement.ts";

/** How long a command is tried before it is refused, and how long it waits between attempts. */
const deadlineMs = 10_000;
const longestPauseMs = 250;

/**
 * Runs commands on a database that takes whole batches. A command that another writer overtook is
 * loaded and decided again; one whose outcome is unknown is sent again exactly as it was.
 */
export function optimisticExecutor(database: BatchDatabase): Executor {
  return {
    read: (statements) => patiently((remaining) => remaining.try(() => database.read(statements))),
    run: (attempt) => patiently((remaining) => runAttempts(database, attempt, remaining)),
  };
}

async function runAttempts<Answer>(
  database: BatchDatabase,
  attempt: Attempt<Answer>,
  patience: Patience,
): Promise<Answer> {
  let again = false;
  let doubtful: Plan<Answer> | undefined;
  for (;;) {
    const loaded = await patience.try(() => database.read(attempt.load(again)), doubtful);
    const committed = again ? attempt.committed(loaded) : undefined;
    if (committed && doubtful) return doubtful.answer(committed);
    const plan = attempt.plan(loaded);
    if (plan.write.length === 0) return plan.answer([]);
    const outcome = await write(database, plan.write, patience);
    if (outcome.results) return plan.answer(plan.logged(outcome.results));
    if (outcome.inDoubt) doubtful = plan;
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
      return { results: await database.write(batch), inDoubt };
    } catch (error) {
      const fault = faultOf(error);
      if (fault === "conflict") return { inDoubt };
      if (fault === "unknown") inDoubt = true;
      else if (fault !== "busy") throw refusalOf(fault, error, inDoubt);
      await patience.pause(inDoubt);
    }
  }
}

const refusalOf = (fault: string, error: unknown, inDoubt: boolean): unknown => {
  if (inDoubt) return outcomeUnknown();
  if (fault === "overload") return new Refusal("overloaded", "The database has too much to do.");
  if (fault === "unavailable") {
    return new Refusal("unavailable", "The database takes no writes at the moment.");
  }
  return error;
};

const outcomeUnknown = () =>
  new Refusal(
    "outcome_unknown",
    "It is not known whether the request took effect. Repeat it with the same Idempotency-Key.",
  );

interface Patience {
  try<Result>(work: () => Promise<Result>, doubtful?: unknown): Promise<Result>;
  pause(inDoubt?: boolean): Promise<void>;
}

async function patiently<Result>(work: (patience: Patience) => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + deadlineMs;
  let pauses = 0;
  const patience: Patience = {
    async try(attempt, doubtful) {
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          const fault = faultOf(error);
          if (fault !== "busy" && fault !== "unknown") {
            throw refusalOf(fault, error, doubtful !== undefined);
          }
          await patience.pause(doubtful !== undefined);
        }
      }
    },
    async pause(inDoubt = false) {
      if (Date.now() >= deadline) {
        if (inDoubt) throw outcomeUnknown();
        throw new Refusal("overloaded", "Too many others are writing the same records.");
      }
      const ceiling = Math.min(longestPauseMs, 2 ** Math.min(pauses++, 10));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * ceiling));
    },
  };
  return work(patience);
}
