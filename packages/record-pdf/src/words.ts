/** The changes of a record in words, by the kind of record and the action of the log. */
const words: Readonly<Record<string, string>> = {
  "MaterialItem received": "Received",
  "MaterialItem adopted": "Received after it was consumed",
  "MaterialItem receivedAndBuilt": "Received and built in",
  "MaterialItem adjusted": "Quantity adjusted",
  "MaterialItem built": "Built in",
  "MaterialItem builtInto": "Part built in",
  "MaterialItem removed": "Removed",
  "MaterialItem removedFrom": "Part removed",
  "MaterialItem updated": "Changed",
  "MaterialItem held": "Put on hold",
  "MaterialItem released": "Released from hold",
  "MaterialItem moved": "Moved",
  "MaterialItem relabelled": "Relabelled",
  "MaterialItem scrapped": "Scrapped",
  "MaterialItem dispatched": "Dispatched",
  "MaterialItem returned": "Returned",
  "MaterialItem started": "Started",
  "MaterialItem completed": "Completed",
  "MaterialItem versionChanged": "BoM version changed",
  "MaterialItem reopened": "Reopened",
  "MaterialItem split": "Divided",
  "MaterialItem splitOff": "Taken off a lot",
  "MaterialItem mergedInto": "Took in a lot",
  "MaterialItem merged": "Merged into a lot",
  "MaterialItem voided": "Voided",
  "CaseData updated": "Case data",
  "Signature signed": "Signed",
  "Attachment uploaded": "File attached",
  "Attachment removed": "File removed",
  "BatchHold created": "Batch put on hold",
  "BatchHold updated": "Hold of the batch changed",
  "BatchHold deleted": "Batch released from hold",
  "WorksOrder created": "Works order created",
  "WorksOrder updated": "Works order changed",
  "WorksOrder started": "Works order started",
  "WorksOrder versionChanged": "BoM version changed",
  "WorksOrder completed": "Works order completed",
  "WorksOrder cancelled": "Works order cancelled",
};

/** Returns a change in words. A newer action has its name. */
export const wordsOf = (entity: string, action: string): string =>
  words[`${entity} ${action}`] ?? `${entity}: ${action}`;

/** The fields of changes in words. Others have their names. */
const fields: Readonly<Record<string, string>> = {
  visualSerialNo: "serial",
  statusID: "status",
  scheduleID: "works order",
  startDT: "started",
  endDT: "completed",
  version: "version",
  nominalQty: "nominal quantity",
  actualQty: "quantity",
  uniqueID: "unique id",
  holdReasonID: "hold",
  furtherHoldReasonIDs: "further holds",
  expiryDate: "expires",
  locationID: "location",
  costPerUnit: "cost",
  batchNo: "batch",
  deliveryNo: "delivery",
  qty: "quantity",
  orderNo: "order number",
  status: "status",
  value: "value",
  name: "name",
};

export const fieldWords = (name: string): string => fields[name] ?? name;

/** Fields that say nothing about the unit, or what other columns say. */
export const leftOut: ReadonlySet<string> = new Set([
  "lastEditDT",
  "lastEditUserID",
  "materialItemID",
  "caseDataID",
  "productID",
  "ownershipTypeID",
  "currencyID",
  "madeAtConsumption",
  "allocations",
  "childSerialNo",
  "parentID",
]);
