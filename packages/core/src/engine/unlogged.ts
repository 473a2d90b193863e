import type { Executor, Joint, Results } from "../database/executor.ts";
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

/**
 * Writes what the service itself keeps and can tell without reading. Statements that wait are
 * written together with those of others, wholly or not at all: each says the same when repeated.
 */
export const writeUnread = async (
  executor: Pick<Executor, "run">,
  write: readonly Bound[],
): Promise<void> =>
  executor.run({ ...allOf([write]), join: joinWrites, request: write, isOwn: true });

// Only what `writeUnread` runs comes here, with the statements that it put there.
const joinWrites = (requests: readonly unknown[]) => allOf(requests as readonly Bound[][]);

const allOf = (writes: readonly (readonly Bound[])[]): Joint<undefined> => ({
  load: () => [],
  plan: () => ({
    guards: () => [],
    write: writes.flat(),
    logged: () => [],
    isIn: () => false,
    outcomes: () => writes.map(() => ({ answer: undefined })),
  }),
  committed: () => undefined,
});
