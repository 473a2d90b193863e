import * as z from "zod";
import { record, sinceAdded } from "./fields.ts";
import { type Infer, ofWritesOnly, ruleText, schema } from "./schema.ts";

export const nameOfEntry = {
  description: "The name of the value. It need not be that of its definition.",
};

const CaseData = schema("CaseData", "A named value of one material item.", () =>
  z.object({
    id: record.id(),
    caseDataID: record.id(),
    materialItemID: record.id(),
    name: record.text().meta(nameOfEntry),
    value: record.text().nullable(),
  }),
);

/** One hold of an item. */
const ItemHold = schema("ItemHold", "A hold of a material item.", () =>
  z.object({
    holdReasonID: record.id(),
    holdReason: record.text(),
    batchHoldID: record.id().nullable().meta({
      description: "The hold of its batch that holds it. Null of a hold of the item itself.",
    }),
  }),
);

const ReceivedDocument = schema(
  "ReceivedDocument",
  "The document of another plant that came with an item.",
  () =>
    z.object({
      plant: record.text().meta({ description: "The name of the plant." }),
      sha256: record.text().meta({
        description: "The SHA-256 digest of the document, in hexadecimal.",
      }),
      findings: z.array(record.text()).meta({
        description:
          "The findings about it, in words: for example that its seals do not continue those of " +
          "earlier documents.",
      }),
    }),
);

/** Source: spec.md, Material item. */
export const MaterialItem = schema(
  "MaterialItem",
  "Material under one serial: a single thing, or a quantity of a lot. Null means that the item " +
    "has no such value.",
  () =>
    z.object({
      id: record.id(),
      revNo: z.int(),
      lastEditDT: record.time(),
      lastEditUserID: record.id(),
      productID: record.id(),
      statusID: record.id(),
      visualSerialNo: record.text(),
      scheduleID: record.id().nullable(),
      startDT: record.time().nullable(),
      endDT: record.time().nullable(),
      version: record.text().nullable(),
      nominalQty: record.number(),
      actualQty: record.number(),
      uniqueID: record.text().nullable(),
      holdReasonID: record.id().nullable(),
      expiryDate: record.time().nullable(),
      locationID: record.id().nullable(),
      costPerUnit: record.number().nullable(),
      ownershipTypeID: record.id().nullable(),
      currencyID: record.id().nullable(),
      batchNo: record.text().nullable(),
      deliveryNo: record.text().nullable().optional().meta(sinceAdded),
      origin: record.text().nullable().optional().meta(sinceAdded),
      destination: record.text().nullable().optional().meta(sinceAdded),
      document: ReceivedDocument()
        .optional()
        .meta({
          description: "Only in the response to a Receive that sent one.",
          [ofWritesOnly]: true,
        }),
      legacyPrerepairMaterialItemID: record.id().nullable(),
      caseData: z.array(CaseData()),
      testModeID: record.id().nullable(),
      productName: record.text(),
      status: record.text(),
      orderNo: record.text().nullable(),
      holdReason: record
        .text()
        .nullable()
        .meta({ [ruleText]: "Of several holds, the first one of `holds`." }),
      holds: z
        .array(ItemHold())
        .optional()
        .meta({
          description:
            "All holds of the item: its own in the order in which they began, then those of its batch.",
          ...sinceAdded,
        }),
      location: record
        .text()
        .nullable()
        .meta({ [ruleText]: "Null also if the location has no SUID." }),
      ownershipType: record.text().nullable(),
      currency: record.text().nullable(),
    }),
);

export type MaterialItemRecord = Infer<typeof MaterialItem>;

export const materialItemExample = {
  id: 17,
  revNo: 3,
  lastEditDT: "2026-01-31T08:00:00.000Z",
  lastEditUserID: 1,
  productID: 4,
  statusID: 1,
  visualSerialNo: "PUMP-0001",
  scheduleID: 2,
  startDT: "2026-01-30T06:00:00.000Z",
  endDT: null,
  version: "A",
  nominalQty: 1,
  actualQty: 1,
  uniqueID: null,
  holdReasonID: null,
  expiryDate: null,
  locationID: 1,
  costPerUnit: 12.5,
  ownershipTypeID: 1,
  currencyID: 147,
  batchNo: "B-2026-01",
  deliveryNo: null,
  origin: null,
  destination: null,
  legacyPrerepairMaterialItemID: null,
  caseData: [],
  testModeID: null,
  productName: "Pump",
  status: "WIP",
  orderNo: "WO-1001",
  holdReason: null,
  holds: [],
  location: "MAIN",
  ownershipType: "Internal",
  currency: "USD",
};

/** A lot after its receipt into stock. */
export const lotExample = {
  ...materialItemExample,
  revNo: 1,
  productID: 5,
  statusID: 2,
  visualSerialNo: "SEAL-LOT-7",
  scheduleID: null,
  startDT: null,
  nominalQty: 25,
  actualQty: 25,
  deliveryNo: "DN-9001",
  productName: "Seal",
  status: "Available",
  orderNo: null,
};
