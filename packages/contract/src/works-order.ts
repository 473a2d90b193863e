import * as z from "zod";
import {
  allowances,
  besides,
  bomVersion,
  commentedAllowances,
  filledBytes,
  id,
  orderNo,
  quantity,
  readRevision,
  record,
  setByService,
  textBytes,
  upsert,
} from "./fields.ts";
import { okResponse, body, pageOfSearch, problemsOfRead, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route, writeRoute } from "./route.ts";
import { type Infer, ruleText, schema } from "./schema.ts";
import {
  WorksOrderCompleteness,
  worksOrderCompletenessExample,
} from "./works-order-completeness.ts";
import {
  addressingOrder,
  completedOrder,
  createdOrder,
  orderCreationExample,
  orderFields,
  WorksOrder,
  worksOrderExample,
} from "./works-order-record.ts";
import { worksOrderVersionRoutes } from "./works-order-version.ts";
import { WorksOrderFilter, worksOrderSearchRoutes } from "./works-order-search.ts";

const bomOfOrder = () =>
  filledBytes(100).meta({
    [ruleText]: "It must be of the order's product. Not case sensitive.",
  });

const WorksOrderUpsert = schema(
  "WorksOrderUpsert",
  "A works order to create or update. While it is Started, its description can change, and its " +
    "quantity down to what is started. Later only its description can change.",
  () =>
    upsert({
      key: "id",
      needed: {
        orderNo: orderNo(),
        productName: filledBytes(250),
        bom: bomOfOrder(),
        version: bomVersion(),
        qty: quantity(),
      },
      others: {
        description: textBytes(2000).nullish(),
        productID: id().optional().meta(besides("productName")),
        bomID: id().optional().meta(besides("bom")),
        bomVersionID: id().optional().meta(besides("version")),
        status: setByService("Set by Start, Complete and Cancel"),
        startDT: setByService("Set by Start"),
        endDT: setByService("Set by Complete"),
        qtyStarted: setByService("Counted by the service"),
        qtyLeft: setByService("Counted by the service"),
        unit: setByService("Set by the product"),
      },
    }),
);

const WorksOrderDeletion = schema(
  "WorksOrderDeletion",
  "The works order to delete. Its status must be Created.",
  () => z.strictObject({ id: id(), revNo: readRevision() }),
);

/** The maximum number of items that one Start makes. */
const startedItemsMax = 1000;

const ItemToStart = schema("ItemToStart", "An item that Start creates.", () =>
  z.strictObject({ visualSerialNo: filledBytes(250), qty: quantity() }),
);

const WorksOrderStart = schema(
  "WorksOrderStart",
  "The works order to start, and the items to create. A Started order starts further items, up to " +
    "its quantity.",
  () =>
    addressingOrder({
      items: z
        .array(ItemToStart())
        .min(1, "At least one item.")
        .max(startedItemsMax, `At most ${startedItemsMax} items.`)
        .nullish()
        .meta({
          [ruleText]:
            "If absent, items of the product's DefaultBatchSize are created, with serials of its " +
            "SerialRange, or else `<orderNo>-<n>`, in the order of their numbers. Serials that an " +
            `item has or had are left out. At most ${startedItemsMax} items are created: send the ` +
            "request again for the next ones. Further items may not pass the order's quantity.",
        }),
      comment: textBytes(2000).nullish(),
    }),
);

const WorksOrderCompletion = schema("WorksOrderCompletion", "The works order to complete.", () =>
  commentedAllowances(
    addressingOrder({
      ...allowances(),
      comment: textBytes(2000)
        .nullish()
        .meta({ [ruleText]: "Required with `allowIncomplete` and `allowHeld`." }),
    }),
  ),
);

const WorksOrderCancellation = schema("WorksOrderCancellation", "The works order to cancel.", () =>
  addressingOrder({ comment: textBytes(2000).nullish() }),
);

const WorksOrderCompletenessRequest = schema(
  "WorksOrderCompletenessRequest",
  "The works order whose units to compare with its BoM version.",
  () => addressingOrder({}),
);

const StartedItem = schema("StartedItem", "An item that Start created.", () =>
  z.object({ id: record.id(), visualSerialNo: record.text(), qty: record.number() }),
);

/** A field that repeated responses of earlier versions do not have. */
const progress = <Field extends z.ZodType>(field: Field, description: string) =>
  field.optional().meta({
    description: `${description} Absent only if the response repeats one of an earlier version.`,
  });

const StartedWorksOrder = schema(
  "StartedWorksOrder",
  "A started works order, with the items that this Start created.",
  () =>
    z.object({
      ...orderFields(),
      qtyStarted: progress(
        record.number(),
        "The nominal quantity of all items of the order that are not scrapped or voided, in `unit`.",
      ),
      qtyLeft: progress(
        record.number(),
        "The quantity that further Starts can still create, in `unit`. 0 if there is none.",
      ),
      unit: progress(record.text(), "The name of the base unit of the order's product."),
      items: z.array(StartedItem()),
    }),
);

export type StartedWorksOrderRecord = Infer<typeof StartedWorksOrder>;

const tags = ["Works orders"];

export const worksOrderRoutes = {
  list: route({
    operationId: "worksOrderList",
    method: "post",
    path: "/api/WorksOrder/List",
    roles: rolesFor.reading,
    tags,
    summary: "List works orders",
    request: () => ({
      query: pageOfSearch(),
      body: body(WorksOrderFilter(), { status: "Started" }),
    }),
    responses: () => ({
      200: okResponse(z.array(WorksOrder()), "The matching works orders, in the order.", [
        worksOrderExample,
      ]),
      ...problemsOfRead(),
    }),
  }),
  ...worksOrderSearchRoutes,
  completeness: route({
    operationId: "worksOrderCompleteness",
    method: "post",
    path: "/api/WorksOrder/Completeness",
    roles: rolesFor.reading,
    tags,
    summary: "List what the units of a works order lack, and where it is in stock",
    request: () => ({ body: body(WorksOrderCompletenessRequest(), { orderNo: "WO-1001" }) }),
    responses: () => ({
      200: okResponse(
        WorksOrderCompleteness(),
        "The units, what the open ones lack by the rule of Complete, and the stock of it.",
        worksOrderCompletenessExample,
      ),
      ...problemsOfRead("not_found"),
    }),
  }),
  upsert: writeRoute({
    operationId: "worksOrderUpsert",
    method: "put",
    path: "/api/WorksOrder/Upsert",
    roles: rolesFor.engineering,
    importStage: "orders",
    tags,
    summary: "Create or update a works order",
    request: () => ({ body: body(WorksOrderUpsert(), orderCreationExample) }),
    responses: () => ({
      200: okResponse(WorksOrder(), "The created or updated works order.", createdOrder),
      ...problemsOfWrite(
        "not_found",
        "stale_revision",
        "details_contradict",
        "order_status",
        "fixed",
        "inactive",
        "duplicate",
        "decimal_places",
        "quantity_range",
      ),
    }),
  }),
  remove: writeRoute({
    operationId: "worksOrderDelete",
    method: "delete",
    path: "/api/WorksOrder/Delete",
    roles: rolesFor.engineering,
    importStage: "orders",
    tags,
    summary: "Delete a works order that was never started",
    request: () => ({ body: body(WorksOrderDeletion(), { id: 2 }) }),
    responses: () => ({
      200: okResponse(WorksOrder(), "The deleted works order.", createdOrder),
      ...problemsOfWrite("not_found", "stale_revision", "order_status", "in_use"),
    }),
  }),
  start: writeRoute({
    operationId: "worksOrderStart",
    method: "put",
    path: "/api/WorksOrder/Start",
    roles: rolesFor.engineering,
    importStage: "orders",
    tags,
    summary: "Start a works order and its items, or further items of a started one",
    request: () => ({
      body: body(WorksOrderStart(), {
        orderNo: "WO-1001",
        items: [
          { visualSerialNo: "PUMP-0001", qty: 1 },
          { visualSerialNo: "PUMP-0002", qty: 1 },
        ],
      }),
    }),
    responses: () => ({
      200: okResponse(StartedWorksOrder(), "The started works order, with the new items.", {
        ...worksOrderExample,
        qtyStarted: 2,
        qtyLeft: 0,
        unit: "each",
        items: [
          { id: 17, visualSerialNo: "PUMP-0001", qty: 1 },
          { id: 18, visualSerialNo: "PUMP-0002", qty: 1 },
        ],
      }),
      ...problemsOfWrite(
        "not_found",
        "order_status",
        "bom_status",
        "inactive",
        "quantity_range",
        "decimal_places",
        "tracking",
        "serial_range",
        "duplicate",
      ),
    }),
  }),
  ...worksOrderVersionRoutes,
  complete: writeRoute({
    operationId: "worksOrderComplete",
    method: "put",
    path: "/api/WorksOrder/Complete",
    roles: rolesFor.engineering,
    importStage: "orderEnds",
    tags,
    summary: "Complete a works order, and finish its units that are not finished",
    request: () => ({
      body: body(WorksOrderCompletion(), { orderNo: "WO-1001" }),
    }),
    responses: () => ({
      200: okResponse(WorksOrder(), "The completed works order.", completedOrder),
      ...problemsOfWrite(
        "not_found",
        "order_status",
        "evidence_missing",
        "incomplete",
        "contains_held",
        "signature_required",
      ),
    }),
  }),
  cancel: writeRoute({
    operationId: "worksOrderCancel",
    method: "put",
    path: "/api/WorksOrder/Cancel",
    roles: rolesFor.engineering,
    importStage: "orderEnds",
    tags,
    summary: "Cancel a works order, and scrap the items of a started one",
    request: () => ({
      body: body(WorksOrderCancellation(), { orderNo: "WO-1001", comment: "Customer withdrew" }),
    }),
    responses: () => ({
      200: okResponse(WorksOrder(), "The cancelled works order.", {
        ...createdOrder,
        revNo: 2,
        status: "Cancelled",
      }),
      ...problemsOfWrite("not_found", "order_status", "in_use"),
    }),
  }),
};
