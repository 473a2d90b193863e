import { batch } from "./batch.ts";
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
import { okResponse, body, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { writeRoute } from "./route.ts";

const ofBoth = {
  takesReference: true,
  pointer: "/parentSerialNo",
  detail: "No material item has the serial PUMP-0002.",
};
const builds = batch({
  verb: "Build",
  verbs: "Builds",
  request: BuildRequest,
  requestExample: buildExample,
  answer: BuildRecord,
  answerExample: buildRecordExample,
  ...ofBoth,
});
const removals = batch({
  verb: "Remove",
  verbs: "Removes",
  request: RemoveRequest,
  requestExample: removeExample,
  answer: RemoveRecord,
  answerExample: removeRecordExample,
  ...ofBoth,
});

export const consumptionRoutes = {
  build: writeRoute({
    operationId: "buildBuild",
    method: "put",
    path: "/api/Build/Build",
    roles: rolesFor.building,
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
    roles: rolesFor.building,
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
    roles: rolesFor.building,
    importStage: "builds",
    tags: ["Material consumption"],
    summary: "Consume several child material items, in order",
    request: () => ({ body: builds.body() }),
    responses: () => ({
      200: builds.response(),
      ...problemsOfWrite(...buildRefusals),
    }),
  }),
  removeMany: writeRoute({
    operationId: "buildRemoveMany",
    method: "put",
    path: "/api/Build/RemoveMany",
    roles: rolesFor.building,
    importStage: "removals",
    tags: ["Material consumption"],
    summary: "Remove several child material items from their parents, in order",
    request: () => ({ body: removals.body() }),
    responses: () => ({
      200: removals.response(),
      ...problemsOfWrite(...removeRefusals),
    }),
  }),
};
