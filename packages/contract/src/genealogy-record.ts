import * as z from "zod";
import { candidateVersion } from "./bom-slot-record.ts";
import { record } from "./fields.ts";
import { Content, ItemOnPath } from "./content.ts";
import { Evidence } from "./evidence.ts";
import { type Infer, ruleText, schema } from "./schema.ts";

const LinkKind = schema(
  "LinkKind",
  "How an item came into another one: it was built in (`build`), it was split off (`split`), or " +
    "one was merged into the other (`merge`).",
  () => z.enum(["build", "split", "merge"]),
);

/** The fields of an item in every list of the genealogy. */
const itemFields = () => ({
  visualSerialNo: record.text(),
  batchNo: record.text().nullable(),
  productID: record.id(),
  productName: record.text(),
  version: record.text().nullable(),
});

/** The fields of a link wherever a record shows it. */
export const recordedLinkFields = () => ({
  level: z.int().meta({ description: "1 is a direct link, 2 a link through another item." }),
  ...itemFields(),
  link: LinkKind().meta({
    description: "What made the link: a Build, a Split or a Merge.",
  }),
  bomSlotID: record.id().meta({ [ruleText]: "0 if the link is not a Build." }),
  slot: record.text().meta({ [ruleText]: "Empty if the link is not a Build." }),
  qty: record.number().meta({
    description:
      "The net quantity of this link, in the base unit of the item that was built or moved.",
  }),
  unit: record.text(),
  at: record.time().meta({ description: "When the first part of it was built or moved." }),
  userID: record.id().nullable(),
  user: record
    .text()
    .nullable()
    .meta({ description: "The name of the user who built or moved it, as it was then." }),
});

/** The fields of a link in every list of the genealogy, in either direction. */
const linkFields = () => ({
  ...recordedLinkFields(),
  userNow: record.text().nullable(),
  places: z.int().meta({
    description:
      "The number of items in this list under which it occurs. Only `paths` lists each occurrence.",
  }),
});

/** Source: docs/reference/gaps.md, Genealogy. */
export const BuiltItem = schema("BuiltItem", "An item that is in another item, at any level.", () =>
  z.object({
    id: record.id(),
    parentID: record
      .id()
      .meta({ description: "The id of the item that contains it directly, or came from it." }),
    ...linkFields(),
  }),
);
export type BuiltItemRecord = Infer<typeof BuiltItem>;

export const ContainingItem = schema(
  "ContainingItem",
  "An item that contains another item, at any level.",
  () =>
    z.object({
      id: record.id(),
      childID: record
        .id()
        .meta({ description: "The id of the item that it contains directly, or came from." }),
      ...linkFields(),
    }),
);
export type ContainingItemRecord = Infer<typeof ContainingItem>;

const FormerIdentity = schema(
  "FormerIdentity",
  "A value that an item had and that a recall asks for. The item has another value now.",
  () =>
    z.object({
      field: z.enum(["batchNo", "deliveryNo", "visualSerialNo"]).meta({
        description: "The field that had the value.",
      }),
      value: record.text().meta({ description: "The value, as it was written." }),
      until: record.time().meta({ description: "When the item lost it, the last time." }),
    }),
);

const TakenOut = schema(
  "TakenOut",
  "The Remove after which an item contained no match any more.",
  () =>
    z.object({
      at: record.time(),
      userID: record.id().nullable(),
      user: record
        .text()
        .nullable()
        .meta({ description: "The name of the user who removed it, as it was then." }),
      userNow: record.text().nullable(),
      reasonSUID: record
        .text()
        .nullable()
        .meta({ [ruleText]: "Null if the Remove had none." }),
      comment: record.text().nullable(),
    }),
);

export const RecalledItem = schema(
  "RecalledItem",
  "An item that a recall affects: it matches, or contains an item that matches.",
  () =>
    z.object({
      id: record.id(),
      level: z.int().meta({
        description: "The number of links to the nearest match. 0 is a match itself.",
      }),
      ...itemFields(),
      statusID: record.id(),
      status: record.text(),
      holdReason: record.text().nullable(),
      actualQty: record.number(),
      unit: record.text(),
      isHeld: record.flag(),
      isDispatched: record.flag(),
      isInStock: record
        .flag()
        .meta({ description: "True if some of it is left and not dispatched." }),
      origin: record.text().nullable(),
      destination: record.text().nullable(),
      formerly: z.array(FormerIdentity()).meta({
        description:
          "The values that it matches by and that it has no more. Empty if it matches as it is " +
          "now, or if it only contains a match.",
      }),
      removed: TakenOut()
        .nullable()
        .meta({
          description:
            "Null if it is a match or contains one. Otherwise the Remove that took the last one out " +
            "of it, or out of something in it.",
        }),
      path: z
        .array(ItemOnPath())
        .meta({ description: "The shortest path from this item to a match." }),
    }),
);
export type RecalledItemRecord = Infer<typeof RecalledItem>;

const StatusCount = schema("StatusCount", "The affected items with one status.", () =>
  z.object({
    statusID: record.id(),
    status: record.text(),
    count: z.int().meta({ description: "The number of these items." }),
  }),
);

export const RecallSummary = schema(
  "RecallSummary",
  "The items that a recall affects, counted.",
  () =>
    z.object({
      count: z.int().meta({ description: "The number of items that Recall lists." }),
      matches: z.int().meta({ description: "The number of these that match themselves." }),
      formerMatches: z.int().meta({
        description: "The number of matches that have another batch, delivery or serial now.",
      }),
      removed: z.int().meta({
        description:
          "The number of items that contain no match any more. 0 without `includeRemoved`.",
      }),
      held: z.int().meta({ description: "The number of items that are on hold." }),
      dispatched: z.int().meta({ description: "The number of items whose status is Dispatched." }),
      inStock: z.int().meta({
        description: "The number of items that are not used up and not dispatched.",
      }),
      statuses: z.array(StatusCount()).meta({
        description: "The number of items with each status that occurs, by the id of the status.",
      }),
    }),
);
export type RecallSummaryRecord = Infer<typeof RecallSummary>;

/** The quantities that the whole parent needs. */
const neededFields = () => ({
  required: record.number(),
  requiredExact: record.number(),
  min: record.number(),
  max: record.number().nullable(),
});

const BuiltCandidate = schema(
  "BuiltCandidate",
  "A candidate of a slot: the quantities with which it fills the slot alone, and the quantity " +
    "built.",
  () =>
    z.object({
      candidateID: record.id(),
      productID: record.id(),
      product: record.text(),
      version: record.text().nullable().meta(candidateVersion),
      isActive: record.flag(),
      isDefault: record.flag(),
      ...neededFields(),
      built: record.number(),
      unit: record.text(),
    }),
);

/** The fields of a slot that is compared with what is built into it. */
export const slotCompletenessFields = () => ({
  bomSlotID: record.id(),
  slot: record.text(),
  isRequired: record.flag(),
  isActive: record.flag(),
  ...neededFields(),
  missing: record.number().meta({ description: "The quantity that is missing from the minimum." }),
  over: record.number().meta({ description: "The quantity that exceeds the maximum." }),
  missingEvidence: z.array(Evidence()).meta({
    description: "The compulsory evidence of the device history record that is missing.",
  }),
  unit: record.text().nullable().meta({
    description:
      "The unit of the default candidate, or else of the first. Null if there is no candidate.",
  }),
  candidates: z.array(BuiltCandidate()),
});

const SlotCompleteness = schema(
  "SlotCompleteness",
  "A slot of the item's BoM version, compared with the quantities that are built.",
  () => z.object(slotCompletenessFields()),
);

export const Completeness = schema("Completeness", "An item compared with its BoM version.", () =>
  z.object({
    id: record.id(),
    visualSerialNo: record.text(),
    productName: record.text(),
    nominalQty: record.number(),
    orderNo: record
      .text()
      .nullable()
      .meta({ [ruleText]: "Null if the item has none." }),
    bomVersionID: record
      .id()
      .nullable()
      .meta({ [ruleText]: "Null if the item has none." }),
    isComplete: record.flag().meta({
      description:
        "True if no active, required slot is below its minimum, no compulsory evidence is missing, " +
        "and no contained unit of a works order is unfinished.",
    }),
    slots: z.array(SlotCompleteness()),
    unfinished: z.array(Content()).meta({
      description:
        "The units of works orders in it, at any level, that are not finished. At most 100.",
    }),
    unfinishedCount: z.int().meta({ description: "The number of unfinished units in it." }),
    held: z
      .array(Content())
      .meta({ description: "The items in it, at any level, that are on hold. At most 100." }),
    heldCount: z.int().meta({ description: "The number of items in it that are on hold." }),
  }),
);
export type CompletenessRecord = Infer<typeof Completeness>;
