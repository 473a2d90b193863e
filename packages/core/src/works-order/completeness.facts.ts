import { and, eq, inArray, sql } from "drizzle-orm";
import { compulsory } from "../completeness/evidence.ts";
import { blockedItems } from "../database/flagged-contents.ts";
import { heldReason, isHeld } from "../database/held-items.ts";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { materialItem, materialStatus } from "../database/schema/index.ts";
import type { RowsOf } from "../engine/index.ts";
import {
  builtIntoOrders,
  candidatesOfOrders,
  slotsOfOrders,
  versionsOfOrders,
} from "./complete.facts.ts";
import { addressesOf, itemsOfOrders, type OrderAddress, ordersAddressed } from "./order.ts";

/** The number of items in stock that are read of each product, and of products that are looked up. */
export const listedStockMax = 20;
const productsMax = 500;

const unitsOfOrders = statement(() =>
  query
    .select({
      id: materialItem.id,
      worksOrderId: materialItem.worksOrderId,
      visualSerialNo: materialItem.visualSerialNo,
      nominalQty: materialItem.nominalQty,
      endAt: materialItem.endAt,
      status: materialStatus.name,
      statusSuidKey: materialStatus.suidKey,
      holdReason: sql<string | null>`${sql.raw(heldReason())}`,
      ownVersionId: materialItem.ownVersionId,
    })
    .from(materialItem)
    .innerJoin(materialStatus, eq(materialStatus.id, materialItem.statusId))
    .where(inArray(materialItem.id, itemsOfOrders()))
    .orderBy(materialItem.id),
);

/** Reads the units that contain an unfinished unit, at any level. */
const unitsBlocked = statement(() =>
  query.select({ id: sql<number>`id`.mapWith(Number) }).from(
    sql`(with recursive root (group_id, id) as (select 0, id from ${itemsOfOrders()}), ${sql.raw(blockedItems)}
        select distinct id from blocked where seq is not -1
          and id in (select id from root)) as blocked_unit`,
  ),
);

/** An item in stock. The quantity is in millionths, the expiry in milliseconds. */
export interface Stock {
  readonly id: number;
  readonly visualSerialNo: string;
  readonly version: string | null;
  readonly batchNo: string | null;
  readonly location: string | null;
  readonly expiryAt: number | null;
  readonly actualQty: number;
}

const parseStock = (text: string) => JSON.parse(text) as readonly Stock[];

// One part for each order of the index: items that expire, then those that don't.
const inStock = (expiry: string, order: string) => `
  select * from (
    select item.id, item.visual_serial_no, item.version, item.batch_no, item.location_id,
      item.expiry_at, item.actual_qty
    from material_item as item indexed by material_item_stock
    where item.product_id = wanted.product_id and item.status_id = usable.id and ${expiry}
    and not ${isHeld("item")} and item.actual_qty > 0
    and (wanted.version is null or item.version = wanted.version)
    order by ${order} limit ${listedStockMax})`;

/**
 * Reads what can be built of the candidates of slots that must be filled: for each product and version, the
 * first items that expire at `now` or later, and the first that never do.
 */
const stockForOrders = statement(() =>
  query
    .select({
      productId: sql<number>`wanted.product_id`.mapWith(Number),
      version: sql<string | null>`wanted.version`,
      items: sql<readonly Stock[]>`(
        select json_group_array(json_object('id', found.id, 'visualSerialNo', found.visual_serial_no,
          'version', found.version, 'batchNo', found.batch_no,
          'location', (select suid from location where id = found.location_id),
          'expiryAt', found.expiry_at, 'actualQty', found.actual_qty))
        from (${sql.raw(inStock("item.expiry_at >= wanted.now", "item.expiry_at"))}
          union all ${sql.raw(inStock("item.expiry_at is null", "item.id"))}) as found)`.mapWith(
        parseStock,
      ),
    })
    .from(
      sql`(select distinct taking.product_id, taking.version, ${sql.placeholder("now")} as now
        from bom_slot as slot join slot_candidate as taking on taking.bom_slot_id = slot.id
        where slot.bom_version_id in ${versionsOfOrders()}
        and slot.is_active and taking.is_active
        and (slot.is_required or slot.edhr_build_required = ${sql.raw(String(compulsory))})
        limit ${sql.raw(String(productsMax))}) as wanted
      cross join material_status as usable`,
    )
    // A unit in work is no stock yet.
    .where(and(sql`usable.consumable`, sql`coalesce(usable.suid_key, '') <> 'wip'`)),
);

/** Reads an order, its units with what is built into them, and the stock that could be. */
export function loadOrderCompleteness(address: OrderAddress, now: number) {
  const addresses = addressesOf([address]);
  return {
    orders: ordersAddressed(addresses),
    units: unitsOfOrders(addresses),
    slots: slotsOfOrders(addresses),
    candidates: candidatesOfOrders(addresses),
    built: builtIntoOrders(addresses),
    blocked: unitsBlocked(addresses),
    stock: stockForOrders({ ...addresses, now }),
  };
}
export type OrderCompletenessFacts = RowsOf<ReturnType<typeof loadOrderCompleteness>>;
