import type {
  BomSlotCandidateRecord,
  BomSlotPropertyRecord,
  BomSlotRecord,
} from "@asbuilt/contract";
import { type Candidate, formatVersion, type Slot, type SlotProperty } from "@asbuilt/core";
import { decimal, decimalOrNull } from "./wire.ts";

/** A slot candidate as every answer carries it. */
export const toCandidateRecord = (candidate: Candidate): BomSlotCandidateRecord => ({
  id: candidate.id,
  bomSlotID: candidate.bomSlotId,
  product: candidate.product,
  productID: candidate.productId,
  version: candidate.version,
  isActive: candidate.isActive,
  qty: decimal(candidate.qty),
  minQty: decimal(candidate.minQty),
  maxQty: decimalOrNull(candidate.maxQty),
  isDefault: candidate.isDefault,
  useUom: candidate.useUom,
  useUomID: candidate.useUomId,
});

/** A slot property as every answer carries it. */
export const toSlotPropertyRecord = (property: SlotProperty): BomSlotPropertyRecord => ({
  property: property.property,
  propertyID: property.propertyDefinitionId,
  slotID: property.bomSlotId,
  value: property.value,
});

/** A BoM slot as every answer carries it. */
export const toSlotRecord = (slot: Slot): BomSlotRecord => ({
  id: slot.id,
  ParentProductName: slot.parentProductName,
  parentProductID: slot.parentProductId,
  bom: slot.bom,
  bomID: slot.bomId,
  version: formatVersion(slot),
  bomVersionID: slot.bomVersionId,
  description: slot.description,
  buildSlotType: slot.buildSlotType,
  buildSlotTypeID: slot.buildSlotTypeId,
  isActive: slot.isActive,
  isRequired: slot.isRequired,
  instruction: slot.instruction,
  edhrBomRequired: decimal(slot.edhrBomRequired),
  edhrBuildRequired: decimal(slot.edhrBuildRequired),
  candidates: slot.candidates.map(toCandidateRecord),
  Properties: slot.properties.map(toSlotPropertyRecord),
});
