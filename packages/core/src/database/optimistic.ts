import { newPatience, runAttempts } from "./attempts.ts";
import { answerOf, type BatchDatabase, deadlineMs, type Executor } from "./executor.ts";
import { overloaded } from "./refusals.ts";
import { newUnderWay } from "./under-way.ts";

/** The properties of an executor whose database is a round trip away. */
export const roundTrips = {
  isLocal: false,
  listRows: 1000,
  // Other work runs during each round trip anyway.
  yieldToOthers: () => Promise.resolve(),
} as const;

/**
 * Runs commands on a database that takes whole batches, each by itself. A command is refused after
 * the deadline (`overloaded`, or `outcome_unknown` if it can have committed), and immediately
 * (`overloaded`) while too many are under way, unless it is the service's own.
 */
export function optimisticExecutor(database: BatchDatabase, patienceMs = deadlineMs): Executor {
  const underWay = newUnderWay();
  const patience = () => newPatience(performance.now() + patienceMs);
  return {
    ...roundTrips,
    read: (statements) => patience().try((deadline) => database.read(statements, deadline)),
    run: async (job) => {
      if (!job.isOwn && underWay.isFull()) throw overloaded();
      const [first] = await underWay.during(() => runAttempts(database, job, patience()));
      return answerOf(first);
    },
    isFull: () => underWay.isFull(),
    bytes: database.bytes,
  };
}
