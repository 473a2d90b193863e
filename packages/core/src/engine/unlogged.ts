import type { Executor, Results } from "../database/executor.ts";
import type { Bound } from "../database/statement.ts";

/** What is written, and what is answered once it is there. */
export interface Unlogged<Answer> {
  readonly write: readonly Bound[];
  readonly answer: Answer;
}

/**
 * Writes what the service itself keeps, no part of the record and so not logged: what `decide`
 * makes of the rows of `load`. It is not refused for how many wait, and it may be loaded and decided
 * again, also where it was written already.
 */
export const writeUnlogged = <Answer>(
  executor: Pick<Executor, "run">,
  load: readonly Bound[],
  decide: (results: Results) => Unlogged<Answer>,
): Promise<Answer> =>
  executor.run({
    load: () => load,
    plan: (results) => {
      const { write, answer } = decide(results);
      const outcomes = () => [{ answer }];
      return { guards: () => [], write, logged: () => [], isIn: () => false, outcomes };
    },
    committed: () => undefined,
    isOwn: true,
  });
