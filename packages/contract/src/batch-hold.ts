import * as z from "zod";
import { filledBytes, filledChars, id, nameBytes, nameChars, record, textBytes } from "./fields.ts";
import { body, okResponse, pageQuery, problemsOfRead, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route, writeRoute } from "./route.ts";
import { type Infer, schema } from "./schema.ts";

const batchFields = () => ({
  productName: filledBytes(250).meta({
    description: "The name of the product of the batch. Not case sensitive.",
  }),
  batchNo: filledChars(50).meta({ description: "The batch. Not case sensitive." }),
});

const comment = () =>
  textBytes(2000)
    .nullish()
    .meta({ description: "The reason in words. If absent, a hold that exists keeps its own." });

const BatchHoldFilter = schema(
  "BatchHoldFilter",
  "Selects holds of batches. All fields that are sent must match.",
  () =>
    z.strictObject({
      id: id().optional(),
      productName: nameBytes(250).optional(),
      batchNo: nameChars(50).optional(),
      holdReason: nameBytes(250).optional(),
    }),
);

const BatchHoldUpsert = schema(
  "BatchHoldUpsert",
  "The batch to put on hold, and the reason. A batch can be on hold for several reasons.",
  () =>
    z.strictObject({
      ...batchFields(),
      holdReason: filledBytes(250).meta({
        description: "The name or the SUID of a hold reason. Not case sensitive.",
      }),
      comment: comment(),
    }),
);

const BatchHoldDeletion = schema(
  "BatchHoldDeletion",
  "The batch to release from hold, and the hold to end if it has several.",
  () =>
    z.strictObject({
      ...batchFields(),
      holdReason: filledBytes(250)
        .nullish()
        .meta({
          description:
            "The name or the SUID of the reason whose hold ends. Not case sensitive. Without it, the " +
            "only hold of the batch ends.",
        }),
      comment: textBytes(2000).nullish(),
    }),
);

const BatchHold = schema(
  "BatchHold",
  "A hold of a batch: all its items are on hold, whenever they were received.",
  () =>
    z.object({
      id: record.id(),
      revNo: record.revision(),
      productID: record.id(),
      productName: record.text(),
      batchNo: record.text(),
      holdReasonID: record.id(),
      holdReason: record.text(),
      comment: record.text().nullable(),
      since: record.time().meta({ description: "When the hold began." }),
      userID: record.id().nullable().meta({ description: "The user who put the batch on hold." }),
    }),
);
export type BatchHoldRecord = Infer<typeof BatchHold>;

const upsertExample = {
  productName: "Seal",
  batchNo: "B-2026-01",
  holdReason: "Quality",
  comment: "Supplier notice 4711",
};
const holdExample = {
  id: 1,
  revNo: 1,
  productID: 5,
  productName: "Seal",
  batchNo: "B-2026-01",
  holdReasonID: 1,
  holdReason: "Quality",
  comment: "Supplier notice 4711",
  since: "2026-01-31T08:00:00.000Z",
  userID: 1,
};

const tags = ["Batch holds"];

/** The holds of batches. */
export const batchHoldRoutes = {
  list: route({
    operationId: "batchHoldList",
    method: "post",
    path: "/api/BatchHold/List",
    roles: rolesFor.reading,
    tags,
    summary: "List holds of batches",
    request: () => ({ query: pageQuery(), body: body(BatchHoldFilter(), { productName: "Seal" }) }),
    responses: () => ({
      200: okResponse(z.array(BatchHold()), "The matching holds, by id.", [holdExample]),
      ...problemsOfRead(),
    }),
  }),
  upsert: writeRoute({
    operationId: "batchHoldUpsert",
    method: "put",
    path: "/api/BatchHold/Upsert",
    roles: rolesFor.holding,
    importStage: "itemChanges",
    tags,
    summary: "Put a batch on hold, with all that is received of it later",
    request: () => ({ body: body(BatchHoldUpsert(), upsertExample) }),
    responses: () => ({
      200: okResponse(BatchHold(), "The hold of the batch.", holdExample),
      ...problemsOfWrite("not_found", "inactive"),
    }),
  }),
  remove: writeRoute({
    operationId: "batchHoldDelete",
    method: "delete",
    path: "/api/BatchHold/Delete",
    roles: rolesFor.releasing,
    importStage: "itemChanges",
    tags,
    summary: "Release a batch from hold",
    request: () => ({
      body: body(BatchHoldDeletion(), {
        productName: "Seal",
        batchNo: "B-2026-01",
        comment: "Inspected: sound",
      }),
    }),
    responses: () => ({
      200: okResponse(BatchHold(), "The hold that ended.", holdExample),
      ...problemsOfWrite("not_found", "item_on_hold", "signature_required"),
    }),
  }),
};
