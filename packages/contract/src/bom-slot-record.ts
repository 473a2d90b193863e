import * as z from "zod";
import { record } from "./fields.ts";
import { schema, type Infer } from "./schema.ts";

/** Two fields of a candidate. Other records have fields of the same names. */
export const candidateVersion = {
  description:
    "The version of the product that is accepted, case sensitive. Null accepts any version.",
};
export const candidateQty = {
  description: "The planned quantity per unit of the parent, in `useUom`.",
};

/** Source: spec.md, BoM slot candidate. */
export const BomSlotCandidate = schema(
  "BomSlotCandidate",
  "A product that can fill a BoM slot. Its quantities are per unit of the parent.",
  () =>
    z.object({
      id: record.id(),
      revNo: record.revision(),
      bomSlotID: record.id(),
      product: record.text(),
      productID: record.id(),
      version: record.text().nullable().meta(candidateVersion),
      isActive: record.flag(),
      qty: record.number().meta(candidateQty),
      minQty: record.number(),
      maxQty: record.number().nullable(),
      isDefault: record.flag(),
      useUom: record.text().nullable(),
      useUomID: record.id().nullable(),
    }),
);

export type BomSlotCandidateRecord = Infer<typeof BomSlotCandidate>;

/** Source: spec.md, BoM slot property. */
export const BomSlotProperty = schema("BomSlotProperty", "A named value of a BoM slot.", () =>
  z.object({
    property: record.text(),
    propertyID: record.id(),
    slotID: record.id(),
    value: record.text(),
  }),
);

export type BomSlotPropertyRecord = Infer<typeof BomSlotProperty>;

/** Source: spec.md, BoM slot. */
export const BomSlot = schema(
  "BomSlot",
  "A requirement of a BoM version, with the candidates that satisfy it.",
  () =>
    z.object({
      id: record.id(),
      revNo: record.revision(),
      ParentProductName: record.text(),
      parentProductID: record.id(),
      bom: record.text(),
      bomID: record.id(),
      version: record.bomVersion(),
      bomVersionID: record.id(),
      description: record.text(),
      buildSlotType: record.text(),
      buildSlotTypeID: record.id(),
      isActive: record.flag(),
      isRequired: record.flag(),
      instruction: record.text().nullable(),
      edhrBomRequired: record.number(),
      edhrBuildRequired: record.number(),
      candidates: z.array(BomSlotCandidate()),
      Properties: z.array(BomSlotProperty()),
    }),
);

export type BomSlotRecord = Infer<typeof BomSlot>;

export const candidateExample = {
  id: 5,
  revNo: 1,
  bomSlotID: 3,
  product: "Seal",
  productID: 7,
  version: null,
  isActive: true,
  qty: 2,
  minQty: 2,
  maxQty: 2,
  isDefault: true,
  useUom: null,
  useUomID: null,
};

export const propertyExample = { property: "Torque", propertyID: 1, slotID: 3, value: "4 Nm" };

export const slotExample = {
  id: 3,
  revNo: 1,
  ParentProductName: "Pump",
  parentProductID: 4,
  bom: "Pump",
  bomID: 2,
  version: "1.0",
  bomVersionID: 3,
  description: "Shaft seals",
  buildSlotType: "Assembly",
  buildSlotTypeID: 1,
  isActive: true,
  isRequired: true,
  instruction: "Grease both seals.",
  edhrBomRequired: 0,
  edhrBuildRequired: 1,
  candidates: [candidateExample],
  Properties: [propertyExample],
};
