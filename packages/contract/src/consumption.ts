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
import { distinct } from "./fields.ts";
import { okResponse, body, problemExample, LineProblem, problemsOfWrite } from "./responses.ts";
import { writeRoute } from "./route.ts";
import { schema } from "./schema.ts";

interface Referring {
  readonly externalRef?: { readonly system: string; readonly id: string } | null | undefined;
}
const externalRefKey = ({ externalRef: ref }: Referring) =>
  ref && JSON.stringify([ref.system, ref.id]);

/** The lines of a batch: of 1,000, each may have a kilobyte. */
const batchOf = <Line extends z.ZodType<Referring>>(line: Line) =>
  z.strictObject({
    lines: z
      .array(line)
      .min(1, "At least one line.")
      .max(1000, "At most 1000 lines.")
      .superRefine(distinct("externalRef", externalRefKey))
      .meta({ description: "In their order: a line may build on what those before it did." }),
    atomic: z
      .boolean()
      .optional()
      .meta({
        description:
          "All lines or none: the first line that is refused refuses the request. Without it, a " +
          "line that is refused does not concern the others.",
      }),
  });

const BuildManyRequest = schema("BuildManyRequest", () => batchOf(BuildRequest()));
const RemoveManyRequest = schema("RemoveManyRequest", () => batchOf(RemoveRequest()));

/** What became of each line, in order; its problem stands in the place of its answer. */
const resultsOf = <Answer extends z.ZodType>(answer: Answer) => {
  const line = z.int().meta({ description: "Which line of the request, from 0." });
  const replayed = z.literal(true).optional().meta({
    description: "Where a line with this `externalRef` took effect before.",
  });
  return z.object({
    done: z.int().meta({ description: "How many lines took effect." }),
    refused: z.int().meta({ description: "How many lines were refused." }),
    results: z.array(
      z.union([
        z.object({ line, status: z.literal(200), replayed, answer }),
        z.object({ line, status: z.int(), problem: LineProblem() }),
      ]),
    ),
  });
};

const BuildManyResult = schema("BuildManyResult", () => resultsOf(BuildRecord()));
const RemoveManyResult = schema("RemoveManyResult", () => resultsOf(RemoveRecord()));

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
    summary: "Take a child material item out of a parent again",
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
    summary: "Consume many child material items, in order",
    request: () => ({
      body: body(BuildManyRequest(), { lines: [buildExample], atomic: true }),
    }),
    responses: () => ({
      200: okResponse(BuildManyResult(), "What became of each line.", {
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
    summary: "Take many child material items out of their parents again, in order",
    request: () => ({
      body: body(RemoveManyRequest(), { lines: [removeExample], atomic: true }),
    }),
    responses: () => ({
      200: okResponse(RemoveManyResult(), "What became of each line.", {
        done: 1,
        refused: 1,
        results: [{ line: 0, status: 200, answer: removeRecordExample }, refusedExample],
      }),
      ...problemsOfWrite(...removeRefusals),
    }),
  }),
};
