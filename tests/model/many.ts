import { expect } from "vitest";
import { type Answered, type Made, outcomeOf, type Outcome, type Request } from "./request.ts";
import { Malformed, type World } from "./world.ts";

/**
 * Performs the lines of a batch one by one. A refused line does not affect the others, unless all
 * must take effect or none. A line that breaks the contract always refuses the batch.
 */
export function performAll(
  world: World,
  lines: readonly Pick<Request, "perform">[],
  isAtomic: boolean,
): Answered {
  const restore = snapshotOf(world);
  const outcomes = lines.map((line) => outcomeOf(line, true));
  const refusals = outcomes.flatMap((one) => ("refusal" in one ? one.refusal : []));
  const malformed = refusals.find((refusal) => refusal instanceof Malformed);
  const refusal = malformed ?? (isAtomic ? refusals[0] : undefined);
  if (refusal === undefined) return answerOf(outcomes);
  restore();
  throw refusal;
}

function answerOf(outcomes: readonly Outcome[]): Answered {
  const isDone = outcomes.map((outcome) => "answer" in outcome);
  return ({ results }) => ({
    done: isDone.filter(Boolean).length,
    refused: isDone.filter((done) => !done).length,
    results: outcomes.map((outcome, line) => {
      const { status } = outcome;
      if ("answer" in outcome) {
        // A line that the service refused has no answer, which the comparison shows.
        const { answer = {} as Made } = results[line] ?? {};
        return expect.objectContaining({ line, status, answer: outcome.answer(answer) });
      }
      const { code } = outcome.refusal;
      return { line, status, problem: expect.objectContaining({ status, code, line }) };
    }),
  });
}

/** Returns the function that brings a world back to its present state. */
function snapshotOf({ items, orders, builds, transfers }: World): () => void {
  const kept = items.map(({ history, ...item }) => ({ ...item, count: history.length }));
  const taken = builds.map((built) => built.taken.length);
  const [itemCount, buildCount, transferCount] = [items, builds, transfers].map(
    ({ length }) => length,
  ) as [number, number, number];
  const actions = orders.map((order) => order.actions.length);
  return () => {
    items.length = itemCount;
    builds.length = buildCount;
    transfers.length = transferCount;
    for (const [index, { count, ...item }] of kept.entries()) {
      Object.assign(items[index]!, item);
      items[index]!.history.length = count;
    }
    for (const [index, count] of taken.entries()) builds[index]!.taken.length = count;
    for (const [index, count] of actions.entries()) orders[index]!.actions.length = count;
  };
}
