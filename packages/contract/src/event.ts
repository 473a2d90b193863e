import * as z from "zod";
import { eventTypes, isTypeAmong } from "./event-types.ts";
import { nameBytes, nameText, record, wholeNumber } from "./fields.ts";
import { changeExample, changeFields, station } from "./history.ts";
import { okResponse, body, problemsOfGet, problemsOfRead } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route } from "./route.ts";
import { memoized, schema, type Infer } from "./schema.ts";

/** A type of event, or a prefix with a star for several types. */
export const eventType = () =>
  nameBytes(100)
    .refine((pattern) => eventTypes().some((type) => isTypeAmong(type, [pattern])), {
      error: "A type such as asbuilt.material.built.v1, or asbuilt.material.* for several.",
    })
    .meta({ example: "asbuilt.material.*" });

const EventRequest = schema(
  "EventRequest",
  "The position after which to list events, and their types.",
  () =>
    z.strictObject({
      after: wholeNumber(Number.MAX_SAFE_INTEGER).optional().meta({
        description:
          "The `next` of the previous response. 0, or no value, starts at the beginning.",
      }),
      types: z.array(eventType()).min(1).max(100).optional(),
      limit: z
        .int()
        .min(1)
        .max(1000)
        .optional()
        .meta({
          description:
            "The maximum number of changes to read. The default is 100. Fewer are read if they " +
            "are long. Events of other types are left out.",
        }),
    }),
);

const EventData = schema(
  "EventData",
  "The change that an event reports, in the names and units of the record.",
  () => z.object({ ...changeFields(), station: station() }),
);

/** Source: cloudevents.io, CloudEvents 1.0.2. */
const Event = schema("Event", "A CloudEvent 1.0 about one change of one record.", () =>
  z.object({
    specversion: z.literal("1.0"),
    id: record.text().meta({ description: "The change's position among all changes, `seq`." }),
    source: record.text(),
    type: record.text().meta({
      description: "The type of the event: `asbuilt.<resource>.<action>.v1`.",
      example: "asbuilt.material.received.v1",
    }),
    subject: record.text(),
    time: record.time().meta({ description: "When the change was recorded." }),
    datacontenttype: z.literal("application/json"),
    traceparent: record
      .text()
      .optional()
      .meta({
        description:
          "The trace context of the request that made the change: CloudEvents' extension for " +
          "distributed tracing. Absent if the request had none.",
      }),
    data: EventData(),
  }),
);

export type EventRecord = Infer<typeof Event>;

const Events = schema("Events", "A part of the events, and the position after it.", () =>
  z.object({
    events: z.array(Event()),
    next: z.int().meta({
      description:
        "The `after` of the next request. While it does not change, there is nothing new.",
    }),
  }),
);

export type EventsRecord = Infer<typeof Events>;

/** An event of the example change. */
const eventExample = {
  specversion: "1.0",
  id: "118",
  source: "urn:asbuilt",
  type: "asbuilt.material.adjusted.v1",
  subject: "MaterialItem/17",
  time: "2026-01-31T08:00:00.000Z",
  datacontenttype: "application/json",
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  data: { ...changeExample, station: null },
};

const streamed = [
  "id: 117\n\n",
  `id: 118\ndata: ${JSON.stringify(eventExample)}\n\n`,
  ": still here\nid: 118\n\n",
];

const StreamQuery = memoized(() =>
  z.strictObject({
    types: nameText()
      .transform((text) => text.split(","))
      .pipe(z.array(eventType()).max(100))
      .optional()
      .meta({ type: "string", description: "Types of events, separated by commas." }),
  }),
);

const StreamHeaders = memoized(() =>
  z.object({
    "Last-Event-ID": z
      .string()
      .optional()
      .meta({
        description:
          "The id of the last event that was read. 0 starts at the beginning. If absent, the " +
          "stream starts with the next event.",
      }),
  }),
);

const tags = ["Events"];

/** The events that other systems can follow. */
export const eventRoutes = {
  list: route({
    operationId: "eventList",
    method: "post",
    path: "/api/Event/List",
    roles: rolesFor.reading,
    tags,
    summary: "List the events after a position, as CloudEvents",
    request: () => ({
      body: body(EventRequest(), { after: 117, types: ["asbuilt.material.*"], limit: 100 }),
    }),
    responses: () => ({
      200: okResponse(Events(), "The events, in order.", {
        events: [eventExample],
        next: 118,
      }),
      ...problemsOfRead(),
    }),
  }),
  stream: route({
    operationId: "eventStream",
    method: "get",
    path: "/api/Event/Stream",
    roles: rolesFor.reading,
    tags,
    summary: "Follow events as they happen, as server-sent events",
    request: () => ({ query: StreamQuery(), headers: StreamHeaders() }),
    responses: () => ({
      200: {
        description: "CloudEvents in order, each under its id, until the client disconnects.",
        content: { "text/event-stream": { schema: z.string(), example: streamed.join("") } },
      },
      ...problemsOfGet("validation_failed"),
    }),
  }),
};
