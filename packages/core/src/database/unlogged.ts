import type { Bound } from "./bound.ts";
import type { Executor, Plan, Results, Work } from "./executor.ts";

/** The statements to write, and the answer once they have committed. */
export interface Unlogged<Answer> {
  readonly write: readonly Bound[];
  readonly answer: Answer;
}

/**
 * Writes rows that the service keeps for itself: they are no part of the record, so they are not
 * logged. `decide` makes the statements from the rows of `load`. The write is never refused for the
 * length of the queue. It can be loaded and decided again, even after it was written.
 */
export const writeUnlogged = <Answer>(
  executor: Pick<Executor, "run">,
  load: readonly Bound[],
  decide: (loaded: Results) => Unlogged<Answer>,
): Promise<Answer> =>
  executor.run({
    load,
    plan: (loaded) => {
      const { write, answer } = decide(loaded);
      return planOfUnlogged(write, [answer]);
    },
    isOwn: true,
  });

/**
 * Writes such rows without reading any. Statements that wait are combined with those of other
 * calls, so each must have the same effect when it is repeated.
 */
export const writeUnread = async (
  executor: Pick<Executor, "run">,
  write: readonly Bound[],
): Promise<void> =>
  executor.run({ ...combined([write]), combine: combineWrites, request: write, isOwn: true });

// Only `writeUnread` gives requests to this function: the statements.
const combineWrites = (requests: readonly unknown[]) => combined(requests as readonly Bound[][]);

const combined = (writes: readonly (readonly Bound[])[]): Work<undefined> => ({
  load: [],
  plan: () =>
    planOfUnlogged(
      writes.flat(),
      writes.map(() => undefined),
    ),
});

const planOfUnlogged = <Answer>(
  write: readonly Bound[],
  answers: readonly Answer[],
): Plan<Answer> => ({
  write,
  isLogged: false,
  decidedAt: new Map(),
  outcomes: () => answers.map((answer) => ({ answer })),
});
