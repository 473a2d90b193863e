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

const TableSize = schema("TableSize", "The estimated size of a table.", () =>
  z.object({
    name: record.text().meta({
      description: "The name in the database, or `other` for all tables that stay small.",
    }),
    bytes: z.int().meta({ description: "Its bytes and those of its indexes." }),
  }),
);

const Status = schema(
  "Status",
  "The last change of the plant, the work in the background that is not done yet, and the room.",
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
      databaseBytes: z.int().meta({
        description: "The size of the database, its free pages included.",
      }),
      databaseBytesMax: z
        .int()
        .nullable()
        .meta({
          description:
            "What the database can grow to: the limit that the configuration names, by default 10 GB " +
            "on D1, or what the disk of its file has room for. Null if neither is known.",
        }),
      databaseShare: z.number().nullable().meta({
        description: "The part of it that the database has, from 0 to 1. Null if it is not known.",
      }),
      diskFreeBytes: z.int().nullable().meta({
        description:
          "The free space of the disk of the database file. Null for any other database.",
      }),
      tables: z.array(TableSize()).meta({
        description:
          "The bytes of the tables that grow, the largest first, each with its indexes. They are " +
          "estimated from 16 rows of each: no table is read for them. `other` is the rest.",
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
        databaseBytes: 61_440_000,
        databaseBytesMax: 10_000_000_000,
        databaseShare: 0.0061,
        diskFreeBytes: null,
        tables: [
          { name: "change_log", bytes: 38_200_000 },
          { name: "build", bytes: 5_630_000 },
          { name: "seal", bytes: 5_410_000 },
          { name: "other", bytes: 12_200_000 },
        ],
      }),
      ...problemsOfRead(),
    }),
  }),
};
