import { newPatience, runAttempts } from "./attempts.ts";
import { answerOf, type BatchDatabase, deadlineMs, type Executor } from "./executor.ts";
import { overloaded } from "./refusals.ts";
import { newUnderWay } from "./under-way.ts";

/** What an executor of a database that takes batches has of its own: it is a round trip away. */
export const farAway = {
  isNear: false,
  rowsAtOnce: 1000,
  // Each round trip is awaited, and others have their turn meanwhile.
  othersFirst: () => Promise.resolve(),
} as const;

/**
 * Runs commands on a database that takes whole batches, each for itself. After the deadline one is
 * refused (`overloaded`, or `outcome_unknown` where it may have committed), and at once
 * (`overloaded`) while too many are under way, unless it is the service's own.
 */
export function optimisticExecutor(database: BatchDatabase, patienceMs = deadlineMs): Executor {
  const underWay = newUnderWay();
  const patience = () => newPatience(performance.now() + patienceMs);
  return {
    ...farAway,
    read: (statements) => patience().try((deadline) => database.read(statements, deadline)),
    run: async (attempt) => {
      if (!attempt.isOwn && underWay.isFull()) throw overloaded();
      const [first] = await underWay.during(() => runAttempts(database, attempt, patience()));
      return answerOf(first);
    },
    isFull: () => underWay.isFull(),
  };
}
