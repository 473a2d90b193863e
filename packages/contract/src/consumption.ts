import * as z from "zod";
import {
  BuildRecord,
  buildRecordExample,
  RemoveRecord,
  removeRecordExample,
} from "./consumption-record.ts";
import {
  buildExample,
  buildRefusals,
  BuildRequest,
  removeExample,
  removeRefusals,
  RemoveRequest,
} from "./consumption-request.ts";
import { distinct, record } from "./fields.ts";
import { okResponse, body, problemExample, LineProblem, problemsOfWrite } from "./responses.ts";
import { writeRoute } from "./route.ts";
import { schema } from "./schema.ts";

interface Referring {
  readonly externalRef?: { readonly system: string; readonly id: string } | null | undefined;
}
const externalRefKey = ({ externalRef: ref }: Referring) =>
  ref && JSON.stringify([ref.system, ref.id]);

/** Makes the schema of a batch. Each of 1,000 lines can have a kilobyte. */
const batchOf = <Line extends z.ZodType<Referring>>(line: Line) =>
  z.strictObject({
    lines: z
      .array(line)
      .min(1, "At least one line.")
      .max(1000, "At most 1000 lines.")
      .superRefine(distinct("externalRef", externalRefKey))
      .meta({ description: "Executed in order: a line can depend on the lines before it." }),
    atomic: z
      .boolean()
      .optional()
      .meta({
        description:
          "If true, all lines take effect or none: the first refused line refuses the request. " +
          "Otherwise a refused line does not affect the others.",
      }),
  });

const BuildManyRequest = schema("BuildManyRequest", "Several Builds in one request.", () =>
  batchOf(BuildRequest()),
);
const RemoveManyRequest = schema("RemoveManyRequest", "Several Removes in one request.", () =>
  batchOf(RemoveRequest()),
);

/** Makes the fields of the result of one line of a batch: its answer or its problem. */
const lineOf = <Answer extends z.ZodType>(answer: Answer) => ({
  line: z.int().meta({ description: "The line of the request, starting at 0." }),
  status: z.int().meta({ description: "200, or the status of the problem." }),
  replayed: record
    .flag()
    .optional()
    .meta({ description: "True if a line with this `externalRef` took effect before." }),
  answer: answer.optional(),
  problem: LineProblem().optional(),
});

/** Makes the fields of a batch's response: for each line, in order, its result. */
const resultsOf = <Line extends z.ZodType>(line: Line) => ({
  done: z.int().meta({ description: "The number of lines that took effect." }),
  refused: z.int().meta({ description: "The number of refused lines." }),
  results: z.array(line).meta({ description: "The result of each line, in order." }),
});

const BuildManyLine = schema(
  "BuildManyLine",
  "The result of one Build of a batch: its `answer` or its `problem`.",
  () => z.object(lineOf(BuildRecord())),
);
const RemoveManyLine = schema(
  "RemoveManyLine",
  "The result of one Remove of a batch: its `answer` or its `problem`.",
  () => z.object(lineOf(RemoveRecord())),
);
const BuildManyResult = schema("BuildManyResult", "The results of a batch of Builds.", () =>
  z.object(resultsOf(BuildManyLine())),
);
const RemoveManyResult = schema("RemoveManyResult", "The results of a batch of Removes.", () =>
  z.object(resultsOf(RemoveManyLine())),
);

const { requestId: _requestId, ...lineProblem } = problemExample("not_found");
const refusedExample = {
  line: 1,
  status: 404,
  problem: {
    ...lineProblem,
    line: 1,
    errors: [
      { pointer: "/lines/1/parentSerialNo", detail: "No material item has the serial PUMP-0002." },
    ],
  },
};

export const consumptionRoutes = {
  build: writeRoute({
    operationId: "buildBuild",
    method: "put",
    path: "/api/Build/Build",
    role: "operator",
    importStage: "builds",
    tags: ["Material consumption"],
    summary: "Consume a child material item into a parent",
    request: () => ({ body: body(BuildRequest(), buildExample) }),
    responses: () => ({
      200: okResponse(BuildRecord(), "The completed build.", buildRecordExample),
      ...problemsOfWrite(...buildRefusals),
    }),
  }),
  remove: writeRoute({
    operationId: "buildRemove",
    method: "put",
    path: "/api/Build/Remove",
    role: "operator",
    importStage: "removals",
    tags: ["Material consumption"],
    summary: "Remove a child material item from a parent",
    request: () => ({ body: body(RemoveRequest(), removeExample) }),
    responses: () => ({
      200: okResponse(RemoveRecord(), "The completed removal.", removeRecordExample),
      ...problemsOfWrite(...removeRefusals),
    }),
  }),
  buildMany: writeRoute({
    operationId: "buildBuildMany",
    method: "put",
    path: "/api/Build/BuildMany",
    role: "operator",
    importStage: "builds",
    tags: ["Material consumption"],
    summary: "Consume several child material items, in order",
    request: () => ({
      body: body(BuildManyRequest(), { lines: [buildExample], atomic: true }),
    }),
    responses: () => ({
      200: okResponse(BuildManyResult(), "The result of each line.", {
        done: 1,
        refused: 1,
        results: [{ line: 0, status: 200, answer: buildRecordExample }, refusedExample],
      }),
      ...problemsOfWrite(...buildRefusals),
    }),
  }),
  removeMany: writeRoute({
    operationId: "buildRemoveMany",
    method: "put",
    path: "/api/Build/RemoveMany",
    role: "operator",
    importStage: "removals",
    tags: ["Material consumption"],
    summary: "Remove several child material items from their parents, in order",
    request: () => ({
      body: body(RemoveManyRequest(), { lines: [removeExample], atomic: true }),
    }),
    responses: () => ({
      200: okResponse(RemoveManyResult(), "The result of each line.", {
        done: 1,
        refused: 1,
        results: [{ line: 0, status: 200, answer: removeRecordExample }, refusedExample],
      }),
      ...problemsOfWrite(...removeRefusals),
    }),
  }),
};
