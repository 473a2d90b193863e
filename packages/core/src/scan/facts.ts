import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import {
  location,
  materialItem,
  materialStatus,
  product,
  unitOfMeasure,
  worksOrder,
} from "../database/schema/index.ts";
import { heldReason } from "../database/held-items.ts";
import { each, given, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { possibleKeysOf } from "../values/fold-case.ts";
import { foldedNames } from "../rules/named.ts";
import { spellingsOfGtin } from "../values/gtin.ts";
import { ordersAddressed } from "../works-order/order.ts";
import { type ScannedCode, valuesOf } from "./code.ts";

/** The number of items of one batch that a response lists. */
export const itemsOfBatchMax = 20;

const selectItems = () =>
  query
    .select({
      id: materialItem.id,
      visualSerialNo: materialItem.visualSerialNo,
      serialKey: materialItem.serialKey,
      productId: materialItem.productId,
      productName: product.name,
      tracking: product.tracking,
      status: materialStatus.name,
      orderNo: worksOrder.orderNo,
      actualQty: materialItem.actualQty,
      unit: unitOfMeasure.name,
      batchNo: materialItem.batchNo,
      expiryAt: materialItem.expiryAt,
      holdReason: sql<string | null>`${sql.raw(heldReason())}`,
      location: location.suid,
    })
    .from(materialItem)
    .innerJoin(product, eq(product.id, materialItem.productId))
    .innerJoin(unitOfMeasure, eq(unitOfMeasure.id, product.baseUnitId))
    .innerJoin(materialStatus, eq(materialStatus.id, materialItem.statusId))
    .leftJoin(worksOrder, eq(worksOrder.id, materialItem.worksOrderId))
    .leftJoin(location, eq(location.id, materialItem.locationId));

// The condition repeats that of the index, so that SQLite uses it.
const gtinOf = (condition: SQL): SQL => sql`(
  select product_id from product_property where lower(name) = 'gtin' and ${condition})`;

/** The products with these GTINs, in any spelling: by their property `gtin`, or by their SUID. */
const productsOfGtins = (): SQL => sql`(
  select product_id from product_property
  where lower(name) = 'gtin' and trim(value) in ${each("gtins")}
  union select id from product where suid_key in ${each("gtins")})`;

/**
 * Whether an item can be of the scanned GTINs. Those of a product that has one of them are; if there
 * is none, an item of a product without a GTIN can be.
 */
const isOfGtins = (): SQL => sql`(${given("gtins")} is null
  or material_item.product_id in ${productsOfGtins()}
  or (not exists ${productsOfGtins()}
    and not exists ${gtinOf(sql`product_id = material_item.product_id and value is not null`)}))`;

const itemsOfTexts = statement(() =>
  selectItems()
    .where(
      or(
        inArray(materialItem.serialKey, each("texts")),
        inArray(materialItem.uniqueIdKey, each("texts")),
      ),
    )
    .orderBy(materialItem.id),
);

const itemsOfSerials = statement(() =>
  selectItems().where(and(inArray(materialItem.serialKey, each("serials")), isOfGtins())),
);

const itemsOfBatches = statement(() =>
  selectItems()
    .where(
      sql`${materialItem.id} in (select id from material_item
        where batch_key in ${each("batches")} and ${isOfGtins()}
        order by id desc limit ${sql.raw(String(itemsOfBatchMax + 1))})`,
    )
    .orderBy(sql`${materialItem.id} desc`),
);

const products = statement(() =>
  query
    .select({
      id: product.id,
      name: product.name,
      nameKey: product.nameKey,
      suid: product.suid,
      suidKey: product.suidKey,
      isActive: product.isActive,
      tracking: product.tracking,
    })
    .from(product)
    .where(
      or(
        inArray(product.nameKey, each("texts")),
        inArray(product.suidKey, each("texts")),
        sql`${product.id} in ${productsOfGtins()}`,
      ),
    )
    .orderBy(product.id),
);

/** The reference data that a code can name, in the order of the response. */
const referenceTables = {
  Location: "location",
  User: "user",
  WorkCentre: "work_centre",
  MaterialReason: "material_reason",
} as const;
export type ReferenceKind = keyof typeof referenceTables;

// D1 allows five selects in one.
const references = statement(() =>
  query
    .select({
      kind: sql<ReferenceKind>`kind`,
      id: sql<number>`id`,
      name: sql<string>`name`,
      nameKey: sql<string>`name_key`,
      suid: sql<string | null>`suid`,
      suidKey: sql<string | null>`suid_key`,
      isActive: sql<boolean>`is_active`.mapWith(Boolean),
    })
    .from(
      sql`(${sql.join(
        Object.entries(referenceTables).map(
          ([kind, table]) => sql`select ${sql.raw(`'${kind}'`)} as kind,
            id, name, name_key, suid, suid_key, is_active from ${sql.raw(table)}
            where name_key in ${each("texts")} or suid_key in ${each("texts")}`,
        ),
        sql` union all `,
      )}) as named`,
    ),
);

/** The statements that find what a code can mean. */
export function loadScan({ texts: all, elements, gtins, fault, isGs1 }: ScannedCode) {
  const texts = JSON.stringify(all);
  // A code that breaks a rule was misread, or is no code of GS1: its parts mean nothing.
  const usable = fault === null ? elements : [];
  const serials = valuesOf(usable, "21");
  const batches = valuesOf(usable, "10");
  const spellings = JSON.stringify(fault === null ? gtins.flatMap(spellingsOfGtin) : []);
  const ofGtins = { gtins: isGs1 && gtins.length > 0 ? spellings : null };
  return {
    items: itemsOfTexts({ texts }),
    serials:
      serials.length > 0
        ? itemsOfSerials({ serials: foldedNames(serials), ...ofGtins })
        : undefined,
    batches:
      batches.length > 0
        ? itemsOfBatches({ batches: JSON.stringify(batches.flatMap(possibleKeysOf)), ...ofGtins })
        : undefined,
    orders: ordersAddressed({ ids: "[]", orderNos: texts }),
    products: products({ texts, gtins: spellings }),
    references: references({ texts }),
  };
}
