import { eq, inArray, or, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { type Statement, statement } from "../database/statement.ts";
import {
  build,
  caseDataDefinition,
  currency,
  holdReason,
  location,
  lotTransfer,
  materialItem,
  materialStatus,
  ownershipType,
  product,
  unitOfMeasure,
  worksOrder,
} from "../database/schema/index.ts";
import type { RowsOf } from "../engine/index.ts";
import {
  foldedNames,
  hasIdOrName,
  idsAndNames,
  namedFields,
  recordsReferredTo,
} from "../rules/named.ts";
import { type Item, selectItemsToUpdate } from "./item.ts";
import { heldBatches } from "./new-item.ts";

/** A case data entry as it must become. An entry without an id is new. */
export interface CaseEntryInput {
  readonly id: number | null;
  readonly caseDataID: number;
  readonly materialItemID: number;
  readonly name: string;
  readonly value: string | null;
}

/**
 * A whole item as it must become. Quantities and costs are in millionths, times in milliseconds.
 */
export interface UpdateInput {
  /** The id in the path: the item that is updated. */
  readonly itemId: number;
  readonly id: number;
  readonly revNo: number;
  readonly productID: number;
  readonly statusID: number;
  readonly visualSerialNo: string;
  readonly scheduleID: number | null;
  readonly startDT: number | null;
  readonly endDT: number | null;
  readonly version: string | null;
  readonly nominalQty: number;
  readonly actualQty: number;
  readonly uniqueID: string | null;
  readonly holdReasonID: number | null;
  readonly expiryDate: number | null;
  readonly locationID: number | null;
  readonly costPerUnit: number | null;
  readonly ownershipTypeID: number | null;
  readonly currencyID: number | null;
  readonly batchNo: string | null;
  /** If undefined, the item keeps its delivery. */
  readonly deliveryNo?: string | null | undefined;
  readonly legacyPrerepairMaterialItemID: number | null;
  readonly caseData: readonly CaseEntryInput[];
  readonly testModeID: number | null;
  /** The names of the records whose ids are above. An absent name changes nothing. */
  readonly productName?: string | undefined;
  readonly status?: string | undefined;
  readonly orderNo?: string | null | undefined;
  readonly holdReason?: string | null | undefined;
  /** The SUID. Case matters, as in Receive. */
  readonly location?: string | null | undefined;
  readonly ownershipType?: string | null | undefined;
  readonly currency?: string | null | undefined;
}

const statusesReferredTo = statement(() =>
  query
    .select({ ...namedFields(materialStatus), suidKey: materialStatus.suidKey })
    .from(materialStatus)
    .where(hasIdOrName(materialStatus)),
);
const ownershipTypesReferredTo = recordsReferredTo(ownershipType);
const currenciesReferredTo = recordsReferredTo(currency);
const holdReasonsReferredTo = recordsReferredTo(holdReason);
const locationsReferredTo = statement(() =>
  query
    .select({
      id: location.id,
      name: location.name,
      suid: location.suid,
      isActive: location.isActive,
    })
    .from(location)
    .where(or(inArray(location.id, each("ids")), inArray(location.suidKey, each("names")))),
);
const updatedProducts = statement(() =>
  query
    .select({
      ...namedFields(product),
      inventoryDecimalPlaces: product.inventoryDecimalPlaces,
      tracking: product.tracking,
      heldBatches: heldBatches(),
      unit: unitOfMeasure.name,
    })
    .from(product)
    .innerJoin(unitOfMeasure, eq(unitOfMeasure.id, product.baseUnitId))
    .where(hasIdOrName(product)),
);
const ordersReferredTo = statement(() =>
  query
    .select({
      id: worksOrder.id,
      revNo: worksOrder.revNo,
      orderNo: worksOrder.orderNo,
      bomVersionId: worksOrder.bomVersionId,
      firstVersionId: worksOrder.firstVersionId,
      productId: worksOrder.productId,
    })
    .from(worksOrder)
    .where(or(inArray(worksOrder.id, each("ids")), inArray(worksOrder.orderNoKey, each("names")))),
);
const definitionsById = statement(() =>
  query
    .select({
      id: caseDataDefinition.id,
      name: caseDataDefinition.name,
      isActive: caseDataDefinition.isActive,
    })
    .from(caseDataDefinition)
    .where(inArray(caseDataDefinition.id, each("ids"))),
);

const itemsToUpdate: Statement<Item> = statement(() =>
  selectItemsToUpdate().where(inArray(materialItem.id, each("ids"))),
);

/** Finds the keys of items by ids, or by folded serials or unique ids. */
const itemKeys = statement(() =>
  query
    .select({
      id: materialItem.id,
      serialKey: materialItem.serialKey,
      uniqueIdKey: materialItem.uniqueIdKey,
    })
    .from(materialItem)
    .where(
      or(
        inArray(materialItem.id, each("ids")),
        inArray(materialItem.serialKey, each("serials")),
        inArray(materialItem.uniqueIdKey, each("uniqueIds")),
      ),
    ),
);

/** The number of builds that items have ever been part of, in either role. */
const buildsOfItems = statement(() =>
  query
    .select({
      itemId: materialItem.id,
      asParent: sql<number>`(select count(*) from ${build}
        where ${eq(build.parentId, materialItem.id)})`.mapWith(Number),
      asChild: sql<number>`(select count(*) from ${build}
        where ${eq(build.childId, materialItem.id)})`.mapWith(Number),
      splitOrMerged: sql<number>`(select count(*) from ${lotTransfer}
        where ${eq(lotTransfer.fromId, materialItem.id)}) + (select count(*) from ${lotTransfer}
        where ${eq(lotTransfer.toId, materialItem.id)})`.mapWith(Number),
    })
    .from(materialItem)
    .where(inArray(materialItem.id, each("ids"))),
);

/** The ids of the records that an item refers to. */
export type SentIds = Pick<
  UpdateInput,
  | "productID"
  | "statusID"
  | "scheduleID"
  | "holdReasonID"
  | "locationID"
  | "ownershipTypeID"
  | "currencyID"
>;
/** The names of these records. */
export type SentNames = Pick<
  UpdateInput,
  "productName" | "status" | "orderNo" | "holdReason" | "location" | "ownershipType" | "currency"
>;

/** Reads the items, the records that they must refer to, and other items with their keys. */
export function loadUpdate(inputs: readonly UpdateInput[]) {
  const idsOf = (pick: (input: UpdateInput) => number | null) =>
    JSON.stringify(inputs.flatMap((input) => pick(input) ?? []));
  const items = { ids: idsOf(({ itemId }) => itemId) };
  const referred = (id: keyof SentIds, name: keyof SentNames) =>
    idsAndNames(
      inputs.map((input) => input[id]),
      inputs.map((input) => input[name]),
    );
  const definitions = inputs.flatMap(({ caseData }) => caseData.map((entry) => entry.caseDataID));
  return {
    items: itemsToUpdate(items),
    builds: buildsOfItems(items),
    products: updatedProducts(referred("productID", "productName")),
    statuses: statusesReferredTo(referred("statusID", "status")),
    orders: ordersReferredTo(referred("scheduleID", "orderNo")),
    holdReasons: holdReasonsReferredTo(referred("holdReasonID", "holdReason")),
    locations: locationsReferredTo(referred("locationID", "location")),
    ownershipTypes: ownershipTypesReferredTo(referred("ownershipTypeID", "ownershipType")),
    currencies: currenciesReferredTo(referred("currencyID", "currency")),
    definitions: definitionsById({ ids: JSON.stringify(definitions) }),
    others: itemKeys({
      ids: idsOf(({ legacyPrerepairMaterialItemID }) => legacyPrerepairMaterialItemID),
      serials: foldedNames(inputs.map(({ visualSerialNo }) => visualSerialNo)),
      uniqueIds: foldedNames(inputs.map(({ uniqueID }) => uniqueID)),
    }),
  };
}
export type UpdateFacts = RowsOf<ReturnType<typeof loadUpdate>>;
