import { sql } from "drizzle-orm";
import { type Context, defineList, type Listing, type Page } from "../engine/index.ts";
import { materialItem, product, worksOrder } from "../database/schema/index.ts";
import { foldGiven } from "../values/fold-case.ts";
import { type Item, selectItems } from "./item.ts";

/** What a list of items is narrowed to. Serial, product and order are not case sensitive. */
export interface ItemFilter {
  readonly id?: number | undefined;
  readonly visualSerialNo?: string | undefined;
  readonly productName?: string | undefined;
  readonly orderNo?: string | undefined;
  readonly batchNo?: string | undefined;
  readonly statusID?: number | undefined;
}

const list = defineList(() => ({
  select: selectItems,
  table: materialItem,
  filters: {
    id: materialItem.id,
    visualSerialNo: materialItem.serialKey,
    productName: product.nameKey,
    // The plus keeps SQLite off the index of the product's items, of which few are of the order.
    productOfOrder: (key) => sql`+${product.nameKey} = ${key}`,
    orderNo: worksOrder.orderNoKey,
    batchNo: materialItem.batchNo,
    statusID: materialItem.statusId,
  },
}));

/**
 * Lists the items that match by id; of GetByFilter too, whose filters are among these. Source:
 * spec.md, POST /api/MaterialItem/GetByFilter, and design 6.
 */
export const listItems = (
  context: Context,
  { visualSerialNo, productName, orderNo, ...exact }: ItemFilter,
  page: Page,
): Promise<Listing<Item>> =>
  list(
    context,
    {
      ...exact,
      visualSerialNo: foldGiven(visualSerialNo),
      [orderNo === undefined ? "productName" : "productOfOrder"]: foldGiven(productName),
      orderNo: foldGiven(orderNo),
    },
    page,
  );
