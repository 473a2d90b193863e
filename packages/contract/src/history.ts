import * as z from "zod";
import { entityNames } from "./event-types.ts";
import { ExternalRef } from "./external-ref.ts";
import {
  addressingItem,
  exclusiveEnd,
  id,
  instant,
  lateRecordsNote,
  nameBytes,
  notCaseSensitive,
  record,
} from "./fields.ts";
import { okResponse, body, pageQuery, problemsOfRead } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route } from "./route.ts";
import { type Infer, ruleText, schema } from "./schema.ts";

const Entity = schema("Entity", "A kind of record that has a history.", () => z.enum(entityNames));

const actionNote = {
  description: "The name of the change, as in the type of its event. Case sensitive.",
  example: "received",
};

const HistoryOrder = schema(
  "HistoryOrder",
  "The change that comes first in a history. A cursor belongs to the order of its page.",
  () => z.enum(["oldest", "newest"]),
);

const order = () =>
  HistoryOrder()
    .optional()
    .meta({ description: "The change that comes first. By default `oldest`." });

const HistoryFilter = schema(
  "HistoryFilter",
  "Selects changes. All fields that are sent must match.",
  () =>
    z
      .strictObject({
        entity: Entity().optional(),
        id: id()
          .optional()
          .meta({ [ruleText]: "It needs the entity." }),
        user: nameBytes(250).optional().meta(notCaseSensitive),
        userID: id().optional(),
        from: instant()
          .optional()
          .meta({ description: `Changes recorded at this time or later. ${lateRecordsNote}` }),
        to: exclusiveEnd()
          .optional()
          .meta({ description: `Changes recorded before this time. ${lateRecordsNote}` }),
        action: nameBytes(100).optional().meta(actionNote),
        requestID: nameBytes(64).optional(),
        order: order(),
      })
      .refine((filter) => filter.id === undefined || filter.entity !== undefined, {
        path: ["id"],
        error: "An id needs its entity.",
      })
      .meta({ dependentRequired: { id: ["entity"] } }),
);

const ItemHistoryRequest = schema("ItemHistoryRequest", "The item whose changes to list.", () =>
  addressingItem({ order: order() }),
);

/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

// The value was parsed from JSON, or is written as JSON: there is nothing to check.
const jsonValue = () => z.unknown() as z.ZodType<Json>;

const fieldValues = (description: string) =>
  z.record(z.string(), jsonValue()).nullable().meta({ description });

const nullForService = { [ruleText]: "Null if the service itself made the change." };

/** The station of a change that a person made there by Session/ActAs. */
export const station = () =>
  record.text().nullable().meta({
    description:
      "The purpose of the key of the station where the user acted. Null if it was a key of the user.",
  });

/** The fields of a change, except its time of recording. */
export const changeFields = () => ({
  entity: Entity(),
  id: record.id(),
  revNo: z.int().meta({ description: "The record's revision after the change." }),
  action: record.text().meta(actionNote),
  userID: record.id().nullable().meta(nullForService),
  reasonSUID: record
    .text()
    .nullable()
    .meta({ [ruleText]: "Null if there was none." }),
  comment: record.text().nullable(),
  deliveryNo: record.text().nullable(),
  occurredAt: record
    .time()
    .nullable()
    .meta({ description: "When it happened, if that differs from when it was recorded." }),
  operationID: record.text().meta({ description: "The same for all changes of one request." }),
  requestID: record.text().nullable(),
  traceID: record
    .text()
    .nullable()
    .meta({
      description:
        "The trace that the request belongs to, from its header `traceparent` (W3C Trace Context).",
      [ruleText]: "Null if it had none.",
    }),
  externalRef: ExternalRef()
    .nullable()
    .meta({ description: "The other system's name for the request. Null if it gave none." }),
  before: fieldValues("The old values of the changed fields. Null if the record was created."),
  after: fieldValues("The new values of the changed fields. Null if the record was deleted."),
  detail: fieldValues(
    "Data of the change that is no field of the record. For parts such as a product's " +
      "properties, also the old values.",
  ),
});

/** The fields of a change that stay as they are, whatever changes later. */
export const recordedChangeFields = () => ({
  seq: z.int().meta({ description: "The change's position among all changes." }),
  at: record.time().meta({ description: "When it was recorded." }),
  ...changeFields(),
  user: record
    .text()
    .nullable()
    .meta({
      description:
        "The name of the user who made the change, as it was then. Null if the service itself " +
        "made the change.",
    }),
});

const Change = schema(
  "Change",
  "One change of one record, in the names and units of the record.",
  () =>
    z.object({
      ...recordedChangeFields(),
      userNow: record.text().nullable().meta(nullForService),
      keyID: record.id().nullable(),
      station: station(),
    }),
);

export type ChangeRecord = Infer<typeof Change>;

/** An example of a change: an adjustment. */
export const changeExample = {
  entity: "MaterialItem",
  id: 17,
  revNo: 3,
  action: "adjusted",
  userID: 2,
  reasonSUID: "COUNT",
  comment: "Two fewer on the shelf than in the books",
  deliveryNo: null,
  occurredAt: null,
  operationID: "0190c2f0-7d3a-7cc3-98b2-2f6a4f0e9c10",
  requestID: "0190c2f0-7d3a-7cc3-98b2-2f6a4f0e9c11",
  traceID: "4bf92f3577b34da6a3ce929d0e0e4736",
  externalRef: null,
  before: { actualQty: 25, lastEditDT: "2026-01-30T08:00:00.000Z" },
  after: { actualQty: 23, lastEditDT: "2026-01-31T08:00:00.000Z" },
  detail: null,
};

/** An example of a change as a history lists it. */
export const listedExample = {
  seq: 118,
  at: "2026-01-31T08:00:00.000Z",
  ...changeExample,
  user: "Operator of line 3",
  userNow: "Operator of line 4",
  keyID: 4,
  station: null,
};
const tags = ["History"];
const changesFound = () =>
  okResponse(z.array(Change()), "The changes, in the order of the log or from its end.", [
    listedExample,
  ]);

/** Who changed what, and when. */
export const historyRoutes = {
  list: route({
    operationId: "historyList",
    method: "post",
    path: "/api/History/List",
    roles: rolesFor.reading,
    tags,
    summary: "List the matching changes of any record",
    request: () => ({
      query: pageQuery(),
      body: body(HistoryFilter(), { entity: "Product", id: 4 }),
    }),
    responses: () => ({ 200: changesFound(), ...problemsOfRead() }),
  }),
  item: route({
    operationId: "materialItemHistory",
    method: "post",
    path: "/api/MaterialItem/History",
    roles: rolesFor.reading,
    tags,
    summary: "List the changes of a material item, of its case data, and its signatures",
    request: () => ({
      query: pageQuery(),
      body: body(ItemHistoryRequest(), { visualSerialNo: "SEAL-LOT-7" }),
    }),
    responses: () => ({ 200: changesFound(), ...problemsOfRead("not_found") }),
  }),
};
