import * as z from "zod";
import { instant, lateRecordsNote, record } from "./fields.ts";
import { body, okResponse, problemsOfRead } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route } from "./route.ts";
import { type Infer, schema } from "./schema.ts";
import { OrderStatus } from "./works-order-record.ts";

const expiringDaysMax = 3650;

const SummaryRequest = schema(
  "SummaryRequest",
  "The days and the hours that a summary counts.",
  () =>
    z.strictObject({
      expiringDays: z
        .int()
        .min(0, "Must be 0 or more.")
        .max(expiringDaysMax, `At most ${expiringDaysMax}.`)
        .optional()
        .meta({
          description:
            "The number of days after today. What expires until the end of the last one counts " +
            "as expiring. If absent, 30.",
        }),
      since: instant()
        .optional()
        .meta({
          description:
            "The hours from this time on are counted. At most 7 days ago. If absent, 24 hours " +
            "ago. A client that asks often sends the beginning of the last hour that it has, and " +
            `replaces that hour. ${lateRecordsNote}`,
        }),
    }),
);

const CappedCount = schema("CappedCount", "A number that is counted up to a limit.", () =>
  z.object({
    count: z.int().meta({ description: "The number, at most 1000." }),
    isCapped: record.flag().meta({ description: "True if there are more than `count`." }),
  }),
);

const OrderCount = schema("OrderCount", "The number of works orders with one status.", () =>
  z.object({ status: OrderStatus(), ...CappedCount().shape }),
);

const OrderProgress = schema("OrderProgress", "A started works order, and its units.", () =>
  z.object({
    id: record.id(),
    orderNo: record.text(),
    productID: record.id(),
    productName: record.text(),
    qty: record.number().meta({ description: "The ordered quantity, in `unit`." }),
    unit: record.text(),
    startDT: record.time().nullable(),
    units: z.int().meta({
      description: "The number of its units that are not scrapped or voided.",
    }),
    unitsComplete: z.int().meta({ description: "The number of these that are finished." }),
    isCapped: record.flag().meta({
      description:
        "True if it has more units than were counted. All orders together are counted up to " +
        "5,000 units, the newest orders first.",
    }),
  }),
);

const HourCount = schema("HourCount", "The numbers of one hour.", () =>
  z.object({
    at: record.time().meta({
      description: "The beginning of the hour in UTC. The first one is counted from `since` on.",
    }),
    received: z.int().meta({ description: "The number of items that Receive recorded." }),
    built: z.int().meta({ description: "The number of Builds, and of lines of BuildMany." }),
    removed: z.int().meta({ description: "The number of Removes, and of lines of RemoveMany." }),
    isCapped: record.flag().meta({
      description:
        "True if there can be more. The newest 10,000 changes of all records are counted.",
    }),
  }),
);

const Summary = schema("Summary", "The plant in numbers, for a board or a home page.", () =>
  z.object({
    at: record.time().meta({ description: "When it was counted." }),
    orders: z.array(OrderCount()).meta({ description: "The works orders, by status." }),
    startedOrders: z.array(OrderProgress()).meta({
      description: "The started works orders, the newest first. At most 50.",
    }),
    inWork: CappedCount().meta({ description: "The items with the status WIP." }),
    held: CappedCount().meta({ description: "The items that are on hold." }),
    expired: CappedCount().meta({
      description:
        "The items that have expired and are not consumed, scrapped, dispatched or voided.",
    }),
    expiring: CappedCount().meta({
      description: "The items of these that expire from now until `expiringUntil`.",
    }),
    expiringUntil: record.time().meta({
      description: "The end of the last day of `expiringDays`, in the plant's time zone.",
    }),
    hours: z.array(HourCount()).meta({
      description: "The hours from `since` until now, in order. Times are those of recording.",
    }),
  }),
);
export type SummaryRecord = Infer<typeof Summary>;

const countOf = (count: number) => ({ count, isCapped: false });

const summaryExample = {
  at: "2026-01-31T08:20:00.000Z",
  orders: [
    { status: "Created", ...countOf(4) },
    { status: "Started", ...countOf(1) },
    { status: "Completed", count: 1000, isCapped: true },
    { status: "Cancelled", ...countOf(3) },
  ],
  startedOrders: [
    {
      id: 2,
      orderNo: "WO-1001",
      productID: 4,
      productName: "Pump",
      qty: 10,
      unit: "each",
      startDT: "2026-01-30T06:00:00.000Z",
      units: 10,
      unitsComplete: 4,
      isCapped: false,
    },
  ],
  inWork: countOf(6),
  held: countOf(2),
  expired: countOf(0),
  expiring: countOf(5),
  expiringUntil: "2026-03-02T22:59:59.999Z",
  hours: [
    { at: "2026-01-31T07:00:00.000Z", received: 3, built: 41, removed: 1, isCapped: false },
    { at: "2026-01-31T08:00:00.000Z", received: 0, built: 12, removed: 0, isCapped: false },
  ],
};

export const summaryRoutes = {
  get: route({
    operationId: "summaryGet",
    method: "post",
    path: "/api/Summary/Get",
    roles: rolesFor.reading,
    tags: ["Screens"],
    summary: "Count what is in work, on hold, expiring and done in the last hours",
    request: () => ({
      body: body(SummaryRequest(), { expiringDays: 30 }),
    }),
    responses: () => ({
      200: okResponse(Summary(), "The numbers of now.", summaryExample),
      ...problemsOfRead(),
    }),
  }),
};
