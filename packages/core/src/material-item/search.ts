import { sql } from "drizzle-orm";
import {
  type Context,
  type Count,
  defineSearch,
  leading,
  type Listing,
  type SearchCursor,
  type SearchPage,
  testing,
  unlessLeading,
} from "../engine/index.ts";
import { materialItem } from "../database/schema/index.ts";
import { byLastChange, placesSince } from "../history/last-change.ts";
import { filledKeyGiven } from "../rules/filled-keys.ts";
import { foldGiven } from "../values/fold-case.ts";
import { prefixRangeOf } from "../values/prefix.ts";
import { type AnsweredItem, selectShownItemsWith } from "./item.ts";

/** The orders of a search of items. */
export type ItemOrder = "newest" | "oldest" | "lastChanged" | "visualSerialNo" | "expiry";

/** The filter of a search of items. Texts ignore case, and times are milliseconds since 1970. */
export interface ItemSearch {
  /** The beginning of the serial. */
  readonly text?: string | undefined;
  readonly productName?: string | undefined;
  readonly orderNo?: string | undefined;
  readonly batchNo?: string | undefined;
  readonly statusID?: number | undefined;
  /** The SUID of the location. */
  readonly location?: string | undefined;
  readonly isHeld?: boolean | undefined;
  readonly isInStock?: boolean | undefined;
  readonly expiresFrom?: number | undefined;
  readonly expiresBefore?: number | undefined;
  readonly changedSince?: number | undefined;
  readonly order?: ItemOrder | undefined;
}

// Of two that lead, the first one has fewer items: an order has fewer than a status.
const search = defineSearch(() => ({
  select: selectShownItemsWith,
  table: materialItem,
  filters: {
    orderNo: leading(
      materialItem.worksOrderId,
      (key) => sql`(select id from works_order where order_no_key = ${key})`,
    ),
    batchNo: leading(materialItem.batchKey),
    batchNoInEitherForm: {
      leads: true,
      condition: (keys, isLeading) =>
        sql`${unlessLeading(isLeading)}${materialItem.batchKey} in (${keys} ->> 0, ${keys} ->> 1)`,
    },
    held: {
      leads: true,
      condition: (_, isLeading) =>
        isLeading
          ? sql`${materialItem.id} in (
              select held.id from material_item as held where held.hold_reason_id is not null)`
          : sql`+${materialItem.holdReasonId} is not null`,
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
    notHeld: testing(() => sql`+${materialItem.holdReasonId} is null`),
    isInStock: testing(
      (isInStock) => sql`(${materialItem.actualQty} > 0 and +${materialItem.statusId} not in (
        select id from material_status where suid_key = 'dispatched')) = ${isInStock}`,
    ),
    text: testing((key) => sql`substr(${materialItem.serialKey}, 1, length(${key})) = ${key}`),
    expiresFrom: testing((time) => sql`+${materialItem.expiryAt} >= ${time}`),
    expiresBefore: testing((time) => sql`+${materialItem.expiryAt} < ${time}`),
    changedSince: testing((time) => sql`${materialItem.lastEditAt} >= ${time}`),
  },
  orders: {
    newest: { isDescending: true },
    oldest: {},
    lastChanged: byLastChange("MaterialItem", materialItem),
    visualSerialNo: { by: materialItem.serialKey, covers: ["text"] },
    expiry: {
      by: materialItem.expiryAt,
      covers: ["expiresFrom", "expiresBefore"],
      among: sql`${materialItem.expiryAt} is not null`,
    },
  },
}));

/** Lists the items that match, in an order. */
export const searchItems = async (
  context: Context,
  filter: ItemSearch,
  page: SearchPage,
): Promise<Listing<AnsweredItem, SearchCursor>> =>
  search.list(context, await searchOf(context, filter), page);

/** Counts the items that match, up to a thousand. */
export const countItems = async (context: Context, filter: ItemSearch): Promise<Count> =>
  search.count(context, await searchOf(context, filter));

/** Returns the filters of a search, its order and the range of what orders it. */
async function searchOf(
  context: Context,
  { text, productName, orderNo, batchNo, location, isHeld, order, ...others }: ItemSearch,
) {
  const { expiresFrom, expiresBefore, changedSince } = others;
  const chosen = order ?? usualOrderOf({ text, ...others });
  const filter = {
    ...others,
    text: foldGiven(text),
    productName: foldGiven(productName),
    orderNo: foldGiven(orderNo),
    ...filledKeyGiven("batchNo", batchNo),
    location: foldGiven(location),
    [isHeld === false ? "notHeld" : "held"]: isHeld,
  };
  const range =
    chosen === "visualSerialNo"
      ? prefixRangeOf(text ?? "")
      : chosen === "expiry"
        ? { first: expiresFrom, last: expiresBefore }
        : chosen === "lastChanged"
          ? await placesSince(context, changedSince)
          : {};
  return { filter, order: chosen, ...range };
}

/** Returns the order whose index serves a filter best. */
function usualOrderOf({ text, expiresFrom, expiresBefore, changedSince }: ItemSearch): ItemOrder {
  if (text !== undefined) return "visualSerialNo";
  if (expiresFrom !== undefined || expiresBefore !== undefined) return "expiry";
  return changedSince === undefined ? "newest" : "lastChanged";
}
