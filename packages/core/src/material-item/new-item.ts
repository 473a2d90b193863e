import { eq, inArray, sql } from "drizzle-orm";
import { heldBatchesOf, type HoldOfBatch, parseHoldsOfBatch } from "../database/held-items.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Assertion, type Attribution, relyOn } from "../engine/index.ts";
import {
  currency,
  location,
  ownershipType,
  product,
  receiptProfile,
  unitOfMeasure,
} from "../database/schema/index.ts";
import { foldCase, foldStored } from "../values/fold-case.ts";
import { endOfShelfLife } from "../values/day.ts";
import { Refusal } from "../refusal.ts";
import { holdsOfKey } from "./holds.ts";
import type { NewItem } from "./item.ts";
import type { Status } from "./status.ts";

/** The holds of all batches of a product; null if there is none. */
export const heldBatches = () =>
  sql<readonly HoldOfBatch[] | null>`${sql.raw(heldBatchesOf("product"))}`.mapWith(
    parseHoldsOfBatch,
  );

/** Selects products with the fields that a new item takes from them. Verbs add conditions. */
export const selectProductsToReceive = () =>
  query
    .select({
      id: product.id,
      revNo: product.revNo,
      name: product.name,
      nameKey: product.nameKey,
      version: product.version,
      defaultCostPerUnit: product.defaultCostPerUnit,
      defaultBatchSize: product.defaultBatchSize,
      isActive: product.isActive,
      shelfLifeDays: product.shelfLifeDays,
      inventoryDecimalPlaces: product.inventoryDecimalPlaces,
      serialRangeId: product.serialRangeId,
      tracking: product.tracking,
      inventoryManaged: product.inventoryManaged,
      unit: unitOfMeasure.name,
      locationId: product.locationId,
      locationSuid: location.suid,
      ownershipTypeId: product.defaultOwnershipId,
      ownershipType: ownershipType.name,
      currencyId: product.defaultCurrencyId,
      currency: currency.name,
      receiptProfileId: receiptProfile.id,
      receiptProfileRevNo: receiptProfile.revNo,
      receiptRules: receiptProfile.fields,
      suid: product.suid,
      heldBatches: heldBatches(),
    })
    .from(product)
    .innerJoin(unitOfMeasure, eq(unitOfMeasure.id, product.baseUnitId))
    .innerJoin(location, eq(location.id, product.locationId))
    .innerJoin(ownershipType, eq(ownershipType.id, product.defaultOwnershipId))
    .innerJoin(currency, eq(currency.id, product.defaultCurrencyId))
    .innerJoin(receiptProfile, eq(receiptProfile.id, product.receiptProfileId));

/**
 * Reads products by folded names (a JSON array), with the fields that a new item takes from them.
 */
export const productsToReceive = statement(() =>
  selectProductsToReceive().where(inArray(product.nameKey, each("products"))),
);
export type ProductToReceive = ReturnType<ReturnType<typeof productsToReceive>["row"]>;

/** Returns the assertions of a receipt: the product for its defaults, and its receipt profile. */
export const relyOnReceipt = (received: ProductToReceive): Assertion[] => [
  relyOn("Product", received),
  relyOn("ReceiptProfile", { id: received.receiptProfileId, revNo: received.receiptProfileRevNo }),
];

/**
 * Refuses (`receipt_profile`) a hidden field that is sent, and a compulsory one that is empty.
 * `sendable` are the fields that the request can have, and `base` is the pointer to their parent.
 */
export function requireReceiptProfile(
  { receiptRules, name }: ProductToReceive,
  sent: object,
  sendable = Object.keys(receiptRules),
  base = "",
): void {
  const errors = sendable.flatMap((field) => {
    const rule = receiptRules[field];
    const value: unknown = sent[field as keyof typeof sent] ?? null;
    const pointer = `${base}/${field}`;
    if (rule === "hidden" && value !== null) return { pointer, detail: "Hidden." };
    const isGiven = value !== null && value !== "";
    if (rule === "compulsory" && !isGiven) return { pointer, detail: "Compulsory." };
    return [];
  });
  if (errors.length === 0) return;
  throw new Refusal("receipt_profile", `The receipt profile of ${name} forbids this receipt.`, {
    errors,
  });
}

/**
 * Returns the expiry that a receipt states: null is none, and undefined is that of its product. A
 * receipt can't state a hidden one, so null of it states nothing.
 */
export const statedExpiry = (
  { receiptRules }: ProductToReceive,
  sent: number | null | undefined,
): number | null | undefined =>
  sent === null && receiptRules["expiryDate"] === "hidden" ? undefined : sent;

/** Returns the expiry of material that is received at a time, by its product. */
function expiryByShelfLife(
  { shelfLifeDays }: ProductToReceive,
  receivedAt: number,
  { timeZone }: Attribution,
): number | null {
  return shelfLifeDays === null ? null : endOfShelfLife(receivedAt, shelfLifeDays, timeZone);
}

/** Returns the first state of an item. Fields that are not given get the product's defaults. */
export function newItem(given: {
  product: ProductToReceive;
  status: Omit<Status, "id"> & { statusId: number };
  visualSerialNo: string;
  qty: number;
  /** Null is no expiry. */
  expiryAt?: number | null | undefined;
  version?: string | null | undefined;
  batchNo?: string | null | undefined;
  deliveryNo?: string | null | undefined;
  origin?: string | null | undefined;
  costPerUnit?: number | null | undefined;
  currency?: { id: number; name: string } | undefined;
  location?: { id: number; suid: string | null } | undefined;
  ownershipType?: { id: number; name: string } | undefined;
  madeAtConsumption: boolean;
  receivedAt: number;
  by: Attribution;
}): NewItem {
  const { product: of, by, batchNo = null, deliveryNo = null, origin = null } = given;
  const stated = statedExpiry(of, given.expiryAt);
  return {
    ...given.status,
    ...emptyItem,
    revNo: 1,
    lastEditAt: by.at,
    lastEditUserId: by.userId,
    productId: of.id,
    productRevNo: of.revNo,
    productName: of.name,
    productSuid: of.suid,
    inventoryDecimalPlaces: of.inventoryDecimalPlaces,
    productSerialRangeId: of.serialRangeId,
    tracking: of.tracking,
    inventoryManaged: of.inventoryManaged,
    container: null,
    unit: of.unit,
    visualSerialNo: given.visualSerialNo,
    serialKey: foldCase(given.visualSerialNo),
    version: given.version ?? of.version,
    nominalQty: given.qty,
    actualQty: given.qty,
    expiryAt: stated === undefined ? expiryByShelfLife(of, given.receivedAt, by) : stated,
    locationId: given.location?.id ?? of.locationId,
    locationSuid: given.location ? given.location.suid : of.locationSuid,
    costPerUnit: given.costPerUnit ?? of.defaultCostPerUnit,
    ownershipTypeId: given.ownershipType?.id ?? of.ownershipTypeId,
    ownershipType: given.ownershipType?.name ?? of.ownershipType,
    currencyId: given.currency?.id ?? of.currencyId,
    currency: given.currency?.name ?? of.currency,
    batchNo,
    batchKey: foldStored(batchNo),
    batchHolds: holdsOfKey(of.heldBatches, foldStored(batchNo)),
    deliveryNo,
    deliveryKey: foldStored(deliveryNo),
    origin,
    originKey: foldStored(origin),
    madeAtConsumption: given.madeAtConsumption,
  };
}

/**
 * The BoM version of an item that a works order makes or gets now; null where that is the one that
 * the order was started with.
 */
export const ownVersionIn = (order: {
  readonly firstVersionId: number | null;
  readonly bomVersionId: number;
}): number | null =>
  order.firstVersionId === null || order.firstVersionId === order.bomVersionId
    ? null
    : order.bomVersionId;

/** The fields that no item has from the beginning, unless a works order makes it. */
export const emptyItem = {
  worksOrderId: null,
  ownVersionId: null,
  orderNo: null,
  orderStatus: null,
  orderRevNo: null,
  bomVersionId: null,
  bomVersionRevNo: null,
  startAt: null,
  endAt: null,
  uniqueId: null,
  uniqueIdKey: null,
  holdReasonId: null,
  holdReason: null,
  furtherHoldReasonIds: null,
  furtherHoldReasons: null,
  destination: null,
  destinationKey: null,
  legacyPrerepairId: null,
  testModeId: null,
  caseData: [],
};
