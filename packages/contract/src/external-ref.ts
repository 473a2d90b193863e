import * as z from "zod";
import { BuildRecord, buildRecordExample } from "./consumption-record.ts";
import { filledBytes, record } from "./fields.ts";
import { MaterialItem } from "./material-item-record.ts";
import { okResponse, body, problemsOfRead } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route } from "./route.ts";
import { schema, type Infer } from "./schema.ts";

const idOfRequest = { description: "The other system's id of the request. Case sensitive." };

export const ExternalRef = schema(
  "ExternalRef",
  "Another system's own name for a request. It names one request permanently.",
  () =>
    z.strictObject({
      system: filledBytes(50),
      id: filledBytes(250).meta(idOfRequest),
    }),
);

export const externalRef = () =>
  ExternalRef()
    .nullish()
    .meta({
      description:
        "The sending system's own name for this request. It takes effect once. The same " +
        "reference with the same request always gets the same response, with " +
        "`Idempotency-Replayed: true`. The first user who names a system owns its references.",
    });

const example = { system: "ERP", id: "GI-4711-1" };

const Answer = schema(
  "ExternalRefAnswer",
  "The response of Build or Remove, or that of Receive or ItemAdjust.",
  () => z.union([BuildRecord(), MaterialItem()]),
);

const ExternalRefRecord = schema(
  "ExternalRefRecord",
  "The request that a reference of another system names, with its response.",
  () =>
    z.object({
      system: record.text(),
      id: record.text().meta(idOfRequest),
      operation: z.enum([
        "buildBuild",
        "buildRemove",
        "materialItemItemAdjust",
        "materialItemReceive",
      ]),
      at: record.time().meta({ description: "When it was recorded." }),
      userID: record.id(),
      answer: Answer().meta({
        description: "The response of the operation, and of each repetition.",
      }),
    }),
);

/** The request that a reference of another system stands for. */
export type ExternalRefAnswer = Infer<typeof ExternalRefRecord>;

export const externalRefRoutes = {
  get: route({
    operationId: "externalRefGet",
    method: "post",
    path: "/api/ExternalRef/Get",
    roles: rolesFor.reading,
    tags: ["References of other systems"],
    summary: "Get the operation that a reference of another system names",
    request: () => ({ body: body(ExternalRef(), example) }),
    responses: () => ({
      200: okResponse(ExternalRefRecord(), "The operation and its response.", {
        ...example,
        operation: "buildBuild",
        at: "2026-01-31T08:00:00.000Z",
        userID: 1,
        answer: buildRecordExample,
      }),
      ...problemsOfRead("not_found"),
    }),
  }),
};
