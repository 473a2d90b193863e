import { eq, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { type RowOf, statement } from "../database/statement.ts";
import {
  holdReason,
  materialItem,
  materialStatus,
  product,
  worksOrder,
} from "../database/schema/index.ts";
import { type ItemReference, referencesOf } from "./item-change.ts";

/** The number of containing items that a response lists. All are counted. */
const listedTopsMax = 100;

// An item is at the top if it contains the item, at any level, and nothing contains it.
const tops = () => sql`(
  with recursive above (id) as (
    select build.parent_id from material_item as item join build on build.child_id = item.id
    where (item.id in ${each("ids")} or item.serial_key in ${each("serials")})
    and build.removed_qty < build.qty
    union
    select build.parent_id from above join build on build.child_id = above.id
    where build.removed_qty < build.qty)
  select id, count(*) over () as top_count from above where not exists (
    select 1 from build where build.child_id = above.id and build.removed_qty < build.qty)
  order by id limit ${sql.raw(String(listedTopsMax))}) as top`;

const selectTops = () =>
  query
    .select({
      id: materialItem.id,
      visualSerialNo: materialItem.visualSerialNo,
      productName: product.name,
      orderNo: worksOrder.orderNo,
      status: materialStatus.name,
      holdReason: holdReason.name,
      count: sql<number>`top.top_count`.mapWith(Number),
    })
    .from(tops())
    .innerJoin(materialItem, sql`${materialItem.id} = top.id`)
    .innerJoin(product, eq(product.id, materialItem.productId))
    .innerJoin(materialStatus, eq(materialStatus.id, materialItem.statusId))
    .leftJoin(worksOrder, eq(worksOrder.id, materialItem.worksOrderId))
    .leftJoin(holdReason, eq(holdReason.id, materialItem.holdReasonId))
    .orderBy(materialItem.id);
const topsOfItems = statement(selectTops);

/** Reads the items at the top of everything that an item is in, lowest id first. */
export const topsOfItem = (reference: ItemReference) => topsOfItems(referencesOf([reference]));

type TopRow = RowOf<ReturnType<typeof selectTops>>;

/** The items at the top of everything that an item is in: the first of them, and their number. */
export interface WhereUsed {
  readonly whereUsed: readonly Omit<TopRow, "count">[];
  readonly whereUsedCount: number;
}

/** Returns the items at the top from their rows. */
export const whereUsedOf = (rows: readonly TopRow[]): WhereUsed => ({
  whereUsed: rows.map(({ count: _count, ...top }) => top),
  whereUsedCount: rows[0]?.count ?? 0,
});
