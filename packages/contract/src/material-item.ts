import { createRoute, z } from "@hono/zod-openapi";
import { amount, expiry, filled, instant, quantity, textBytes } from "./fields.ts";
import { MaterialItem, materialItemExample } from "./material-item-record.ts";
import { answers, body, pathId, problemsOfGet, problemsOfWrite, writeHeaders } from "./responses.ts";

export const ReceiveRequest = z
  .strictObject({
    productName: filled(textBytes(50)),
    visualSerialNo: filled(textBytes(250)),
    expiryDate: expiry().optional(),
    version: textBytes(100).optional(),
    location: textBytes(200).optional().openapi({ description: "The SUID of a location." }),
    batchNo: textBytes(50).optional(),
    costPerUnit: amount().optional(),
    qty: quantity(),
    ownershipType: textBytes(250).optional(),
    comment: textBytes(2000).optional(),
    deliveryNo: textBytes(250).optional(),
    occurredAt: instant().optional(),
  })
  .openapi("ReceiveRequest");

const receiveExample = {
  productName: "Seal",
  visualSerialNo: "SEAL-LOT-7",
  qty: 25,
  batchNo: "B-2026-01",
  location: "MAIN",
};

export const materialItemRoutes = {
  get: createRoute({
    operationId: "materialItemGet",
    method: "get",
    path: "/api/MaterialItem/Get/{id}",
    tags: ["Material items"],
    summary: "Get a material item",
    request: { params: pathId },
    responses: {
      200: answers(
        z.union([MaterialItem, z.array(MaterialItem).max(0)]),
        "The item, or an empty array.",
        materialItemExample,
      ),
      ...problemsOfGet("validation_failed"),
    },
  }),
  receive: createRoute({
    operationId: "materialItemReceive",
    method: "post",
    path: "/api/MaterialItem/Receive",
    tags: ["Material items"],
    summary: "Receive a new material item into stock",
    request: { headers: writeHeaders, body: body(ReceiveRequest, receiveExample) },
    responses: {
      200: answers(MaterialItem, "The created item.", materialItemExample),
      ...problemsOfWrite("not_found", "duplicate", "decimal_places", "receipt_profile"),
    },
  }),
};
