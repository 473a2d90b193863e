import type {
  CountedItemsRecord,
  HeldMaterialItemRecord,
  MaterialItemOrPartRecord,
  MaterialItemRecord,
  MergeRecord,
  SplitRecord,
} from "@asbuilt/contract";
import type {
  AnsweredItem,
  ChangedItem,
  Count,
  GroupedCount,
  MergeAnswer,
  ReceivedItem,
  SplitAnswer,
  WhereUsed,
} from "@asbuilt/core";
import { holdsOf } from "@asbuilt/core";
import { wireDecimal, wireDecimalOrNull, wireTime, wireTimeOrNull } from "./wire.ts";

/** Returns the holds of an item, its own before those of its batch. */
const shownHolds = (item: AnsweredItem): NonNullable<MaterialItemRecord["holds"]> => [
  ...holdsOf(item).map(({ id, name }) => ({
    holdReasonID: id,
    holdReason: name,
    batchHoldID: null,
  })),
  // Absent if asbuilt recorded the item before batches could be held.
  ...(item.batchHolds ?? []).map(({ id, holdReasonId, holdReason }) => ({
    holdReasonID: holdReasonId,
    holdReason,
    batchHoldID: id,
  })),
];

/** Returns a material item in wire form. */
export const toItemRecord = (item: AnsweredItem): MaterialItemRecord => ({
  id: item.id,
  revNo: item.revNo,
  lastEditDT: wireTime(item.lastEditAt),
  lastEditUserID: item.lastEditUserId,
  productID: item.productId,
  statusID: item.statusId,
  visualSerialNo: item.visualSerialNo,
  scheduleID: item.worksOrderId,
  startDT: wireTimeOrNull(item.startAt),
  endDT: wireTimeOrNull(item.endAt),
  version: item.version,
  nominalQty: wireDecimal(item.nominalQty),
  actualQty: wireDecimal(item.actualQty),
  uniqueID: item.uniqueId,
  holdReasonID: shownHolds(item)[0]?.holdReasonID ?? null,
  expiryDate: wireTimeOrNull(item.expiryAt),
  locationID: item.locationId,
  costPerUnit: wireDecimalOrNull(item.costPerUnit),
  ownershipTypeID: item.ownershipTypeId,
  currencyID: item.currencyId,
  batchNo: item.batchNo,
  // Absent if asbuilt recorded the item before it had the field: a repetition is answered as then.
  deliveryNo: item.deliveryNo,
  // Likewise.
  origin: item.origin,
  destination: item.destination,
  legacyPrerepairMaterialItemID: item.legacyPrerepairId,
  caseData: item.caseData.map((entry) => ({
    id: entry.id,
    caseDataID: entry.caseDataDefinitionId,
    materialItemID: item.id,
    name: entry.name,
    value: entry.value,
  })),
  testModeID: item.testModeId,
  productName: item.productName,
  status: item.status,
  orderNo: item.orderNo,
  holdReason: shownHolds(item)[0]?.holdReason ?? null,
  // Absent, too, if asbuilt recorded the item before it could have several holds.
  holds: item.furtherHoldReasonIds === undefined ? undefined : shownHolds(item),
  location: item.locationSuid,
  ownershipType: item.ownershipType,
  currency: item.currency,
});

/** Returns an item, and the lot that it was taken off if it is a part, in wire form. */
export const toItemOrPartRecord = ({ lot, ...item }: ChangedItem): MaterialItemOrPartRecord => ({
  ...toItemRecord(item),
  ...(lot && { lot: toItemRecord(lot) }),
});

/**
 * Returns a held item, with the units that contain it, in wire form. A hold that was recorded before
 * these were reported has none.
 */
export const toHeldItemRecord = ({
  whereUsed,
  whereUsedCount,
  ...item
}: ChangedItem<WhereUsed>): HeldMaterialItemRecord => ({
  ...toItemOrPartRecord(item),
  ...(whereUsed && { whereUsed: [...whereUsed], whereUsedCount }),
});

/** Returns a received item, with the findings about its document, in wire form. */
export const toReceivedItemRecord = ({ document, ...item }: ReceivedItem): MaterialItemRecord => ({
  ...toItemRecord(item),
  ...(document && { document: { ...document, findings: [...document.findings] } }),
});

/** Returns a lot and the parts that were taken off it, in wire form. */
export const toSplitRecord = ({ lot, parts }: SplitAnswer): SplitRecord => ({
  lot: toItemRecord(lot),
  parts: parts.map(toItemRecord),
});

/** Returns an item and those that were merged into it, in wire form. */
export const toMergeRecord = ({ lot, merged }: MergeAnswer): MergeRecord => ({
  lot: toItemRecord(lot),
  merged: merged.map(toItemRecord),
});

/** Returns a count of items, with its groups if it has any, in wire form. */
export const toCountRecord = (counted: Count | GroupedCount): CountedItemsRecord =>
  "groups" in counted ? { ...counted, groups: [...counted.groups] } : counted;
