import { type Answer, type OperationName, ProblemError } from "@asbuilt/client";
import type { Asbuilt } from "./asbuilt.ts";
import { sendPatiently } from "./busy.ts";
import { newIdempotencyKey } from "./idempotency-key.ts";
import { problemOfLine, type ProblemOfLines } from "./write-lines.rules.ts";
import type { Outcome, SendLines } from "./write-many.ts";

/** The operations on one item that have a batch, and their batches. */
const batches = {
  materialItemDispatch: "materialItemDispatchMany",
  materialItemHold: "materialItemHoldMany",
  materialItemMove: "materialItemMoveMany",
  materialItemReceive: "materialItemReceiveMany",
  materialItemRelease: "materialItemReleaseMany",
  materialItemScrap: "materialItemScrapMany",
} as const satisfies Partial<Record<OperationName, OperationName>>;

type Batched = keyof typeof batches;
type Results = Answer<(typeof batches)[Batched]>;

/**
 * Sends entries as the lines of one request, each with its own result. A request whose outcome
 * nobody knows is sent again as it was, under its key.
 */
export const sendingLines =
  <Name extends Batched>(asbuilt: Asbuilt, name: Name): SendLines<Name> =>
  async (entries) => {
    const before = entries[0]!.sentIn;
    const isSame = before?.count === entries.length;
    const sentIn = isSame ? before : { key: newIdempotencyKey(), count: entries.length };
    const lines = entries.map(({ call }) => call.body);
    // The lines are the bodies of the single operation, and so are the answers to them.
    const call = { body: { lines }, idempotencyKey: sentIn.key } as never;
    try {
      const answered: Results = await sendPatiently(() => asbuilt.send(batches[name], call));
      const { results } = answered;
      return results.map(({ answer, problem }, line): Outcome<Name> =>
        problem
          ? { state: "refused", sentIn: undefined, error: refusalOf(problem, line) }
          : { state: "done", sentIn: undefined, answer: answer as Answer<Name> },
      );
    } catch (error) {
      const problem = error instanceof ProblemError ? error.problem : undefined;
      return entries.map((_, line): Outcome<Name> =>
        problem && problem.status < 500
          ? { state: "refused", sentIn: undefined, error: refusalOf(problem, line) }
          : { state: "refused", sentIn, error },
      );
    }
  };

/** The refusal of one line, as the single operation would throw it. */
const refusalOf = (problem: ProblemOfLines, line: number) =>
  new ProblemError(problemOfLine(problem, line), new Response(undefined, problem));
