import type {
  BomSlotCandidateRecord,
  BomSlotPropertyRecord,
  BomSlotRecord,
} from "@asbuilt/contract";
import { type Candidate, formatVersion, type Slot, type SlotProperty } from "@asbuilt/core";
import { wireDecimal, wireDecimalOrNull } from "./wire.ts";

/** Returns a slot candidate in wire form. */
export const toCandidateRecord = (candidate: Candidate): BomSlotCandidateRecord => ({
  id: candidate.id,
  revNo: candidate.revNo,
  bomSlotID: candidate.bomSlotId,
  product: candidate.product,
  productID: candidate.productId,
  version: candidate.version,
  isActive: candidate.isActive,
  qty: wireDecimal(candidate.qty),
  minQty: wireDecimal(candidate.minQty),
  maxQty: wireDecimalOrNull(candidate.maxQty),
  isDefault: candidate.isDefault,
  useUom: candidate.useUom,
  useUomID: candidate.useUomId,
});

/** Returns a slot property in wire form. */
export const toSlotPropertyRecord = (property: SlotProperty): BomSlotPropertyRecord => ({
  property: property.property,
  propertyID: property.propertyDefinitionId,
  slotID: property.bomSlotId,
  value: property.value,
});

/** Returns a BoM slot in wire form. */
export const toSlotRecord = (slot: Slot): BomSlotRecord => ({
  id: slot.id,
  revNo: slot.revNo,
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
  edhrBomRequired: wireDecimal(slot.edhrBomRequired),
  edhrBuildRequired: wireDecimal(slot.edhrBuildRequired),
  candidates: slot.candidates.map(toCandidateRecord),
  Properties: slot.properties.map(toSlotPropertyRecord),
});
