import * as z from "zod";
import { record } from "./fields.ts";
import { body, okResponse, problemsOfRead } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route } from "./route.ts";
import { type Infer, schema } from "./schema.ts";

const StatusRequest = schema("StatusRequest", "No field: the status is that of the service.", () =>
  z.strictObject({}),
);

const countedTo = "Counted up to 10,000.";

const Status = schema(
  "Status",
  "The last change of the plant, and the work in the background that is not done yet.",
  () =>
    z.object({
      at: record.time().meta({ description: "When it was read." }),
      lastChangeID: z.int().meta({
        description: "The id of the last change, which is that of its event; 0 if there is none.",
      }),
      lastChangeAt: record.time().nullable().meta({
        description: "When the last change was recorded; null if there is none.",
      }),
      unsealedChanges: z.int().meta({
        description:
          "The changes that no seal covers yet. Without a sealing key, all changes since the last " +
          "seal.",
      }),
      unsealedSince: record.time().nullable().meta({
        description: "When the first of these was recorded; null if all are sealed.",
      }),
      pendingEvents: z.int().meta({
        description: `The undelivered events of active webhooks. ${countedTo}`,
      }),
      deadEvents: z.int().meta({
        description: `The dead letters of all webhooks. ${countedTo}`,
      }),
      eventsDueSince: record
        .time()
        .nullable()
        .meta({
          description:
            "Since when the first undelivered event of an active webhook is due; null if there is " +
            "none.",
        }),
    }),
);
export type StatusRecord = Infer<typeof Status>;

export const statusRoutes = {
  get: route({
    operationId: "statusGet",
    method: "post",
    path: "/api/Status/Get",
    roles: rolesFor.administration,
    tags: ["Audit"],
    summary: "Get the numbers that a monitor watches",
    request: () => ({ body: body(StatusRequest(), {}) }),
    responses: () => ({
      200: okResponse(Status(), "The status of now.", {
        at: "2026-01-31T08:20:00.000Z",
        lastChangeID: 48_213,
        lastChangeAt: "2026-01-31T08:19:58.120Z",
        unsealedChanges: 3,
        unsealedSince: "2026-01-31T08:19:40.004Z",
        pendingEvents: 0,
        deadEvents: 2,
        eventsDueSince: null,
      }),
      ...problemsOfRead(),
    }),
  }),
};
