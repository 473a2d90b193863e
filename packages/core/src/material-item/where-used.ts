import { eq, sql } from "drizzle-orm";
import { containment, isNet } from "../database/containment.ts";
import { happenedTime } from "../database/happened-at.ts";
import { heldReason } from "../database/held-items.ts";
import { each, given, query } from "../database/query.ts";
import { type RowOf, statement } from "../database/statement.ts";
import { materialItem, materialStatus, product, worksOrder } from "../database/schema/index.ts";
import { type ItemReference, referencesOf } from "./item-change.ts";

/** The number of containing items that a response lists. All are counted. */
export const listedTopsMax = 100;

const aboveAsked = containment({
  table: "above",
  direction: "up",
  start: "select group_id, id from asked",
  isFromTransfers: false,
});

/** Whether a build leads on from what a row of `above` stands for: its links beyond its moment. */
const isBuiltOn = `exists (
  select 1 from build where build.child_id = above.id and ${isNet}
  and (above.at is null or (
    select (${happenedTime("built")}, built.seq) > (above.at, above.seq)
    from change_log as built where built.seq = build.seq)))`;

/** Whether nothing is left of a lot, because all of it went into other ones. */
const isEmptied = `(
  item.status_id = (select id from material_status where suid_key = 'consumed')
  and exists (select 1 from lot_transfer where lot_transfer.from_id = item.id))`;

// An item is at the top if it contains the item, at any level, and nothing contains it. A part of a
// lot contains what was built into the lot before it was split off.
const tops = () => sql`(
  with recursive asked (group_id, id) as (
    select id, id from material_item
    where id in ${each("ids")} or serial_key in ${each("serials")}),
  ${sql.raw(aboveAsked)},
  top (root_id, id) as (
    select group_id, id from above where seq is not -1
    except select group_id, id from above where ${sql.raw(isBuiltOn)})
  select root_id, id, top_count from (
    select root_id, top.id, count(*) over (partition by root_id) as top_count,
      row_number() over (partition by root_id order by top.id) as place
    from top join material_item as item on item.id = top.id where not ${sql.raw(isEmptied)})
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
