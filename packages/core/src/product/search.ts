import { sql } from "drizzle-orm";
import {
  type Context,
  type Count,
  defineSearch,
  type Listing,
  type SearchCursor,
  type SearchPage,
  testing,
} from "../engine/index.ts";
import { product, type Tracking } from "../database/schema/index.ts";
import { byLastChange } from "../history/last-change.ts";
import { foldGiven } from "../values/fold-case.ts";
import { type Product, selectProductsWith } from "./product.ts";

/** The filter of a search of products. Texts ignore case. */
export interface ProductSearch {
  /** The beginning of the name or of the SUID. */
  readonly text?: string | undefined;
  readonly ProductType?: string | undefined;
  readonly Tracking?: Tracking | undefined;
  readonly IsActive?: boolean | undefined;
  readonly order?: "newest" | "oldest" | "lastChanged" | "productName" | undefined;
}

const search = defineSearch(() => ({
  select: selectProductsWith,
  table: product,
  filters: {
    productType: testing(
      (key) =>
        sql`${product.productTypeId} = (select id from product_type where name_key = ${key})`,
    ),
    tracking: testing((tracking) => sql`${product.tracking} = ${tracking}`),
    isActive: testing((isActive) => sql`${product.isActive} = ${isActive}`),
    text: testing(
      (key) => sql`(substr(${product.nameKey}, 1, length(${key})) = ${key}
        or substr(${product.suidKey}, 1, length(${key})) = ${key})`,
    ),
  },
  orders: {
    newest: { isDescending: true },
    oldest: {},
    lastChanged: byLastChange("Product", product),
    productName: { by: product.nameKey },
  },
}));

/** Lists the products that match, in an order. */
export const searchProducts = (
  context: Context,
  filter: ProductSearch,
  page: SearchPage,
): Promise<Listing<Product, SearchCursor>> => search.list(context, searchOf(filter), page);

/** Counts the products that match, up to a thousand. */
export const countProducts = (context: Context, filter: ProductSearch): Promise<Count> =>
  search.count(context, searchOf(filter));

/** Returns the filters of a search, and its order. */
const searchOf = ({
  text,
  ProductType,
  Tracking,
  IsActive,
  order = "productName",
}: ProductSearch) => ({
  filter: {
    text: foldGiven(text),
    productType: foldGiven(ProductType),
    tracking: Tracking,
    isActive: IsActive,
  },
  order,
});
