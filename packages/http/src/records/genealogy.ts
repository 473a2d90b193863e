import type {
  BuiltItemRecord,
  CompletenessRecord,
  ContainingItemRecord,
  RecalledItemRecord,
  RecallSummaryRecord,
} from "@asbuilt/contract";
import type { Completeness, DetailedPlace, RecalledItem, RecallSummary } from "@asbuilt/core";
import { wireDecimal, wireDecimalOrNull, wireTime } from "./wire.ts";

/** Returns an item in another one in the form of a record that stays as it is. */
export const toRecordedPlace = (place: DetailedPlace) => ({
  id: place.id,
  parentID: place.fromId,
  ...recordedFields(place),
});

const placementFields = (place: DetailedPlace) => ({
  ...recordedFields(place),
  userNow: place.userNow,
  places: place.places,
});

const recordedFields = (place: DetailedPlace) => ({
  level: place.level,
  visualSerialNo: place.visualSerialNo,
  batchNo: place.batchNo,
  productID: place.productId,
  productName: place.productName,
  version: place.version,
  link: place.link.kind,
  bomSlotID: place.link.kind === "build" ? place.link.slotId : 0,
  slot: place.slot,
  qty: wireDecimal(place.link.qty),
  unit: place.unit,
  at: wireTime(place.at),
  userID: place.userId,
  user: place.user,
});

/** Returns an item that is built into another one, in wire form. */
export const toBuiltItemRecord = (place: DetailedPlace): BuiltItemRecord => ({
  id: place.id,
  parentID: place.fromId,
  ...placementFields(place),
});

/** Returns an item that contains another one, in wire form. */
export const toContainingItemRecord = (place: DetailedPlace): ContainingItemRecord => ({
  id: place.id,
  childID: place.fromId,
  ...placementFields(place),
});

/** Returns an item that a recall concerns, in wire form. */
export const toRecalledItemRecord = (item: RecalledItem): RecalledItemRecord => ({
  id: item.id,
  level: item.level,
  visualSerialNo: item.visualSerialNo,
  batchNo: item.batchNo,
  productID: item.productId,
  productName: item.productName,
  version: item.version,
  statusID: item.statusId,
  status: item.status,
  holdReason: item.holdReason,
  actualQty: wireDecimal(item.actualQty),
  unit: item.unit,
  isHeld: item.isHeld,
  isDispatched: item.isDispatched,
  isInStock: item.isInStock,
  origin: item.origin,
  destination: item.destination,
  formerly: item.formerly.map(({ field, value, until }) => ({
    field,
    value,
    until: wireTime(until),
  })),
  removed: item.removed && {
    at: wireTime(item.removed.at),
    userID: item.removed.userId,
    user: item.removed.user,
    userNow: item.removed.userNow,
    reasonSUID: item.removed.reasonSuid,
    comment: item.removed.comment,
  },
  path: item.path.map(({ id, visualSerialNo }) => ({ id, visualSerialNo })),
});

/** Returns the numbers of a recall, in wire form. */
export const toRecallSummaryRecord = ({
  statuses,
  ...counts
}: RecallSummary): RecallSummaryRecord => ({
  ...counts,
  statuses: statuses.map(({ statusId, status, count }) => ({ statusID: statusId, status, count })),
});

const neededFields = (needed: {
  required: number;
  exact: number;
  min: number;
  max: number | null;
}) => ({
  required: wireDecimal(needed.required),
  requiredExact: needed.exact,
  min: wireDecimal(needed.min),
  max: wireDecimalOrNull(needed.max),
});

/** Returns a slot that is compared with what is built into it, in wire form. */
export const toSlotRecord = (slot: Completeness["slots"][number]) => ({
  bomSlotID: slot.id,
  slot: slot.description,
  isRequired: slot.isRequired,
  isActive: slot.slotIsActive,
  ...neededFields(slot),
  missing: wireDecimal(slot.missing),
  over: wireDecimal(slot.excess),
  missingEvidence: [...slot.missingEvidence],
  unit: slot.unit,
  candidates: slot.candidates.map((candidate) => ({
    candidateID: candidate.candidateId,
    productID: candidate.productId,
    product: candidate.product,
    version: candidate.version,
    isActive: candidate.candidateIsActive,
    isDefault: candidate.isDefault,
    ...neededFields(candidate.needed),
    built: wireDecimal(candidate.built),
    unit: candidate.unit,
  })),
});

/** Returns the comparison of an item with its BoM version, in wire form. */
export const toCompletenessRecord = ({
  item,
  isComplete,
  slots,
  ...contents
}: Completeness): CompletenessRecord => ({
  id: item.id,
  visualSerialNo: item.visualSerialNo,
  productName: item.productName,
  nominalQty: wireDecimal(item.nominalQty),
  orderNo: item.orderNo,
  bomVersionID: item.bomVersionId,
  isComplete,
  slots: slots.map(toSlotRecord),
  unfinished: contents.unfinished.map(toContentRecord),
  unfinishedCount: contents.unfinishedCount,
  held: contents.held.map(toContentRecord),
  heldCount: contents.heldCount,
});

const toContentRecord = ({ id, visualSerialNo, path }: Completeness["held"][number]) => ({
  id,
  visualSerialNo,
  path: [...path],
});
