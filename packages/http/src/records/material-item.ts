import type { MaterialItemRecord } from "@asbuilt/contract";
import type { AnsweredItem } from "@asbuilt/core";
import { decimal, decimalOrNull, time, timeOrNull } from "./wire.ts";

/** A material item as every answer carries it. */
export const toItemRecord = (item: AnsweredItem): MaterialItemRecord => ({
  id: item.id,
  revNo: item.revNo,
  lastEditDT: time(item.lastEditAt),
  lastEditUserID: item.lastEditUserId,
  productID: item.productId,
  statusID: item.statusId,
  visualSerialNo: item.visualSerialNo,
  scheduleID: item.worksOrderId,
  startDT: timeOrNull(item.startAt),
  endDT: timeOrNull(item.endAt),
  version: item.version,
  nominalQty: decimal(item.nominalQty),
  actualQty: decimal(item.actualQty),
  uniqueID: item.uniqueId,
  holdReasonID: item.holdReasonId,
  expiryDate: timeOrNull(item.expiryAt),
  locationID: item.locationId,
  costPerUnit: decimalOrNull(item.costPerUnit),
  ownershipTypeID: item.ownershipTypeId,
  currencyID: item.currencyId,
  batchNo: item.batchNo,
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
  holdReason: item.holdReason,
  location: item.locationSuid,
  ownershipType: item.ownershipType,
  currency: item.currency,
});
