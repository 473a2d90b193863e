import * as z from "zod";
import { addressingItem, filledBytes, happening, quantity, textBytes } from "./fields.ts";
import { lotExample, MaterialItem } from "./material-item-record.ts";
import { okResponse, body, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { writeRoute } from "./route.ts";
import { type Infer, ruleText, schema } from "./schema.ts";

/** The most parts of one Split, and the most items that one Merge puts into another. */
const itemsMax = 100;

const SplitPart = schema("SplitPart", "A part of a lot that becomes an item of its own.", () =>
  z.strictObject({
    qty: quantity(),
    visualSerialNo: filledBytes(250).meta({
      description: "The serial on the label of the part. No other item may have it.",
    }),
    location: filledBytes(200)
      .nullish()
      .meta({ description: "The SUID of the part's location. If absent, that of the lot." }),
    holdReason: filledBytes(250)
      .nullish()
      .meta({
        description: "The name or the SUID of a hold reason, to put the part on hold.",
        [ruleText]: "The parts of a lot on hold are held for the same reason.",
      }),
  }),
);

const SplitRequest = schema("SplitRequest", "The lot to split, and its parts.", () =>
  addressingItem({
    parts: z
      .array(SplitPart())
      .min(1, "At least one part.")
      .max(itemsMax, `At most ${itemsMax} parts.`)
      .meta({
        description: "The parts to take off the lot. The lot keeps its serial and the rest.",
      }),
    comment: textBytes(2000).nullish(),
    occurredAt: happening().nullish(),
  }),
);

const SplitRecord = schema("SplitRecord", "A lot after a Split, and its parts.", () =>
  z.object({
    lot: MaterialItem().meta({ description: "The lot, with what is left of it." }),
    parts: z.array(MaterialItem()).meta({ description: "The parts, in the order of the request." }),
  }),
);
export type SplitRecord = Infer<typeof SplitRecord>;

const MergedItem = schema("MergedItem", "An item whose whole stock is merged into another.", () =>
  addressingItem({}),
);

const MergeRequest = schema(
  "MergeRequest",
  "The item to merge others into, and those others. They agree in product, batch, version, " +
    "expiry, cost, delivery, owner, status and hold.",
  () =>
    addressingItem({
      from: z
        .array(MergedItem())
        .min(1, "At least one item.")
        .max(itemsMax, `At most ${itemsMax} items.`)
        .meta({ description: "The items to merge into it. Each becomes Consumed." }),
      comment: textBytes(2000).nullish(),
      occurredAt: happening().nullish(),
    }),
);

const MergeRecord = schema("MergeRecord", "An item after a Merge, and those merged into it.", () =>
  z.object({
    lot: MaterialItem().meta({ description: "The item that took the others in." }),
    merged: z
      .array(MaterialItem())
      .meta({ description: "The items that were merged into it, in the order of the request." }),
  }),
);
export type MergeRecord = Infer<typeof MergeRecord>;

const partExample = {
  ...lotExample,
  id: 31,
  visualSerialNo: "SEAL-LOT-7-1",
  nominalQty: 5,
  actualQty: 5,
};

const tags = ["Material items"];

/** The verbs that divide a lot and put lots together. */
export const materialItemLotRoutes = {
  split: writeRoute({
    operationId: "materialItemSplit",
    method: "put",
    path: "/api/MaterialItem/Split",
    roles: rolesFor.storing,
    importStage: "itemChanges",
    tags,
    summary: "Take parts off a lot as items of their own",
    request: () => ({
      body: body(SplitRequest(), {
        visualSerialNo: "SEAL-LOT-7",
        parts: [{ qty: 5, visualSerialNo: "SEAL-LOT-7-1" }],
      }),
    }),
    responses: () => ({
      200: okResponse(SplitRecord(), "The lot, and its parts.", {
        lot: { ...lotExample, revNo: 2, actualQty: 20 },
        parts: [partExample],
      }),
      ...problemsOfWrite(
        "not_found",
        "inactive",
        "item_status",
        "tracking",
        "duplicate",
        "decimal_places",
        "insufficient_quantity",
        "before_it_was",
      ),
    }),
  }),
  merge: writeRoute({
    operationId: "materialItemMerge",
    method: "put",
    path: "/api/MaterialItem/Merge",
    roles: rolesFor.storing,
    importStage: "itemChanges",
    tags,
    summary: "Put the whole stock of items into another item",
    request: () => ({
      body: body(MergeRequest(), {
        visualSerialNo: "SEAL-LOT-7",
        from: [{ visualSerialNo: "SEAL-LOT-7-1" }],
      }),
    }),
    responses: () => ({
      200: okResponse(MergeRecord(), "The item, and those merged into it.", {
        lot: { ...lotExample, revNo: 3 },
        merged: [{ ...partExample, revNo: 2, actualQty: 0, statusID: 3, status: "Consumed" }],
      }),
      ...problemsOfWrite(
        "not_found",
        "item_status",
        "tracking",
        "details_contradict",
        "insufficient_quantity",
        "quantity_range",
        "before_it_was",
      ),
    }),
  }),
};
