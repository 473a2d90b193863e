import { eq, inArray, or, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import {
  build,
  caseDataDefinition,
  currency,
  holdReason,
  location,
  materialItem,
  materialStatus,
  ownershipType,
  product,
  worksOrder,
} from "../database/schema/index.ts";
import type { RowsOf } from "../engine/index.ts";
import { foldedNames, namedFields, recordsById } from "../rules/named.ts";
import { itemsById } from "./item.ts";

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
}

const statusesById = statement(() =>
  query
    .select({ ...namedFields(materialStatus), suidKey: materialStatus.suidKey })
    .from(materialStatus)
    .where(inArray(materialStatus.id, each("ids"))),
);
const holdReasonsById = recordsById(holdReason);
const ownershipTypesById = recordsById(ownershipType);
const currenciesById = recordsById(currency);
const locationsById = statement(() =>
  query
    .select({ id: location.id, suid: location.suid, isActive: location.isActive })
    .from(location)
    .where(inArray(location.id, each("ids"))),
);
const updatedProducts = statement(() =>
  query
    .select({
      ...namedFields(product),
      inventoryDecimalPlaces: product.inventoryDecimalPlaces,
    })
    .from(product)
    .where(inArray(product.id, each("ids"))),
);
const ordersById = statement(() =>
  query
    .select({
      id: worksOrder.id,
      revNo: worksOrder.revNo,
      orderNo: worksOrder.orderNo,
      productId: worksOrder.productId,
    })
    .from(worksOrder)
    .where(inArray(worksOrder.id, each("ids"))),
);
const definitionsById = statement(() =>
  query
    .select({ id: caseDataDefinition.id, isActive: caseDataDefinition.isActive })
    .from(caseDataDefinition)
    .where(inArray(caseDataDefinition.id, each("ids"))),
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
    })
    .from(materialItem)
    .where(inArray(materialItem.id, each("ids"))),
);

/** Reads the items, the records that they must refer to, and other items with their keys. */
export function loadUpdate(inputs: readonly UpdateInput[]) {
  const idsOf = (pick: (input: UpdateInput) => number | null) =>
    JSON.stringify(inputs.flatMap((input) => pick(input) ?? []));
  const items = { ids: idsOf(({ itemId }) => itemId) };
  const definitions = inputs.flatMap(({ caseData }) => caseData.map((entry) => entry.caseDataID));
  return {
    items: itemsById(items),
    builds: buildsOfItems(items),
    products: updatedProducts({ ids: idsOf(({ productID }) => productID) }),
    statuses: statusesById({ ids: idsOf(({ statusID }) => statusID) }),
    orders: ordersById({ ids: idsOf(({ scheduleID }) => scheduleID) }),
    holdReasons: holdReasonsById({ ids: idsOf(({ holdReasonID }) => holdReasonID) }),
    locations: locationsById({ ids: idsOf(({ locationID }) => locationID) }),
    ownershipTypes: ownershipTypesById({ ids: idsOf(({ ownershipTypeID }) => ownershipTypeID) }),
    currencies: currenciesById({ ids: idsOf(({ currencyID }) => currencyID) }),
    definitions: definitionsById({ ids: JSON.stringify(definitions) }),
    others: itemKeys({
      ids: idsOf(({ legacyPrerepairMaterialItemID }) => legacyPrerepairMaterialItemID),
      serials: foldedNames(inputs.map(({ visualSerialNo }) => visualSerialNo)),
      uniqueIds: foldedNames(inputs.map(({ uniqueID }) => uniqueID)),
    }),
  };
}
export type UpdateFacts = RowsOf<ReturnType<typeof loadUpdate>>;
