import { eq, sql } from "drizzle-orm";
import { given } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Context, defineList, type Listing, type Page, readRows } from "../engine/index.ts";
import { materialItem, product, worksOrder } from "../database/schema/index.ts";
import { filledKeyGiven, filtersByFilledKey } from "../rules/filled-keys.ts";
import { foldGiven } from "../values/fold-case.ts";
import { type AnsweredItem, selectShownItems } from "./item.ts";

const shownItem = statement(() => selectShownItems().where(eq(materialItem.id, given("id"))));

/**
 * Returns the item with an id, if there is one. Source: spec.md, GET /api/MaterialItem/Get/{id}.
 */
export async function getItem(context: Context, id: number): Promise<AnsweredItem | undefined> {
  const [item] = await readRows(context, shownItem({ id }));
  return item;
}

/** The filter of a list of items. Serial, product, order and batch ignore case. */
export interface ItemFilter {
  readonly id?: number | undefined;
  readonly visualSerialNo?: string | undefined;
  readonly productName?: string | undefined;
  readonly orderNo?: string | undefined;
  readonly batchNo?: string | undefined;
  readonly statusID?: number | undefined;
}

const list = defineList(() => ({
  select: selectShownItems,
  table: materialItem,
  filters: {
    id: materialItem.id,
    visualSerialNo: materialItem.serialKey,
    productName: product.nameKey,
    // The plus keeps SQLite off the index of the product's items: few of them are of the order.
    productOfOrder: (key) => sql`+${product.nameKey} = ${key}`,
    orderNo: worksOrder.orderNoKey,
    ...filtersByFilledKey("batchNo", materialItem.batchKey),
    statusID: materialItem.statusId,
  },
}));

/**
 * Lists the items that match, by id. GetByFilter uses it too: its filters are among these. Source:
 * spec.md, POST /api/MaterialItem/GetByFilter, and design 6.
 */
export const listItems = (
  context: Context,
  { visualSerialNo, productName, orderNo, batchNo, ...exact }: ItemFilter,
  page: Page,
): Promise<Listing<AnsweredItem>> =>
  list(
    context,
    {
      ...exact,
      visualSerialNo: foldGiven(visualSerialNo),
      [orderNo === undefined ? "productName" : "productOfOrder"]: foldGiven(productName),
      orderNo: foldGiven(orderNo),
      ...filledKeyGiven("batchNo", batchNo),
    },
    page,
  );
