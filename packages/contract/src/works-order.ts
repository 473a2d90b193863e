import * as z from "zod";
import {
  bomVersion,
  filled,
  id,
  ignored,
  orderNo,
  quantity,
  record,
  textBytes,
  updateOrCreation,
} from "./fields.ts";
import { okResponse, body, pageQuery, problemsOfRead, problemsOfWrite } from "./responses.ts";
import { route, writeRoute } from "./route.ts";
import { schema, type Infer } from "./schema.ts";

const orderStatus = () => z.enum(["Created", "Started", "Completed", "Cancelled"]);

const orderProduct = () => filled(textBytes(250)).meta({ description: "Not case sensitive." });
const bomOfOrder = () =>
  filled(textBytes(100)).meta({
    description: "A BoM of the order's product. Not case sensitive.",
  });

const derivedOrderFields = () => ({
  productID: ignored(),
  bomID: ignored(),
  bomVersionID: ignored(),
  status: ignored(),
  startDT: ignored(),
  endDT: ignored(),
});

const WorksOrderCreation = schema("WorksOrderCreation", () =>
  z.strictObject({
    orderNo: orderNo(),
    description: textBytes(2000).nullish(),
    productName: orderProduct(),
    bom: bomOfOrder(),
    version: bomVersion(),
    qty: quantity(),
    ...derivedOrderFields(),
  }),
);

const WorksOrderUpdate = schema("WorksOrderUpdate", () =>
  z
    .strictObject({
      id: id(),
      orderNo: orderNo().optional(),
      description: textBytes(2000).nullish(),
      productName: orderProduct().optional(),
      bom: bomOfOrder().optional(),
      version: bomVersion().optional(),
      qty: quantity().optional(),
      ...derivedOrderFields(),
    })
    .meta({
      description: "After its start, only the description of an order can change.",
    }),
);

const WorksOrderFilter = schema("WorksOrderFilter", () =>
  z.strictObject({
    id: id().optional(),
    orderNo: orderNo().optional().meta({ description: "Not case sensitive." }),
    productName: orderProduct().optional(),
    status: orderStatus().optional(),
  }),
);

const WorksOrderDeletion = schema("WorksOrderDeletion", () => z.strictObject({ id: id() }));

/**
 * The fields that address a works order: its id, or its order number, which is not case sensitive.
 */
const orderAddress = () => ({ id: id().optional(), orderNo: orderNo().optional() });
const hasOrderAddress = (sent: { id?: number | undefined; orderNo?: string | undefined }) =>
  sent.id !== undefined || sent.orderNo !== undefined;
const orderAddressMissing = { error: "id or orderNo is required." };

/** The maximum number of items that a works order starts with. */
const startedItemsMax = 1000;

const WorksOrderStart = schema("WorksOrderStart", () =>
  z
    .strictObject({
      ...orderAddress(),
      items: z
        .array(z.strictObject({ visualSerialNo: filled(textBytes(250)), qty: quantity() }))
        .min(1, "At least one item.")
        .max(startedItemsMax, `At most ${startedItemsMax} items.`)
        .nullish()
        .meta({
          description:
            "If absent, items of the product's DefaultBatchSize are created, with serials of its " +
            `SerialRange, or else \`<orderNo>-<n>\`: at most ${startedItemsMax}.`,
        }),
      comment: textBytes(2000).nullish(),
    })
    .refine(hasOrderAddress, orderAddressMissing),
);

const WorksOrderCompletion = schema("WorksOrderCompletion", () =>
  z
    .strictObject({
      ...orderAddress(),
      allowIncomplete: z
        .boolean()
        .nullish()
        .meta({
          description:
            "Completes the order although required slots are below their minimum. The history " +
            "of the order lists these slots.",
        }),
      comment: textBytes(2000).nullish(),
    })
    .refine(hasOrderAddress, orderAddressMissing)
    .refine(({ allowIncomplete, comment: why }) => !allowIncomplete || (why ?? "").trim() !== "", {
      path: ["comment"],
      error: "Required with allowIncomplete.",
    }),
);

const WorksOrderCancellation = schema("WorksOrderCancellation", () =>
  z
    .strictObject({ ...orderAddress(), comment: textBytes(2000).nullish() })
    .refine(hasOrderAddress, orderAddressMissing),
);

const orderFields = () => ({
  id: record.id(),
  orderNo: record.text(),
  description: record.text().nullable(),
  productName: record.text(),
  productID: record.id(),
  bom: record.text(),
  bomID: record.id(),
  version: record.text(),
  bomVersionID: record.id(),
  qty: record.number(),
  status: orderStatus(),
  startDT: record.time().nullable(),
  endDT: record.time().nullable(),
});

/** A works order: a quantity of a product that is built to one version of a BoM. */
const WorksOrder = schema("WorksOrder", () => z.object(orderFields()));

const StartedWorksOrder = schema("StartedWorksOrder", () =>
  z.object({
    ...orderFields(),
    items: z
      .array(z.object({ id: record.id(), visualSerialNo: record.text(), qty: record.number() }))
      .meta({ description: "The started items." }),
  }),
);

export type WorksOrderRecord = Infer<typeof WorksOrder>;
export type StartedWorksOrderRecord = Infer<typeof StartedWorksOrder>;

const creationExample = {
  orderNo: "WO-1001",
  productName: "Pump",
  bom: "Pump",
  version: "1.0",
  qty: 2,
};
const created = {
  id: 2,
  ...creationExample,
  description: null,
  productID: 4,
  bomID: 2,
  bomVersionID: 3,
  status: "Created",
  startDT: null,
  endDT: null,
};
const started = { ...created, status: "Started", startDT: "2026-01-30T06:00:00.000Z" };
const completed = { ...started, status: "Completed", endDT: "2026-01-31T14:00:00.000Z" };

const tags = ["Works orders"];

export const worksOrderRoutes = {
  list: route({
    operationId: "worksOrderList",
    method: "post",
    path: "/api/WorksOrder/List",
    role: "viewer",
    tags,
    summary: "List works orders",
    request: () => ({ query: pageQuery(), body: body(WorksOrderFilter(), { status: "Started" }) }),
    responses: () => ({
      200: okResponse(z.array(WorksOrder()), "The matching works orders, by id.", [started]),
      ...problemsOfRead(),
    }),
  }),
  upsert: writeRoute({
    operationId: "worksOrderUpsert",
    method: "put",
    path: "/api/WorksOrder/Upsert",
    role: "engineer",
    importStage: "orders",
    tags,
    summary: "Create or update a works order",
    request: () => ({
      body: body(updateOrCreation(WorksOrderUpdate(), WorksOrderCreation()), creationExample),
    }),
    responses: () => ({
      200: okResponse(WorksOrder(), "The created or updated works order.", created),
      ...problemsOfWrite(
        "not_found",
        "order_status",
        "fixed",
        "inactive",
        "duplicate",
        "decimal_places",
      ),
    }),
  }),
  remove: writeRoute({
    operationId: "worksOrderDelete",
    method: "delete",
    path: "/api/WorksOrder/Delete",
    role: "engineer",
    importStage: "orders",
    tags,
    summary: "Delete a works order that was never started",
    request: () => ({ body: body(WorksOrderDeletion(), { id: 2 }) }),
    responses: () => ({
      200: okResponse(WorksOrder(), "The deleted works order.", created),
      ...problemsOfWrite("not_found", "order_status", "in_use"),
    }),
  }),
  start: writeRoute({
    operationId: "worksOrderStart",
    method: "put",
    path: "/api/WorksOrder/Start",
    role: "engineer",
    importStage: "orders",
    tags,
    summary: "Start a works order and its items",
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
      200: okResponse(StartedWorksOrder(), "The started works order, with its items.", {
        ...started,
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
        "serial_range",
        "duplicate",
      ),
    }),
  }),
  complete: writeRoute({
    operationId: "worksOrderComplete",
    method: "put",
    path: "/api/WorksOrder/Complete",
    role: "engineer",
    importStage: "orderEnds",
    tags,
    summary: "Complete a works order and make its items available",
    request: () => ({
      body: body(WorksOrderCompletion(), { orderNo: "WO-1001" }),
    }),
    responses: () => ({
      200: okResponse(WorksOrder(), "The completed works order.", completed),
      ...problemsOfWrite("not_found", "order_status", "incomplete"),
    }),
  }),
  cancel: writeRoute({
    operationId: "worksOrderCancel",
    method: "put",
    path: "/api/WorksOrder/Cancel",
    role: "engineer",
    importStage: "orderEnds",
    tags,
    summary: "Cancel a works order, and scrap the items of a started one",
    request: () => ({
      body: body(WorksOrderCancellation(), { orderNo: "WO-1001", comment: "Customer withdrew" }),
    }),
    responses: () => ({
      200: okResponse(WorksOrder(), "The cancelled works order.", {
        ...created,
        status: "Cancelled",
      }),
      ...problemsOfWrite("not_found", "order_status", "in_use"),
    }),
  }),
};
