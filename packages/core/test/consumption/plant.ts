import type { Attribution } from "../../src/engine/context.ts";
import { scale } from "../../src/values/decimal.ts";
import type { BuildFacts } from "../../src/consumption/build.facts.ts";
import type { ChosenSlot } from "../../src/consumption/facts.ts";
import { foldCase } from "../../src/values/fold-case.ts";
import type { Item } from "../../src/material-item/item.ts";
import type { ProductToReceive } from "../../src/material-item/new-item.ts";

/** Converts a quantity to millionths. */
export const q = (quantity: number): number => Math.round(quantity * scale);

export const now = Date.parse("2026-06-01T12:00:00Z");
export const by: Attribution = {
  operationId: "operation",
  at: now,
  userId: 9,
  keyId: 8,
  requestId: "request",
};

/** The statuses of the base data, by id: from WIP 1 to Voided 6. */
export const statuses = [
  { id: 1, status: "WIP", statusSuidKey: "wip", buildable: true, consumable: true },
  { id: 2, status: "Available", statusSuidKey: "available", buildable: true, consumable: true },
  { id: 3, status: "Consumed", statusSuidKey: "consumed", buildable: true, consumable: false },
  { id: 4, status: "Scrapped", statusSuidKey: "scrapped", buildable: false, consumable: false },
  { id: 5, status: "Dispatched", statusSuidKey: "dispatched", buildable: false, consumable: false },
  { id: 6, status: "Voided", statusSuidKey: "voided", buildable: false, consumable: false },
];

/** Returns the fields of an item with a status. */
export function status(id: number) {
  const { id: statusId, ...names } = statuses[id - 1]!;
  return { statusId, ...names };
}

/** Makes an Available item of product 50 without a works order, with changes. */
export const item = (changes: Partial<Item> & { visualSerialNo: string }): Item => ({
  id: 1,
  revNo: 4,
  lastEditAt: 0,
  lastEditUserId: 1,
  productId: 50,
  productName: "Seal",
  inventoryDecimalPlaces: 0,
  productRevNo: 2,
  productSerialRangeId: null,
  tracking: "Lot",
  inventoryManaged: false,
  productSuid: null,
  container: null,
  unit: "each",
  ...status(2),
  serialKey: foldCase(changes.visualSerialNo),
  worksOrderId: null,
  ownVersionId: null,
  orderNo: null,
  orderStatus: null,
  orderRevNo: null,
  bomVersionId: 7,
  bomVersionRevNo: 3,
  startAt: null,
  endAt: null,
  version: "A",
  nominalQty: q(10),
  actualQty: q(10),
  uniqueId: null,
  uniqueIdKey: null,
  holdReasonId: null,
  holdReason: null,
  furtherHoldReasonIds: null,
  furtherHoldReasons: null,
  batchHolds: null,
  expiryAt: null,
  locationId: 1,
  locationSuid: "MAIN",
  costPerUnit: null,
  ownershipTypeId: 1,
  ownershipType: "Internal",
  currencyId: 1,
  currency: "EUR",
  batchNo: null,
  batchKey: null,
  deliveryNo: null,
  deliveryKey: null,
  origin: null,
  originKey: null,
  destination: null,
  destinationKey: null,
  legacyPrerepairId: null,
  testModeId: null,
  caseData: [],
  madeAtConsumption: false,
  ...changes,
});

type BuildCandidate = BuildFacts["candidates"][number];

/** Makes candidate 100 of slot 10 of BoM version 7, for product 50 of any version, with changes. */
export const candidate = (changes: Partial<BuildCandidate> = {}): BuildCandidate => ({
  candidateId: 100,
  bomSlotId: 10,
  bomVersionId: 7,
  isRequired: true,
  slotIsActive: true,
  candidateIsActive: true,
  isDefault: true,
  productId: 50,
  version: null,
  qty: q(2),
  minQty: q(1),
  maxQty: q(4),
  useFactor: q(1),
  baseFactor: q(1),
  inventoryDecimalPlaces: 6,
  slot: "Shaft seal",
  product: "Seal",
  unit: "each",
  built: [],
  ...changes,
});

/** Makes slot 10 of BoM version 7 as an input picks it, for product 50, with changes. */
export const chosenSlot = (changes: Partial<ChosenSlot> = {}): ChosenSlot => ({
  id: 10,
  bomVersionId: 7,
  description: "Shaft seal",
  isActive: true,
  products: ["Seal"],
  ...changes,
});

/** Makes product 50 as a receipt reads it, with changes. */
export const productToReceive = (changes: Partial<ProductToReceive> = {}): ProductToReceive => ({
  id: 50,
  revNo: 2,
  name: "Seal",
  nameKey: "seal",
  version: "A",
  tracking: "Lot",
  inventoryManaged: false,
  defaultCostPerUnit: q(1),
  defaultBatchSize: q(1),
  isActive: true,
  shelfLifeDays: null,
  inventoryDecimalPlaces: 0,
  serialRangeId: null,
  unit: "each",
  locationId: 1,
  locationSuid: "MAIN",
  ownershipTypeId: 1,
  ownershipType: "Internal",
  currencyId: 1,
  currency: "EUR",
  receiptProfileId: 1,
  receiptProfileRevNo: 1,
  receiptRules: {},
  heldBatches: null,
  suid: null,
  ...changes,
});
