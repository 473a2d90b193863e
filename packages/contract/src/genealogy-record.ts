import * as z from "zod";
import { record } from "./fields.ts";
import { schema, type Infer } from "./schema.ts";

/** What every list of the genealogy says of an item. */
const itemFields = () => ({
  visualSerialNo: record.text(),
  batchNo: record.text().nullable(),
  productID: record.id(),
  productName: record.text(),
  version: record.text().nullable(),
});

/** What every list of the genealogy says of a link, whichever of the two items it leads to. */
const linkFields = () => ({
  level: z.int().meta({ description: "1 is a direct link, 2 one by way of another item." }),
  ...itemFields(),
  bomSlotID: record.id(),
  slot: record.text().meta({ description: "The description of the BoM slot." }),
  qty: record.number().meta({
    description: "What is built, net, by this link: in the base unit of what is built.",
  }),
  unit: record.text(),
  at: record.time().meta({ description: "When the first of it was built." }),
  userID: record.id().nullable(),
  user: record.text().nullable(),
  places: z.int().meta({
    description: "In how many items of this list it stands. Only `paths` names each of them.",
  }),
});

/** An item that is in another one. Source: docs/gaps.md, Genealogy. */
export const BuiltItem = schema("BuiltItem", () =>
  z.object({
    id: record.id(),
    parentID: record.id().meta({ description: "The item that it is built into." }),
    ...linkFields(),
  }),
);
export type BuiltItemRecord = Infer<typeof BuiltItem>;

/** An item that another one is in. */
export const ContainingItem = schema("ContainingItem", () =>
  z.object({
    id: record.id(),
    childID: record.id().meta({ description: "The item that is built into it." }),
    ...linkFields(),
  }),
);
export type ContainingItemRecord = Infer<typeof ContainingItem>;

/** An item that a recall concerns: it matches, or what matches is in it. */
export const RecalledItem = schema("RecalledItem", () =>
  z.object({
    id: record.id(),
    level: z.int().meta({
      description: "How many links lead from it to the nearest match: 0 is a match itself.",
    }),
    ...itemFields(),
    statusID: record.id(),
    status: record.text(),
    holdReason: record.text().nullable(),
    actualQty: record.number(),
    unit: record.text(),
    isHeld: record.flag(),
    isDispatched: record.flag(),
    isInStock: record.flag().meta({ description: "Some of it is left, and not dispatched." }),
    path: z
      .array(z.object({ id: record.id(), visualSerialNo: record.text() }))
      .meta({ description: "The shortest way from this item, the first, to a match, the last." }),
  }),
);
export type RecalledItemRecord = Infer<typeof RecalledItem>;

/** Quantities for all of the parent. */
const neededFields = () => ({
  required: record.number(),
  min: record.number(),
  max: record.number().nullable(),
});

const BuiltCandidate = schema("BuiltCandidate", () =>
  z.object({
    candidateID: record.id(),
    productID: record.id(),
    product: record.text(),
    version: record.text().nullable(),
    isActive: record.flag(),
    isDefault: record.flag(),
    ...neededFields(),
    built: record.number(),
    unit: record.text().meta({ description: "The base unit of the product." }),
  }),
);

const SlotCompleteness = schema("SlotCompleteness", () =>
  z.object({
    bomSlotID: record.id(),
    slot: record.text().meta({ description: "The description of the BoM slot." }),
    isRequired: record.flag(),
    isActive: record.flag(),
    ...neededFields(),
    missing: record.number().meta({ description: "What is missing of the minimum." }),
    over: record.number().meta({ description: "What is built beyond the maximum." }),
    unit: record
      .text()
      .nullable()
      .meta({ description: "Of the default candidate, else the first; null without any." }),
    candidates: z.array(BuiltCandidate()),
  }),
);

/** An item as it is built against its BoM version. */
export const Completeness = schema("Completeness", () =>
  z.object({
    id: record.id(),
    visualSerialNo: record.text(),
    productName: record.text(),
    nominalQty: record.number(),
    orderNo: record.text().nullable(),
    bomVersionID: record
      .id()
      .nullable()
      .meta({ description: "The version that it is built by; null where there is none." }),
    isComplete: record
      .flag()
      .meta({ description: "No active, required slot is under its minimum." }),
    slots: z.array(SlotCompleteness()),
  }),
);
export type CompletenessRecord = Infer<typeof Completeness>;
