import type {
  BuiltItemRecord,
  CompletenessRecord,
  ContainingItemRecord,
  RecalledItemRecord,
} from "@asbuilt/contract";
import type { Completeness, DetailedPlace, RecalledItem } from "@asbuilt/core";
import { decimal, decimalOrNull, time } from "./wire.ts";

const linkFields = (place: DetailedPlace) => ({
  level: place.level,
  visualSerialNo: place.visualSerialNo,
  batchNo: place.batchNo,
  productID: place.productId,
  productName: place.productName,
  version: place.version,
  bomSlotID: place.link.slotId,
  slot: place.slot,
  qty: decimal(place.link.qty),
  unit: place.unit,
  at: time(place.at),
  userID: place.userId,
  user: place.user,
  places: place.places,
});

/** An item that is in another one as the answer carries it. */
export const toBuiltItemRecord = (place: DetailedPlace): BuiltItemRecord => ({
  id: place.id,
  parentID: place.fromId,
  ...linkFields(place),
});

/** An item that another one is in as the answer carries it. */
export const toContainingItemRecord = (place: DetailedPlace): ContainingItemRecord => ({
  id: place.id,
  childID: place.fromId,
  ...linkFields(place),
});

/** An item that a recall concerns as the answer carries it. */
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
  actualQty: decimal(item.actualQty),
  unit: item.unit,
  isHeld: item.isHeld,
  isDispatched: item.isDispatched,
  isInStock: item.isInStock,
  path: item.path.map(({ id, visualSerialNo }) => ({ id, visualSerialNo })),
});

const neededFields = (needed: { required: number; min: number; max: number | null }) => ({
  required: decimal(needed.required),
  min: decimal(needed.min),
  max: decimalOrNull(needed.max),
});

/** How an item compares with its BoM version as the answer carries it. */
export const toCompletenessRecord = ({
  item,
  isComplete,
  slots,
}: Completeness): CompletenessRecord => ({
  id: item.id,
  visualSerialNo: item.visualSerialNo,
  productName: item.productName,
  nominalQty: decimal(item.nominalQty),
  orderNo: item.orderNo,
  bomVersionID: item.bomVersionId,
  isComplete,
  slots: slots.map((slot) => ({
    bomSlotID: slot.id,
    slot: slot.description,
    isRequired: slot.isRequired,
    isActive: slot.slotIsActive,
    ...neededFields(slot),
    missing: decimal(slot.missing),
    over: decimal(slot.over),
    unit: slot.unit,
    candidates: slot.candidates.map((candidate) => ({
      candidateID: candidate.candidateId,
      productID: candidate.productId,
      product: candidate.product,
      version: candidate.version,
      isActive: candidate.candidateIsActive,
      isDefault: candidate.isDefault,
      ...neededFields(candidate.needed),
      built: decimal(candidate.built),
      unit: candidate.unit,
    })),
  })),
});
