import type { BomComparisonRecord, BomRecord } from "@asbuilt/contract";
import {
  type Bom,
  type BomComparison,
  type CandidateDifference,
  formatVersion,
  type SlotDifference,
} from "@asbuilt/core";
import { toCandidateRecord, toSlotRecord } from "./bom-slot.ts";

const toVersionRecord = (version: Bom["versions"][number]): BomRecord["versions"][number] => ({
  id: version.id,
  revNo: version.revNo,
  version: formatVersion(version),
  status: version.status,
});

/** Returns a BoM in wire form. */
export const toBomRecord = (bom: Bom): BomRecord => ({
  id: bom.id,
  revNo: bom.revNo,
  name: bom.name,
  parentProductID: bom.parentProductId,
  parentProductName: bom.parentProductName,
  description: bom.description,
  isActive: bom.isActive,
  versions: bom.versions.map(toVersionRecord),
});

/** Returns the differences of two BoM versions in wire form. */
export const toComparisonRecord = ({ from, to, slots }: BomComparison): BomComparisonRecord => ({
  from: from && toVersionRecord(from),
  to: toVersionRecord(to),
  slots: slots.map(toSlotDifference),
});

// The names of the fields that differ are the same on the wire.
const toSlotDifference = (slot: SlotDifference): BomComparisonRecord["slots"][number] => ({
  kind: slot.kind,
  from: slot.from && toSlotRecord(slot.from),
  to: slot.to && toSlotRecord(slot.to),
  fields: [...slot.fields],
  properties: [...slot.properties],
  candidates: slot.candidates.map(toCandidateDifference),
});

const toCandidateDifference = (candidate: CandidateDifference) => ({
  kind: candidate.kind,
  from: candidate.from && toCandidateRecord(candidate.from),
  to: candidate.to && toCandidateRecord(candidate.to),
  fields: [...candidate.fields],
});
