import { type SQL, sql } from "drizzle-orm";
import {
  type Context,
  type Count,
  defineSearch,
  type GroupedCount,
  leading,
  likePattern,
  type Listing,
  type SearchCursor,
  type SearchPage,
  testing,
} from "../engine/index.ts";
import { heldCandidates, isHeld as heldByAny } from "../database/held-items.ts";
import { materialItem } from "../database/schema/index.ts";
import { byLastChange, placesSince } from "../history/last-change.ts";
import { filledKeyGiven, leadingByFilledKey } from "../rules/filled-keys.ts";
import { foldGiven, possibleKeysOf } from "../values/fold-case.ts";
import { type Like, likeGiven } from "../values/like.ts";
import { prefixRangeOf } from "../values/prefix.ts";
import { itemGroups, type ItemGroup } from "./groups.ts";
import { type AnsweredItem, selectShownItemsWith } from "./item.ts";

/** The orders of a list of items. */
export type ItemOrder =
  | "newest"
  | "oldest"
  | "lastChanged"
  | "visualSerialNo"
  | "visualSerialNoDescending"
  | "batchNo"
  | "batchNoDescending"
  | "expiry"
  | "expiryDescending";

/** The filter of List, Search and Count. Texts ignore case, and times are milliseconds since 1970. */
export interface ItemSearch {
  readonly id?: number | undefined;
  /** The beginning of the serial. */
  readonly text?: string | undefined;
  readonly visualSerialNo?: string | undefined;
  /** A pattern, whose `%` stands for any text. So are the others whose names end in `Like`. */
  readonly visualSerialNoLike?: string | undefined;
  readonly productName?: string | undefined;
  readonly productType?: string | undefined;
  readonly orderNo?: string | undefined;
  readonly orderNoLike?: string | undefined;
  readonly batchNo?: string | undefined;
  readonly batchNoLike?: string | undefined;
  readonly deliveryNo?: string | undefined;
  readonly origin?: string | undefined;
  readonly destination?: string | undefined;
  readonly status?: string | undefined;
  readonly statusID?: number | undefined;
  /** The SUID of the location. */
  readonly location?: string | undefined;
  readonly isHeld?: boolean | undefined;
  readonly holdReason?: string | undefined;
  readonly isInStock?: boolean | undefined;
  readonly expiresFrom?: number | undefined;
  readonly expiresBefore?: number | undefined;
  readonly changedSince?: number | undefined;
  readonly order?: ItemOrder | undefined;
}

/** The condition of the items on hold for a reason: the first one, a further one, or their batch's. */
const heldForReason = (key: SQL, isLeading: boolean): SQL => {
  const reason = sql`(select id from hold_reason where name_key = ${key})`;
  const isFurther = (item: SQL) => sql`exists (
    select 1 from json_each(${item}.further_hold_reason_ids) where value = ${reason})`;
  const isHeldFor = sql`(+${materialItem.holdReasonId} = ${reason} or ${isFurther(sql`${materialItem}`)}
      or exists (select 1 from batch_hold as batch
        where batch.product_id = ${materialItem.productId}
        and batch.batch_key = ${materialItem.batchKey} and batch.hold_reason_id = ${reason}))`;
  // The items of a batch are found by the index of batches alone, whatever product they are of.
  return isLeading
    ? sql`(${materialItem.id} in (
        select held.id from material_item as held where held.hold_reason_id = ${reason}
        union all select held.id from material_item as held
        where held.further_hold_reason_ids is not null and ${isFurther(sql`held`)}
        union all select held.id from batch_hold as batch
        cross join material_item as held on held.batch_key = batch.batch_key
        where batch.hold_reason_id = ${reason}) and ${isHeldFor})`
    : isHeldFor;
};

// Of two that lead, the first one has fewer items: an order has fewer than a status.
const filters = () => ({
  id: leading(materialItem.id),
  visualSerialNo: leading(materialItem.serialKey),
  orderNo: leading(
    materialItem.worksOrderId,
    (key) => sql`(select id from works_order where order_no_key = ${key})`,
  ),
  ...leadingByFilledKey("batchNo", materialItem.batchKey),
  ...leadingByFilledKey("deliveryNo", materialItem.deliveryKey),
  origin: leading(materialItem.originKey),
  destination: leading(materialItem.destinationKey),
  holdReason: {
    leads: true,
    condition: (key: SQL, isLeading: boolean) => heldForReason(key, isLeading),
  },
  held: {
    leads: true,
    condition: (_: unknown, isLeading: boolean) =>
      isLeading
        ? sql`(${materialItem.id} in (${sql.raw(heldCandidates())})
            and ${sql.raw(heldByAny("material_item"))})`
        : sql.raw(heldByAny("material_item")),
  },
  productName: leading(
    materialItem.productId,
    (key) => sql`(select id from product where name_key = ${key})`,
  ),
  location: leading(
    materialItem.locationId,
    (key) => sql`(select id from location where suid_key = ${key})`,
  ),
  statusID: leading(materialItem.statusId),
  status: leading(
    materialItem.statusId,
    (key) => sql`(select id from material_status where name_key = ${key})`,
  ),
  // The records that these refer to are found by their ids: neither has an index of the items.
  productType: testing(
    (key) => sql`(select product_type_id from product where id = ${materialItem.productId})
      = (select id from product_type where name_key = ${key})`,
  ),
  orderNoLike: likePattern(
    sql`(select order_no_key from works_order where id = ${materialItem.worksOrderId})`,
  ),
  visualSerialNoLike: likePattern(materialItem.serialKey),
  batchNoLike: likePattern(sql`+${materialItem.batchKey}`),
  notHeld: testing(() => sql.raw(`not ${heldByAny("material_item")}`)),
  isInStock: testing(
    (isInStock) => sql`(${materialItem.actualQty} > 0 and +${materialItem.statusId} not in (
      select id from material_status where suid_key = 'dispatched')) = ${isInStock}`,
  ),
  text: testing((key) => sql`substr(${materialItem.serialKey}, 1, length(${key})) = ${key}`),
  expiresFrom: testing((time) => sql`+${materialItem.expiryAt} >= ${time}`),
  expiresBefore: testing((time) => sql`+${materialItem.expiryAt} < ${time}`),
  changedSince: testing((time) => sql`${materialItem.lastEditAt} >= ${time}`),
});

const orders = () => {
  const bySerial = { by: materialItem.serialKey, covers: ["text"] as const };
  const byBatch = { by: materialItem.batchKey };
  const byExpiry = {
    by: materialItem.expiryAt,
    covers: ["expiresFrom", "expiresBefore"] as const,
    among: sql`${materialItem.expiryAt} is not null`,
  };
  return {
    newest: { isDescending: true },
    oldest: {},
    lastChanged: byLastChange("MaterialItem", materialItem),
    visualSerialNo: bySerial,
    visualSerialNoDescending: { ...bySerial, isDescending: true },
    batchNo: byBatch,
    batchNoDescending: { ...byBatch, isDescending: true },
    expiry: byExpiry,
    expiryDescending: { ...byExpiry, isDescending: true },
  };
};

const search = defineSearch(() => ({
  select: selectShownItemsWith,
  table: materialItem,
  filters: filters(),
  orders: orders(),
  groups: itemGroups(),
}));

/** Lists the items that match, in an order: by default the newest first. */
export const searchItems = async (
  context: Context,
  filter: ItemSearch,
  page: SearchPage,
): Promise<Listing<AnsweredItem, SearchCursor>> =>
  search.list(context, await searchOf(context, filter, "newest"), page);

/** Lists the items that match, in an order: by default by id. Source: design 6. */
export const listItems = async (
  context: Context,
  filter: ItemSearch,
  page: SearchPage,
): Promise<Listing<AnsweredItem, SearchCursor>> =>
  search.list(context, await searchOf(context, filter, "oldest"), page);

/** Counts the items that match, up to a thousand; or those of each group. */
export const countItems = async (
  context: Context,
  { by, ...filter }: Omit<ItemSearch, "order"> & { readonly by?: ItemGroup | undefined },
): Promise<Count | GroupedCount> => {
  const searched = await searchOf(context, filter, "newest");
  return by === undefined ? search.count(context, searched) : search.countBy(context, searched, by);
};

/** Returns the filters of a search, its order and the range of what orders it. */
async function searchOf(context: Context, sent: ItemSearch, byDefault: ItemOrder) {
  const { batchNo, deliveryNo, isHeld, order, ...exact } = sent;
  const likes = {
    serialLike: likeGiven("visualSerialNoLike", sent.visualSerialNoLike),
    batchLike: likeGiven("batchNoLike", sent.batchNoLike, possibleKeysOf),
  };
  const chosen = order ?? usualOrderOf(sent, likes) ?? byDefault;
  const filter = {
    ...exact,
    text: foldGiven(sent.text),
    visualSerialNo: foldGiven(sent.visualSerialNo),
    visualSerialNoLike: likes.serialLike?.globs,
    productName: foldGiven(sent.productName),
    productType: foldGiven(sent.productType),
    orderNo: foldGiven(sent.orderNo),
    orderNoLike: likeGiven("orderNoLike", sent.orderNoLike)?.globs,
    ...filledKeyGiven("batchNo", batchNo),
    batchNoLike: likes.batchLike?.globs,
    ...filledKeyGiven("deliveryNo", deliveryNo),
    origin: foldGiven(sent.origin),
    destination: foldGiven(sent.destination),
    status: foldGiven(sent.status),
    location: foldGiven(sent.location),
    holdReason: foldGiven(sent.holdReason),
    [isHeld === false ? "notHeld" : "held"]: isHeld,
  };
  const range = await rangeOf(context, chosen, sent, likes);
  return { filter, order: chosen, ...range };
}

/** The patterns of a search that the index of an order serves. */
interface Likes {
  readonly serialLike: Like | undefined;
  readonly batchLike: Like | undefined;
}

/** Returns the range of the value that orders a search. */
async function rangeOf(
  context: Context,
  order: ItemOrder,
  { text, expiresFrom, expiresBefore, changedSince }: ItemSearch,
  { serialLike, batchLike }: Likes,
): Promise<{ first?: number | string | undefined; last?: number | string | undefined }> {
  switch (order) {
    case "visualSerialNo":
    case "visualSerialNoDescending":
      return text === undefined ? (serialLike?.range ?? {}) : prefixRangeOf(text);
    case "batchNo":
    case "batchNoDescending":
      return batchLike?.range ?? {};
    case "expiry":
    case "expiryDescending":
      return { first: expiresFrom, last: expiresBefore };
    case "lastChanged":
      return placesSince(context, changedSince);
    default:
      return {};
  }
}

/** Returns the order whose index serves a filter best. */
function usualOrderOf(
  { text, expiresFrom, expiresBefore, changedSince }: ItemSearch,
  { serialLike, batchLike }: Likes,
): ItemOrder | undefined {
  if (text !== undefined || serialLike?.hasBeginning) return "visualSerialNo";
  if (batchLike?.hasBeginning) return "batchNo";
  if (expiresFrom !== undefined || expiresBefore !== undefined) return "expiry";
  return changedSince === undefined ? undefined : "lastChanged";
}
