import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { alias } from "drizzle-orm/sqlite-core";
import {
  apiKey,
  bomSlot,
  bomVersion,
  build,
  caseData,
  currency,
  holdReason,
  location,
  materialItem,
  materialStatus,
  ownershipType,
  product,
  slotCandidate,
  unitOfMeasure,
  user,
  worksOrder,
} from "./schema.ts";

/** A database, or a transaction on it. */
export type Db = Pick<LibSQLDatabase, "select" | "insert" | "update" | "run" | "all">;

// The queries of the usual stack, built for each request as its documentation shows.

export const keyState = (db: Db, keyId: number) =>
  db
    .select({
      userId: user.id,
      userRevNo: user.revNo,
      revNo: apiKey.revNo,
      expiresAt: apiKey.expiresAt,
      revokedAt: apiKey.revokedAt,
      userIsActive: user.isActive,
    })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.userId))
    .where(eq(apiKey.id, keyId));

const releasedVersion = sql`coalesce(${worksOrder.bomVersionId}, (
  select released.id from bom_version as released join bom on bom.id = released.bom_id
  where bom.parent_product_id = ${materialItem.productId} and bom.is_active
  and released.status = 'Released'
  order by released.major desc, released.minor desc, released.id desc limit 1))`;

export const itemsBySerial = (db: Db, serials: string[]) =>
  db
    .select({
      ...getTableColumns(materialItem),
      productName: product.name,
      inventoryDecimalPlaces: product.inventoryDecimalPlaces,
      productSerialRangeId: product.serialRangeId,
      status: materialStatus.name,
      statusSuidKey: materialStatus.suidKey,
      buildable: materialStatus.buildable,
      consumable: materialStatus.consumable,
      orderNo: worksOrder.orderNo,
      orderStatus: worksOrder.status,
      orderRevNo: worksOrder.revNo,
      bomVersionId: bomVersion.id,
      bomVersionRevNo: bomVersion.revNo,
      holdReason: holdReason.name,
      locationSuid: location.suid,
      ownershipType: ownershipType.name,
      currency: currency.name,
      caseData: sql<string>`(select json_group_array(json_object(
          'id', ${caseData.id}, 'revNo', ${caseData.revNo},
          'caseDataDefinitionId', ${caseData.caseDataDefinitionId},
          'name', ${caseData.name}, 'value', ${caseData.value}))
        from ${caseData} where ${caseData.materialItemId} = ${materialItem.id})`,
    })
    .from(materialItem)
    .innerJoin(product, eq(product.id, materialItem.productId))
    .innerJoin(materialStatus, eq(materialStatus.id, materialItem.statusId))
    .leftJoin(worksOrder, eq(worksOrder.id, materialItem.worksOrderId))
    .leftJoin(bomVersion, eq(bomVersion.id, releasedVersion))
    .leftJoin(holdReason, eq(holdReason.id, materialItem.holdReasonId))
    .leftJoin(location, eq(location.id, materialItem.locationId))
    .leftJoin(ownershipType, eq(ownershipType.id, materialItem.ownershipTypeId))
    .leftJoin(currency, eq(currency.id, materialItem.currencyId))
    .where(inArray(materialItem.serialKey, serials));

export type Item = Awaited<ReturnType<typeof itemsBySerial>>[number];

const useUnit = alias(unitOfMeasure, "use_unit");
const baseUnit = alias(unitOfMeasure, "base_unit");

/** Selects the slots that accept a product: a build reads no others. */
const slotsTaking = (db: Db, productId: number) =>
  db
    .select({ id: slotCandidate.bomSlotId })
    .from(slotCandidate)
    .where(eq(slotCandidate.productId, productId));

export const candidatesOf = (db: Db, { bomVersionId, id }: Item, productId: number) =>
  db
    .select({
      ...getTableColumns(slotCandidate),
      bomVersionId: bomSlot.bomVersionId,
      isRequired: bomSlot.isRequired,
      slotIsActive: bomSlot.isActive,
      useFactor: sql<number>`coalesce(${useUnit.factor}, ${baseUnit.factor})`,
      baseFactor: baseUnit.factor,
      builtQty: sql<number>`coalesce((select sum(qty - removed_qty) from ${build}
        where candidate_id = ${slotCandidate.id} and parent_id = ${id}), 0)`,
    })
    .from(slotCandidate)
    .innerJoin(bomSlot, eq(bomSlot.id, slotCandidate.bomSlotId))
    .innerJoin(product, eq(product.id, slotCandidate.productId))
    .innerJoin(baseUnit, eq(baseUnit.id, product.baseUnitId))
    .leftJoin(useUnit, eq(useUnit.id, slotCandidate.useUomId))
    .where(
      and(
        eq(bomSlot.bomVersionId, bomVersionId!),
        inArray(slotCandidate.bomSlotId, slotsTaking(db, productId)),
      ),
    )
    .orderBy(asc(slotCandidate.bomSlotId), asc(slotCandidate.id));

export type Candidate = Awaited<ReturnType<typeof candidatesOf>>[number];

export const ancestorsOf = (db: Db, parentId: number) =>
  db.all<{ id: number; revNo: number }>(sql`
    with recursive above (id) as (
      select ${parentId} union
      select build.parent_id from above join build on build.child_id = above.id
      where build.removed_qty < build.qty
    ) select above.id as id, material_item.rev_no as "revNo"
    from above join material_item on material_item.id = above.id where above.id <> ${parentId}`);

export const statusesBySuid = (db: Db, suids: string[]) =>
  db
    .select({
      id: materialStatus.id,
      name: materialStatus.name,
      suidKey: materialStatus.suidKey,
      buildable: materialStatus.buildable,
      consumable: materialStatus.consumable,
    })
    .from(materialStatus)
    .where(inArray(materialStatus.suidKey, suids));
