import { createRoute, z } from "@hono/zod-openapi";
import { amount, expiry, filled, id, instant, quantity, record, textBytes } from "./fields.ts";
import { MaterialItem, materialItemExample } from "./material-item-record.ts";
import { answers, body, problemsOfWrite, writeHeaders } from "./responses.ts";

/** Where the spec prints VARCHAR2 without a size: the size of the same field elsewhere. */
const serial = () => filled(textBytes(250));

export const ItemDetails = z
  .strictObject({
    productName: filled(textBytes(250)),
    expiryDate: expiry().optional(),
    batchNo: textBytes(50).optional(),
    version: textBytes(100).optional(),
    costPerUnit: amount().optional(),
    currency: filled(textBytes(50)).optional(),
  })
  .refine(({ costPerUnit, currency }) => costPerUnit === undefined || currency !== undefined, {
    path: ["currency"],
    error: "Required with costPerUnit.",
  })
  .openapi("ItemDetails");

export const BuildRequest = z
  .strictObject({
    parentSerialNo: serial(),
    childSerialNo: serial(),
    builtQty: quantity().openapi({ description: "In the child's base unit." }),
    receiveAtPointOfConsumption: z.boolean(),
    itemDetails: ItemDetails.optional(),
    bomSlotID: id().optional().openapi({ description: "Picks one of several slots." }),
    occurredAt: instant().optional(),
  })
  .refine(
    ({ receiveAtPointOfConsumption: receive, itemDetails }) => !receive || itemDetails !== undefined,
    { path: ["itemDetails"], error: "Required with receiveAtPointOfConsumption." },
  )
  .openapi("BuildRequest");

export const Allocation = z
  .object({ bomSlotID: record.id(), candidateID: record.id(), qty: record.number() })
  .openapi("Allocation");

export const BuildRecord = z
  .object({
    id: record.id(),
    parent: MaterialItem,
    child: MaterialItem,
    qty: record.number(),
    allocations: z.array(Allocation),
    at: record.time(),
    userID: record.id(),
  })
  .openapi("BuildRecord");

export type BuildAnswerRecord = z.infer<typeof BuildRecord>;

const buildExample = {
  parentSerialNo: "PUMP-0001",
  childSerialNo: "SEAL-LOT-7",
  builtQty: 2,
  receiveAtPointOfConsumption: false,
};

const buildRecordExample = {
  id: 412,
  parent: { ...materialItemExample, visualSerialNo: "PUMP-0001" },
  child: { ...materialItemExample, id: 18, visualSerialNo: "SEAL-LOT-7", actualQty: 23 },
  qty: 2,
  allocations: [{ bomSlotID: 3, candidateID: 5, qty: 2 }],
  at: "2026-01-31T08:00:00.000Z",
  userID: 1,
};

export const consumptionRoutes = {
  build: createRoute({
    operationId: "buildBuild",
    method: "put",
    path: "/api/Build/Build",
    tags: ["Material consumption"],
    summary: "Consume a child material item into a parent",
    request: { headers: writeHeaders, body: body(BuildRequest, buildExample) },
    responses: {
      200: answers(BuildRecord, "The completed build.", buildRecordExample),
      ...problemsOfWrite(
        "not_found",
        "order_status",
        "item_status",
        "item_on_hold",
        "details_contradict",
        "cycle",
        "item_expired",
        "decimal_places",
        "not_in_bom",
        "over_maximum",
        "serial_range",
        "insufficient_quantity",
      ),
    },
  }),
};
