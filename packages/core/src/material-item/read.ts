import { eq } from "drizzle-orm";
import { given } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Context, defineList, type Listing, type Page, readRows } from "../engine/index.ts";
import { materialItem, worksOrder } from "../database/schema/index.ts";
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

/** The item with an id, or the items of a works order. The number ignores case. */
export interface ItemKey {
  readonly id?: number | undefined;
  readonly orderNo?: string | undefined;
}

const list = defineList(() => ({
  select: selectShownItems,
  table: materialItem,
  filters: { id: materialItem.id, orderNo: worksOrder.orderNoKey },
}));

/** Gets the items of a key, by id. Source: spec.md, POST /api/MaterialItem/GetByFilter. */
export const getItems = (
  context: Context,
  { id, orderNo }: ItemKey,
  page: Page,
): Promise<Listing<AnsweredItem>> => list(context, { id, orderNo: foldGiven(orderNo) }, page);
