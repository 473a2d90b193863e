import * as z from "zod";
import { ItemOnPath } from "./content.ts";
import { Evidence } from "./evidence.ts";
import { record } from "./fields.ts";
import type { ProblemCode } from "./problems.ts";
import { ruleText, schema } from "./schema.ts";

/** A field of a problem document that only some codes have. */
export type ProblemFact =
  | "builtInto"
  | "count"
  | "counts"
  | "current"
  | "earliest"
  | "held"
  | "heldCount"
  | "hold"
  | "item"
  | "limit"
  | "order"
  | "receivedAs"
  | "rule"
  | "signatureCount"
  | "signatures"
  | "slots"
  | "unfinished"
  | "unfinishedCount";

/**
 * The fields of each code from which a client can offer the next action. Each is there if the refusal
 * is about such a thing.
 */
export const factsByCode: Readonly<Partial<Record<ProblemCode, readonly ProblemFact[]>>> = {
  not_found: ["slots", "count", "item"],
  duplicate: ["item"],
  in_use: ["counts", "item"],
  stale_revision: ["current"],
  insufficient_quantity: ["item", "limit"],
  negative_quantity: ["item", "limit"],
  not_built: ["item", "limit", "builtInto"],
  already_built: ["item", "builtInto"],
  tracking: ["item", "limit"],
  item_on_hold: ["item", "hold"],
  item_expired: ["item"],
  backdated: ["limit", "earliest"],
  before_it_was: ["item", "earliest"],
  item_status: ["item", "order"],
  not_in_bom: ["item", "slots", "count"],
  over_maximum: ["item", "slots", "count", "limit"],
  cycle: ["item"],
  reason_not_assigned: ["item"],
  decimal_places: ["item", "limit"],
  unit_mismatch: ["item"],
  quantity_range: ["item", "limit"],
  too_many: ["limit"],
  details_contradict: ["item"],
  document_refused: ["rule"],
  already_received: ["receivedAs"],
  serial_range: ["item"],
  order_status: ["item", "order"],
  bom_status: ["counts"],
  fixed: ["counts"],
  inactive: ["item"],
  incomplete: ["item", "order", "slots", "count", "unfinished", "unfinishedCount"],
  evidence_missing: ["item", "order", "slots", "count"],
  contains_held: ["item", "order", "held", "heldCount"],
  signature_required: ["item", "order", "signatures", "signatureCount"],
};

const ProblemCandidate = schema("ProblemCandidate", "A product that a slot takes.", () =>
  z.object({
    candidateID: record.id(),
    productID: record.id(),
    productName: record.text(),
    productSUID: record.text().nullable().meta({
      description: "The SUID of the product. Null if it has none.",
    }),
    version: record.text().nullable().meta({
      description: "The version of the product that the slot takes. Null means any.",
    }),
    isDefault: record.flag(),
  }),
);

const ProblemSlot = schema(
  "ProblemSlot",
  "A slot of an item that a refusal is about: it lacks material, has no room, or is open. " +
    "Quantities are in the base unit of `product`.",
  () =>
    z.object({
      visualSerialNo: record.text().meta({
        description: "The serial of the item that has the slot.",
      }),
      bomSlotID: record.id(),
      description: record.text().meta({ description: "The description of the BoM slot." }),
      required: z.number().meta({ description: "The minimum of the slot for the whole item." }),
      built: z.number().meta({
        description: "The quantity that is built, of all candidates.",
      }),
      unit: z.string().meta({ description: "The name of the unit of all quantities." }),
      product: z.string().meta({
        description:
          "The name of the default candidate's product. Of `over_maximum`, the child's product.",
      }),
      takes: z
        .number()
        .nullable()
        .optional()
        .meta({
          description:
            "The quantity that still fits. Null if the slot has no maximum. Absent from " +
            "`incomplete`.",
        }),
      max: z
        .number()
        .nullable()
        .optional()
        .meta({
          description:
            "The maximum of the slot for the whole item. Null if it has none. Absent from " +
            "`incomplete`.",
        }),
      candidates: z.array(ProblemCandidate()).optional().meta({
        description:
          "`not_in_bom` and `not_found`: the active candidates, the default one first. At most 20.",
      }),
      lacks: z.array(Evidence()).optional().meta({
        description: "`evidence_missing`: the evidence that is missing.",
      }),
    }),
);

const ProblemItem = schema(
  "ProblemItem",
  "The item that a refusal is about, as it was when the request was refused.",
  () =>
    z.object({
      id: record.id(),
      visualSerialNo: record.text(),
      productID: record.id(),
      productName: record.text(),
      productSUID: record.text().nullable().meta({
        description: "The SUID of the product. Null if it has none.",
      }),
      version: record.text().nullable(),
      actualQty: record.number(),
      unit: record.text().meta({ description: "The name of the unit of `actualQty`." }),
      status: record.text(),
      expiryDate: record.time().nullable(),
    }),
);

const ProblemHold = schema("ProblemHold", "The hold of the item that a refusal is about.", () =>
  z.object({
    reason: record.text().nullable().meta({ description: "The name of the hold reason." }),
    reasonSUID: record.text().nullable().meta({
      description: "The SUID of the hold reason. Null if it has none.",
    }),
    since: record.time().meta({ description: "When the item was put on hold." }),
    comment: record.text().nullable().meta({
      description: "The comment of that request. Null if it had none.",
    }),
    userID: record.id().nullable().meta({
      description: "The id of the user who put it on hold. Null if the record names none.",
    }),
    user: record.text().nullable().meta({ description: "The present name of that user." }),
  }),
);

const ProblemOrder = schema(
  "ProblemOrder",
  "The works order that a refusal is about, or that the item is a unit of.",
  () =>
    z.object({
      id: record.id(),
      orderNo: record.text(),
      status: record.text(),
    }),
);

const ProblemSignature = schema(
  "ProblemSignature",
  "Signatures that an operation lacks: those of one rule, on one record.",
  () =>
    z.object({
      entity: record.text().meta({ description: "The kind of the record to sign." }),
      id: record
        .id()
        .nullable()
        .meta({
          description: "The id of the record to sign.",
          [ruleText]: "Null if there is no such record yet: create it as a draft first.",
        }),
      revNo: record.revision().nullable().meta({ description: "The revision to sign." }),
      name: record.text().meta({ description: "The record in words." }),
      operation: record.text().meta({ description: "The operation of the rule." }),
      ruleID: record.id().meta({ description: "The id of the signature rule." }),
      rule: record.text().meta({ description: "The name of the signature rule." }),
      meaning: record.text().meta({ description: "The meaning that the signatures must have." }),
      roles: z
        .array(record.text())
        .nullable()
        .meta({ description: "The roles: a signer must have one of them. Null means any." }),
      byAnother: z.boolean().meta({
        description: "Whether a signer must be another person than who performed the work.",
      }),
      count: z.int().meta({ description: "How many persons must sign." }),
      missing: z.int().meta({ description: "How many of these are missing." }),
    }),
);

/** The fields of a problem from which a client can offer the next action. */
export const problemFacts = () => ({
  item: ProblemItem()
    .optional()
    .meta({
      description:
        "The item that the refusal is about. For a Build or Remove it is the child, unless `errors` " +
        "names the parent. For `duplicate`, it is the item that has the serial.",
    }),
  hold: ProblemHold().optional().meta({ description: "`item_on_hold`: the hold of `item`." }),
  builtInto: ItemOnPath()
    .optional()
    .meta({
      description:
        "`already_built` and `not_built`: the item that contains `item`, if its product is tracked by " +
        "serial.",
    }),
  order: ProblemOrder().optional().meta({
    description: "The works order that the refusal is about, or that `item` is a unit of.",
  }),
  slots: z
    .array(ProblemSlot())
    .optional()
    .meta({
      description:
        "`incomplete`: the slots that lack material, at most 100. `evidence_missing`: those that lack " +
        "evidence, at most 100. `over_maximum`: the slots that take the child, at most 20. `not_in_bom`, and `not_found` of a child: the slots of the parent that " +
        "have room, those below their minimum first, at most 20.",
    }),
  count: z.int().optional().meta({ description: "The number of all these slots." }),
  signatures: z.array(ProblemSignature()).optional().meta({
    description: "`signature_required`: what is missing, by record and rule. At most 100.",
  }),
  signatureCount: z.int().optional().meta({
    description: "`signature_required`: the number of all missing signatures.",
  }),
  receivedAs: ItemOnPath()
    .optional()
    .meta({ description: "`already_received`: the item that the dispatch was received as." }),
  rule: z
    .enum(["form", "seals", "key", "content", "unit", "dispatch", "destination", "size"])
    .optional()
    .meta({ description: "`document_refused`: the rule that the document breaks." }),
  limit: z
    .number()
    .optional()
    .meta({
      description:
        "The most that would have been accepted. `backdated`: hours. `decimal_places`: decimals. " +
        "`too_many`: entries. Other codes: a quantity, in the unit of the field.",
    }),
  earliest: record.time().optional().meta({
    description: "`backdated` and `before_it_was`: the earliest `occurredAt` that they allow.",
  }),
});
