import type { LineOutcome } from "@asbuilt/core";
import { problemDocument } from "../response/problem.ts";

/** Returns the results of a batch in wire form: each line has its answer or its problem. */
export function toResults<Answer, Record>(
  outcomes: readonly LineOutcome<Answer>[],
  toRecord: (answer: Answer) => Record,
) {
  const results = outcomes.map((outcome, line) => {
    if ("answer" in outcome) {
      const replayed = outcome.isReplay ? { replayed: true } : {};
      return { line, status: 200, ...replayed, answer: toRecord(outcome.answer) };
    }
    const { code, message, extras } = outcome.refused;
    const problem = problemDocument(code, message, extras);
    return { line, status: problem.status, problem };
  });
  const refused = results.filter(({ status }) => status !== 200).length;
  return { done: results.length - refused, refused, results };
}
