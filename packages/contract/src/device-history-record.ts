import * as z from "zod";
import { record } from "./fields.ts";
import { recordedLinkFields, slotCompletenessFields } from "./genealogy-record.ts";
import { recordedChangeFields, station } from "./history.ts";
import { signatureFields } from "./signature.ts";
import { type Infer, ruleText, schema } from "./schema.ts";
import { WorksOrder } from "./works-order-record.ts";

const RecordedItem = schema(
  "RecordedItem",
  "The unit of a device history record, or an item in it, as it was in the state of the record.",
  () =>
    z.object({
      id: record.id(),
      visualSerialNo: record.text(),
      productID: record.id(),
      productName: record.text(),
      version: record.text().nullable(),
      batchNo: record.text().nullable(),
      deliveryNo: record.text().nullable(),
      expiryDate: record.time().nullable(),
      nominalQty: record.number(),
      unit: record.text(),
      status: record.text(),
      orderNo: record
        .text()
        .nullable()
        .meta({ [ruleText]: "Null if no works order made it." }),
      startDT: record.time().nullable(),
      endDT: record.time().nullable(),
    }),
);

const RecordedContent = schema(
  "RecordedContent",
  "The place of an item in the unit: in which item and slot, and how much of it.",
  () =>
    z.object({
      id: record.id(),
      parentID: record
        .id()
        .meta({ description: "The id of the item that contains it directly, or came from it." }),
      ...recordedLinkFields(),
    }),
);

const DesignedSlot = schema(
  "DesignedSlot",
  "A slot as it was designed, compared with the quantities that are built.",
  () =>
    z.object({
      ...slotCompletenessFields(),
      instruction: record.text().nullable(),
      edhrBomRequired: record.number(),
      edhrBuildRequired: record.number(),
    }),
);

const Design = schema(
  "Design",
  "The BoM version that a unit was built by, and what is built into it.",
  () =>
    z.object({
      id: record.id().meta({ description: "The id of the unit: the root, or a unit in it." }),
      visualSerialNo: record.text(),
      bom: record.text(),
      bomID: record.id(),
      version: record.text(),
      bomVersionID: record.id(),
      slots: z
        .array(DesignedSlot())
        .meta({ description: "The slots whose `edhrBomRequired` is more than 0." }),
    }),
);

const Deviation = schema(
  "Deviation",
  "A change that a gate refuses, unless the request allows it.",
  () =>
    z.object({
      seq: z.int().meta({ description: "The change, by its `seq`." }),
      allowed: z.array(z.enum(["incomplete", "contains_held"])).meta({
        description: "What the request allowed, by the codes of the refusals.",
      }),
    }),
);

const RecordedSignature = schema(
  "RecordedSignature",
  "A signature of an item, a works order, a BoM version or a batch hold of the record.",
  () =>
    z.object({
      seq: z.int().meta({ description: "The change that it is, by its `seq`." }),
      ...signatureFields(),
      covers: z.boolean().meta({
        description: "Whether the signed revision is that of the state of the record.",
      }),
    }),
);

const RecordedChange = schema(
  "RecordedChange",
  "A change of the unit, of something in it, or of their works orders, with its proof.",
  () =>
    z.object({
      ...recordedChangeFields(),
      keyID: record.id().nullable(),
      station: station(),
      sealID: record
        .id()
        .nullable()
        .meta({ description: "The seal that covers it. Null if none does yet." }),
      text: record.text().meta({
        description:
          "The row of the change log as the seal covers it. Its SHA-256 as base64url is the digest " +
          "in the seal.",
      }),
    }),
);

const RecordedName = schema(
  "RecordedName",
  "The name of a record that changes refer to by its id.",
  () =>
    z.object({
      entity: z.enum(["HoldReason", "Location", "MaterialStatus"]).meta({
        description: "The kind of the record.",
      }),
      id: record.id(),
      name: record.text(),
    }),
);

const RecordedSeal = schema(
  "RecordedSeal",
  "A seal that covers changes of the record, with all that its hash is made of.",
  () =>
    z.object({
      id: record.id().meta({ description: "The number of the seal, starting at 1." }),
      firstSeq: z.int().meta({ description: "The first row of the change log that it covers." }),
      lastSeq: z.int().meta({ description: "The last row of the change log that it covers." }),
      at: record.time().meta({ description: "When the seal was made." }),
      digests: record.text().meta({
        description: "The digests of the rows, in their order: 43 characters each.",
      }),
      previous: record.text().meta({
        description: "The hash of the seal before. Empty for the first one.",
      }),
      servedSince: record
        .time()
        .nullable()
        .meta({
          description: "Since when the service that made it had sealed each new row.",
          [ruleText]: "Null if that is not known.",
        }),
      hash: record.text(),
      signature: record.text().meta({ description: "The Ed25519 signature of the hash." }),
      publicKey: record.text().meta({ description: "The key that verifies the signature." }),
    }),
);

const RecordedAttachment = schema(
  "RecordedAttachment",
  "A file of an item or a works order, as one of the changes shows it.",
  () =>
    z.object({
      id: record.id(),
      entity: z.enum(["MaterialItem", "WorksOrder"]).meta({
        description: "The kind of the record that it belongs to.",
      }),
      entityID: record.id().meta({ description: "The id of the record that it belongs to." }),
      fileName: record.text().meta({ description: "The name of the file." }),
      mediaType: record.text().meta({ description: "The media type of the content." }),
      size: z.int().meta({ description: "The number of bytes of the content." }),
      sha256: record.text().meta({
        description: "The SHA-256 digest of the content, in hexadecimal.",
      }),
      description: record.text().nullable().meta({ description: "What the file shows." }),
      createdAt: record.time(),
    }),
);

/** Source: 21 CFR 820.184, and docs/reference/device-history.md. */
export const DeviceHistoryRecord = schema(
  "DeviceHistoryRecord",
  "The device history record of a unit: what it is, what it was designed and built of, and all " +
    "changes of it, in one state.",
  () =>
    z.object({
      form: z.literal("asbuilt-device-history-1").meta({
        description: "The form of the record. A later form has another name.",
      }),
      id: record.id().meta({ description: "The id of the unit." }),
      visualSerialNo: record.text(),
      at: record
        .time()
        .nullable()
        .meta({ description: "The time of the state. Null if the request named none." }),
      knownAt: record.time().nullable().meta({
        description: "The time of the record's knowledge. Null if the request named none.",
      }),
      lastSeq: z.int().meta({
        description: "The last row of the change log when the record was read.",
      }),
      items: z.array(RecordedItem()).meta({
        description: "The unit, then everything in it, each once.",
      }),
      contents: z.array(RecordedContent()).meta({
        description:
          "What is in the unit, at all levels, as Genealogy/AsBuilt lists it, without what is " +
          "built into slots whose `edhrBuildRequired` is 0.",
      }),
      orders: z.array(WorksOrder()).meta({
        description: "The works orders of the unit and of the units in it, as they are now.",
      }),
      designs: z
        .array(Design())
        .meta({ description: "The designs of the unit and of the units in it." }),
      deviations: z.array(Deviation()).meta({
        description: "The changes that passed a gate only because the request allowed it.",
      }),
      // A record of an earlier asbuilt lacks it, and is still to be checked.
      signatures: z.array(RecordedSignature()).optional().meta({
        description: "The electronic signatures, in the order of the log. Each is a change, too.",
      }),
      changes: z.array(RecordedChange()).meta({
        description:
          "The changes of the items, of their case data, batch holds, works orders and attachments, and " +
          "the signatures, in the order of the log. Of an item in the unit, Builds and Removes elsewhere " +
          "are left out.",
      }),
      names: z.array(RecordedName()).meta({
        description:
          "The hold reasons, locations and statuses that the changes refer to, as they are named now.",
      }),
      seals: z.array(RecordedSeal()).meta({ description: "The seals that cover the changes." }),
      attachments: z
        .array(RecordedAttachment())
        .optional()
        .meta({
          description:
            "The attachments of the items and of the works orders, without removed ones.",
          [ruleText]: "Absent from a record of before attachments were added.",
        }),
    }),
);
export type DeviceHistoryDocument = Infer<typeof DeviceHistoryRecord>;
