import { sql } from "drizzle-orm";
import {
  type Context,
  type Count,
  defineSearch,
  leading,
  likePattern,
  type Listing,
  type SearchCursor,
  type SearchPage,
  testing,
  unlessLeading,
} from "../engine/index.ts";
import { type OrderStatus, worksOrder } from "../database/schema/index.ts";
import { byLastChange } from "../history/last-change.ts";
import { foldGiven } from "../values/fold-case.ts";
import { likeGiven } from "../values/like.ts";
import { prefixRangeOf } from "../values/prefix.ts";
import { type Order, selectOrdersWith } from "./order.ts";

type WorksOrderOrder = "newest" | "oldest" | "lastChanged" | "orderNo" | "orderNoDescending";

/** The filter of List, Search and Count. Texts ignore case. */
export interface WorksOrderSearch {
  readonly id?: number | undefined;
  /** The beginning of the order number. */
  readonly text?: string | undefined;
  readonly orderNo?: string | undefined;
  /** A pattern, whose `%` stands for any text. */
  readonly orderNoLike?: string | undefined;
  readonly productName?: string | undefined;
  readonly status?: OrderStatus | undefined;
  readonly order?: WorksOrderOrder | undefined;
}

const search = defineSearch(() => ({
  select: selectOrdersWith,
  table: worksOrder,
  filters: {
    id: leading(worksOrder.id),
    orderNo: leading(worksOrder.orderNoKey),
    orderNoLike: likePattern(worksOrder.orderNoKey),
    productInStatus: {
      leads: true,
      condition: (both, isLeading) => {
        const plus = unlessLeading(isLeading);
        return sql`${plus}${worksOrder.productId} = (
          select id from product where name_key = ${both} ->> 0)
          and ${plus}${worksOrder.status} = ${both} ->> 1`;
      },
    },
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
    orderNoDescending: { by: worksOrder.orderNoKey, covers: ["text"], isDescending: true },
  },
}));

/** Lists the works orders that match, in an order: by default the newest first. */
export const searchWorksOrders = async (
  context: Context,
  filter: WorksOrderSearch,
  page: SearchPage,
): Promise<Listing<Order, SearchCursor>> => search.list(context, searchOf(filter, "newest"), page);

/** Lists the works orders that match, in an order: by default by id. Source: design 6. */
export const listWorksOrders = async (
  context: Context,
  filter: WorksOrderSearch,
  page: SearchPage,
): Promise<Listing<Order, SearchCursor>> => search.list(context, searchOf(filter, "oldest"), page);

/** Counts the works orders that match, up to a thousand. */
export const countWorksOrders = async (
  context: Context,
  filter: Omit<WorksOrderSearch, "order">,
): Promise<Count> => search.count(context, searchOf(filter, "newest"));

/** Returns the filters of a search, its order and the range of what orders it. */
function searchOf(
  { id, text, orderNo, orderNoLike, productName, status, order }: WorksOrderSearch,
  byDefault: WorksOrderOrder,
) {
  const like = likeGiven("orderNoLike", orderNoLike);
  const productKey = foldGiven(productName);
  const filter = {
    id,
    text: foldGiven(text),
    orderNo: foldGiven(orderNo),
    orderNoLike: like?.globs,
    // An index has the orders of a product in one status.
    ...(productKey !== undefined && status !== undefined
      ? { productInStatus: JSON.stringify([productKey, status]) }
      : { productName: productKey, status }),
  };
  const usual = text === undefined && !like?.hasBeginning ? byDefault : "orderNo";
  const chosen = order ?? usual;
  const isByNumber = chosen === "orderNo" || chosen === "orderNoDescending";
  const range = text === undefined ? like?.range : prefixRangeOf(text);
  return { filter, order: chosen, ...(isByNumber && range) };
}
