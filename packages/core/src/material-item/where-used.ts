import { eq, sql } from "drizzle-orm";
import { heldReason } from "../database/held-items.ts";
import { each, given, query } from "../database/query.ts";
import { type RowOf, statement } from "../database/statement.ts";
import { materialItem, materialStatus, product, worksOrder } from "../database/schema/index.ts";
import { type ItemReference, referencesOf } from "./item-change.ts";

/** The number of containing items that a response lists. All are counted. */
export const listedTopsMax = 100;

// An item is at the top if it contains the item, at any level, and nothing contains it.
const tops = () => sql`(
  with recursive above (root_id, id) as (
    select item.id, build.parent_id from material_item as item join build on build.child_id = item.id
    where (item.id in ${each("ids")} or item.serial_key in ${each("serials")})
    and build.removed_qty < build.qty
    union
    select above.root_id, build.parent_id from above join build on build.child_id = above.id
    where build.removed_qty < build.qty)
  select root_id, id, top_count from (
    select root_id, id, count(*) over (partition by root_id) as top_count,
      row_number() over (partition by root_id order by id) as place
    from above where not exists (
      select 1 from build where build.child_id = above.id and build.removed_qty < build.qty))
  where place <= ${given("listed")}) as top`;

const selectTops = () =>
  query
    .select({
      id: materialItem.id,
      visualSerialNo: materialItem.visualSerialNo,
      productName: product.name,
      orderNo: worksOrder.orderNo,
      status: materialStatus.name,
      holdReason: sql<string | null>`${sql.raw(heldReason())}`,
      rootId: sql<number>`top.root_id`.mapWith(Number),
      count: sql<number>`top.top_count`.mapWith(Number),
    })
    .from(tops())
    .innerJoin(materialItem, sql`${materialItem.id} = top.id`)
    .innerJoin(product, eq(product.id, materialItem.productId))
    .innerJoin(materialStatus, eq(materialStatus.id, materialItem.statusId))
    .leftJoin(worksOrder, eq(worksOrder.id, materialItem.worksOrderId))
    .orderBy(materialItem.id);
const topsOfReferences = statement(selectTops);

/**
 * Reads the items at the top of everything that each of some items is in: of each, the first
 * `listed` by id.
 */
export const topsOfItems = (references: readonly ItemReference[], listed: number) =>
  topsOfReferences({ ...referencesOf(references), listed });

type TopRow = RowOf<ReturnType<typeof selectTops>>;

/** Returns the rows of one item. */
export const topsOf = (rows: readonly TopRow[], { id }: { readonly id: number }) =>
  rows.filter(({ rootId }) => rootId === id);

/** The items at the top of everything that an item is in: the first of them, and their number. */
export interface WhereUsed {
  readonly whereUsed: readonly Omit<TopRow, "count" | "rootId">[];
  readonly whereUsedCount: number;
}

/** Returns the items at the top from their rows: the first `listed` of them. */
export const whereUsedOf = (rows: readonly TopRow[], listed: number): WhereUsed => ({
  whereUsed: rows.slice(0, listed).map(({ count: _count, rootId: _rootId, ...top }) => top),
  whereUsedCount: rows[0]?.count ?? 0,
});
