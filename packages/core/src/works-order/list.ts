import { sql } from "drizzle-orm";
import { type Context, defineList, type Listing, type Page } from "../engine/index.ts";
import { type OrderStatus, worksOrder } from "../database/schema/index.ts";
import { foldGiven } from "../values/fold-case.ts";
import { type Order, selectOrders } from "./order.ts";

/** The filter of the list of works orders. The order number and the name ignore case. */
export interface WorksOrderFilter {
  readonly id?: number | undefined;
  readonly orderNo?: string | undefined;
  readonly productName?: string | undefined;
  readonly status?: OrderStatus | undefined;
}

const list = defineList(() => ({
  select: selectOrders,
  table: worksOrder,
  filters: {
    id: worksOrder.id,
    orderNo: worksOrder.orderNoKey,
    productName: (key) =>
      sql`${worksOrder.productId} = (select id from product where name_key = ${key})`,
    status: worksOrder.status,
  },
}));

/** Lists works orders. Source: design 6. */
export const listWorksOrders = (
  context: Context,
  { id, orderNo, productName, status }: WorksOrderFilter,
  page: Page,
): Promise<Listing<Order>> =>
  list(
    context,
    {
      id,
      orderNo: foldGiven(orderNo),
      productName: foldGiven(productName),
      status,
    },
    page,
  );
