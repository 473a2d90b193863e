import { eq, getTableColumns, inArray } from "drizzle-orm";
import type { Attribution } from "../changes.ts";
import {
  currency,
  location,
  ownershipType,
  product,
  receiptProfile,
} from "../database/schema/index.ts";
import { each, query, statement } from "../database/statement.ts";
import { foldCase } from "../fold-case.ts";
import type { NewItem } from "./item.ts";
import type { Status } from "./status.ts";

const { id, revNo, name, nameKey, version, defaultCostPerUnit } = getTableColumns(product);

/** The products with these folded names (a JSON array), with what a new item takes from them. */
export const productsToReceive = statement(() =>
  query
    .select({
      id,
      revNo,
      name,
      nameKey,
      version,
      defaultCostPerUnit,
      shelfLifeDays: product.shelfLifeDays,
      inventoryDecimalPlaces: product.inventoryDecimalPlaces,
      serialRangeId: product.serialRangeId,
      locationId: product.locationId,
      location: location.name,
      locationSuid: location.suid,
      ownershipTypeId: product.defaultOwnershipId,
      ownershipType: ownershipType.name,
      currencyId: product.defaultCurrencyId,
      currency: currency.name,
      receiptRules: receiptProfile.fields,
    })
    .from(product)
    .innerJoin(location, eq(location.id, product.locationId))
    .innerJoin(ownershipType, eq(ownershipType.id, product.defaultOwnershipId))
    .innerJoin(currency, eq(currency.id, product.defaultCurrencyId))
    .innerJoin(receiptProfile, eq(receiptProfile.id, product.receiptProfileId))
    .where(inArray(product.nameKey, each("products"))),
);
export type ProductToReceive = ReturnType<ReturnType<typeof productsToReceive>["row"]>;

const dayMs = 86_400_000;

/** The first state of an item: what is not given comes from the product's defaults. */
export function newItem(given: {
  product: ProductToReceive;
  status: Omit<Status, "id"> & { statusId: number };
  visualSerialNo: string;
  qty: number;
  expiryAt?: number | undefined;
  version?: string | undefined;
  batchNo?: string | undefined;
  costPerUnit?: number | undefined;
  currency?: { id: number; name: string } | undefined;
  location?: { id: number; name: string; suid: string | null } | undefined;
  ownershipType?: { id: number; name: string } | undefined;
  madeAtConsumption: boolean;
  receivedAt: number;
  by: Attribution;
}): NewItem {
  const { product: of, by } = given;
  const shelfLife = of.shelfLifeDays === null ? null : of.shelfLifeDays * dayMs;
  return {
    ...given.status,
    ...emptyItem,
    revNo: 1,
    lastEditAt: by.at,
    lastEditUserId: by.userId,
    productId: of.id,
    productName: of.name,
    inventoryDecimalPlaces: of.inventoryDecimalPlaces,
    productSerialRangeId: of.serialRangeId,
    visualSerialNo: given.visualSerialNo,
    serialKey: foldCase(given.visualSerialNo),
    version: given.version ?? of.version,
    nominalQty: given.qty,
    actualQty: given.qty,
    expiryAt: given.expiryAt ?? (shelfLife === null ? null : given.receivedAt + shelfLife),
    locationId: given.location?.id ?? of.locationId,
    location: given.location?.name ?? of.location,
    locationSuid: given.location ? given.location.suid : of.locationSuid,
    costPerUnit: given.costPerUnit ?? of.defaultCostPerUnit,
    ownershipTypeId: given.ownershipType?.id ?? of.ownershipTypeId,
    ownershipType: given.ownershipType?.name ?? of.ownershipType,
    currencyId: given.currency?.id ?? of.currencyId,
    currency: given.currency?.name ?? of.currency,
    batchNo: given.batchNo ?? null,
    madeAtConsumption: given.madeAtConsumption,
  };
}

const emptyItem = {
  worksOrderId: null,
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
  legacyPrerepairId: null,
  testModeId: null,
  caseData: [],
};
