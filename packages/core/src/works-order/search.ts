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
} from "../engine/index.ts";
import { type OrderStatus, worksOrder } from "../database/schema/index.ts";
import { byLastChange } from "../history/last-change.ts";
import { foldGiven } from "../values/fold-case.ts";
import { prefixRangeOf } from "../values/prefix.ts";
import { type Order, selectOrdersWith } from "./order.ts";

/** The filter of a search of works orders. Texts ignore case. */
export interface WorksOrderSearch {
  /** The beginning of the order number. */
  readonly text?: string | undefined;
  readonly productName?: string | undefined;
  readonly status?: OrderStatus | undefined;
  readonly order?: "newest" | "oldest" | "lastChanged" | "orderNo" | undefined;
}

const search = defineSearch(() => ({
  select: selectOrdersWith,
  table: worksOrder,
  filters: {
    productName: leading(
      worksOrder.productId,
      (key) => sql`(select id from product where name_key = ${key})`,
    ),
    status: leading(worksOrder.status),
    text: testing((key) => sql`substr(${worksOrder.orderNoKey}, 1, length(${key})) = ${key}`),
  },
  orders: {
    newest: { isDescending: true },
    oldest: {},
    lastChanged: byLastChange("WorksOrder", worksOrder),
    orderNo: { by: worksOrder.orderNoKey, covers: ["text"] },
  },
}));

/** Lists the works orders that match, in an order. */
export const searchWorksOrders = (
  context: Context,
  filter: WorksOrderSearch,
  page: SearchPage,
): Promise<Listing<Order, SearchCursor>> => search.list(context, searchOf(filter), page);

/** Counts the works orders that match, up to a thousand. */
export const countWorksOrders = (context: Context, filter: WorksOrderSearch): Promise<Count> =>
  search.count(context, searchOf(filter));

/** Returns the filters of a search, its order and the range of what orders it. */
function searchOf({ text, productName, status, order }: WorksOrderSearch) {
  const filter = { status, text: foldGiven(text), productName: foldGiven(productName) };
  const chosen = order ?? (text === undefined ? "newest" : "orderNo");
  return { filter, order: chosen, ...(chosen === "orderNo" && prefixRangeOf(text ?? "")) };
}
