import { and, eq, inArray, or, sql } from "drizzle-orm";
import { selectSlots } from "../bom-slot/slot.ts";
import type { VersionNumber } from "../bom-version/facts.ts";
import { namedCandidatesOf } from "../consumption/facts.ts";
import {
  bomVersion,
  build,
  materialItem,
  materialStatus,
  product,
  unitOfMeasure,
  worksOrder,
} from "../database/schema/index.ts";
import { isToFinish } from "../database/flagged-contents.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import type { RowsOf } from "../engine/index.ts";
import { foldedNames } from "../rules/named.ts";
import { versionsOfOrders } from "./complete.facts.ts";
import { addressesOf, ofOrders, type OrderAddress, ordersAddressed } from "./order.ts";

/** The most builds that one ChangeVersion moves: its log must fit one statement. */
export const movedBuildsMax = 3000;

/** A unit of the order, by its id or its serial. */
export interface UnitReference {
  readonly id?: number | undefined;
  readonly visualSerialNo?: string | undefined;
}

export interface ChangeVersionInput extends OrderAddress {
  readonly version: VersionNumber;
  /** The units to move; without them, the order goes with all units that are not finished. */
  readonly items?: readonly UnitReference[] | null | undefined;
  readonly revNo?: number | undefined;
  readonly comment?: string | null | undefined;
}

/** The BoM versions of the orders' BoMs that requests name. */
const isWanted = () =>
  and(
    inArray(
      bomVersion.bomId,
      sql`(select bom_id from bom_version where id in ${ofOrders(worksOrder.bomVersionId)})`,
    ),
    inArray(bomVersion.major, each("majors")),
    inArray(bomVersion.minor, each("minors")),
  );

const versionsWanted = statement(() =>
  query
    .select({
      id: bomVersion.id,
      revNo: bomVersion.revNo,
      bomId: bomVersion.bomId,
      major: bomVersion.major,
      minor: bomVersion.minor,
      status: bomVersion.status,
    })
    .from(bomVersion)
    .where(isWanted()),
);

const wantedIds = () => sql`(select ${bomVersion.id} from ${bomVersion} where ${isWanted()})`;

const slotsOfBoth = statement(() =>
  selectSlots()
    .where(or(isWanted(), inArray(bomVersion.id, versionsOfOrders())))
    .orderBy(sql`bom_slot.id`),
);

const candidatesWanted = statement(() => namedCandidatesOf(wantedIds()));

/** The units that a request is about: of the orders, all that are not finished, or the named ones. */
const isAskedFor = (isOfAll: boolean) =>
  isOfAll
    ? sql.raw(isToFinish)
    : sql`(item.id in ${each("items")} or item.serial_key in ${each("serials")})`;

const unitsWhere = (isOfAll: boolean) =>
  statement(() =>
    query
      .select({
        id: materialItem.id,
        revNo: materialItem.revNo,
        worksOrderId: materialItem.worksOrderId,
        visualSerialNo: materialItem.visualSerialNo,
        serialKey: materialItem.serialKey,
        status: materialStatus.name,
        nominalQty: materialItem.nominalQty,
        ownVersionId: materialItem.ownVersionId,
        lastEditAt: materialItem.lastEditAt,
        lastEditUserId: materialItem.lastEditUserId,
        isToFinish: sql<boolean>`${materialItem.id} in (select item.id from material_item as item
          where item.id = ${materialItem.id} and ${sql.raw(isToFinish)})`.mapWith(Boolean),
      })
      .from(materialItem)
      .innerJoin(materialStatus, eq(materialStatus.id, materialItem.statusId))
      .where(
        sql`${materialItem.id} in (select item.id from material_item as item
          where item.works_order_id in ${ofOrders(worksOrder.id)} and ${isAskedFor(isOfAll)})`,
      )
      .orderBy(materialItem.id),
  );
const unitsOfOrders = unitsWhere(true);
const unitsNamed = unitsWhere(false);

/** Reads what is built into those units, one more than are moved at most, in the order of the log. */
const buildsWhere = (isOfAll: boolean) =>
  statement(() =>
    query
      .select({
        id: build.id,
        parentId: build.parentId,
        bomSlotId: build.bomSlotId,
        candidateId: build.candidateId,
        qty: sql<number>`${build.qty} - ${build.removedQty}`.mapWith(Number).as("net_qty"),
        childSerialNo: materialItem.visualSerialNo,
        productId: materialItem.productId,
        version: materialItem.version,
        product: product.name,
        unit: unitOfMeasure.name,
      })
      .from(build)
      .innerJoin(materialItem, eq(materialItem.id, build.childId))
      .innerJoin(product, eq(product.id, materialItem.productId))
      .innerJoin(unitOfMeasure, eq(unitOfMeasure.id, product.baseUnitId))
      .where(
        sql`${build.parentId} in (select item.id from material_item as item
            where item.works_order_id in ${ofOrders(worksOrder.id)} and ${isAskedFor(isOfAll)})
          and ${build.removedQty} < ${build.qty}`,
      )
      .orderBy(build.id)
      .limit(movedBuildsMax + 1),
  );
const buildsOfOrders = buildsWhere(true);
const buildsNamed = buildsWhere(false);

/** Reads the order, its units with what is built into them, and the slots of their versions. */
export function loadChangeVersion(inputs: readonly ChangeVersionInput[]) {
  const addresses = addressesOf(inputs);
  const wanted = {
    ...addresses,
    majors: JSON.stringify(inputs.map(({ version }) => version.major)),
    minors: JSON.stringify(inputs.map(({ version }) => version.minor)),
  };
  const named = inputs.flatMap(({ items }) => items ?? []);
  const units = {
    ...addresses,
    items: JSON.stringify(named.flatMap(({ id }) => id ?? [])),
    serials: foldedNames(named.map(({ visualSerialNo }) => visualSerialNo)),
  };
  const isOfAll = named.length === 0;
  return {
    orders: ordersAddressed(addresses),
    versions: versionsWanted(wanted),
    slots: slotsOfBoth(wanted),
    candidates: candidatesWanted(wanted),
    units: isOfAll ? unitsOfOrders(addresses) : unitsNamed(units),
    builds: isOfAll ? buildsOfOrders(addresses) : buildsNamed(units),
  };
}
export type ChangeVersionFacts = RowsOf<ReturnType<typeof loadChangeVersion>>;
export type UnitToMove = ChangeVersionFacts["units"][number];
export type BuildToMove = ChangeVersionFacts["builds"][number];
