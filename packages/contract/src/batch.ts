import * as z from "zod";
import { distinct, record } from "./fields.ts";
import { body, LineProblem, okResponse, problemExample } from "./responses.ts";
import { schema } from "./schema.ts";

/** The reference that a line can have, if its request takes one. */
interface Referring {
  readonly externalRef?: { readonly system: string; readonly id: string } | null | undefined;
}
const externalRefKey = ({ externalRef: ref }: Referring) =>
  ref && JSON.stringify([ref.system, ref.id]);

/** Makes the schema of a batch. Each of 1,000 lines can have a kilobyte. */
const batchOf = <Line extends z.ZodType>(line: Line) =>
  z.strictObject({
    lines: z
      .array(line)
      .min(1, "At least one line.")
      .max(1000, "At most 1000 lines.")
      // A line without the field has no key.
      .superRefine(distinct("externalRef", (one) => externalRefKey(one as Referring)))
      .meta({
        description:
          "Executed in order: a line can depend on the lines before it. No two lines have the same " +
          "`externalRef`.",
      }),
    atomic: z
      .boolean()
      .optional()
      .meta({
        description:
          "If true, all lines take effect or none: the first refused line refuses the request. " +
          "Otherwise a refused line does not affect the others.",
      }),
  });

/** Makes the schema of the result of one line of a batch: its answer or its problem. */
function lineOf<Answer extends z.ZodType>(answer: Answer, takesReference: boolean) {
  const place = {
    line: z.int().meta({ description: "The line of the request, starting at 0." }),
    status: z.int().meta({ description: "200, or the status of the problem." }),
  };
  const outcome = { answer: answer.optional(), problem: LineProblem().optional() };
  if (!takesReference) return z.object({ ...place, ...outcome });
  const replayed = record
    .flag()
    .optional()
    .meta({ description: "True if a line with this `externalRef` took effect before." });
  return z.object({ ...place, replayed, ...outcome });
}

/** Makes the schema of a batch's response: for each line, in order, its result. */
const resultsOf = <Line extends z.ZodType>(line: Line) =>
  z.object({
    done: z.int().meta({ description: "The number of lines that took effect." }),
    refused: z.int().meta({ description: "The number of refused lines." }),
    results: z.array(line).meta({ description: "The result of each line, in order." }),
  });

/** An operation on one thing, whose batch takes several of its requests. */
interface Single<Line extends z.ZodType, Answer extends z.ZodType> {
  /** The verb, and several of it in words: "Build", "Builds". */
  readonly verb: string;
  readonly verbs: string;
  readonly request: () => Line;
  /** Whether its request takes an `externalRef`. */
  readonly takesReference: boolean;
  readonly requestExample: object;
  readonly answer: () => Answer;
  readonly answerExample: object;
  /** The field of a line that the example of a refused line is about. */
  readonly pointer: string;
  /** The message of that refusal (`not_found`). */
  readonly detail: string;
}

/** Declares the body and the successful response of a batch. */
export function batch<Line extends z.ZodType, Answer extends z.ZodType>(
  single: Single<Line, Answer>,
) {
  const { verb, verbs } = single;
  const request = schema(`${verb}ManyRequest`, `Several ${verbs} in one request.`, () =>
    batchOf(single.request()),
  );
  const line = schema(
    `${verb}ManyLine`,
    `The result of one ${verb} of a batch: its \`answer\` or its \`problem\`.`,
    () => lineOf(single.answer(), single.takesReference),
  );
  const result = schema(`${verb}ManyResult`, `The results of a batch of ${verbs}.`, () =>
    resultsOf(line()),
  );
  return {
    body: () => body(request(), { lines: [single.requestExample], atomic: true }),
    response: () =>
      okResponse(result(), "The result of each line.", {
        done: 1,
        refused: 1,
        results: [
          { line: 0, status: 200, answer: single.answerExample },
          refusedExample(single.pointer, single.detail),
        ],
      }),
  };
}

function refusedExample(pointer: string, detail: string) {
  const { requestId: _requestId, ...problem } = problemExample("not_found");
  const errors = [{ pointer: `/lines/1${pointer}`, detail }];
  return { line: 1, status: 404, problem: { ...problem, line: 1, errors } };
}
