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
} from "../engine/index.ts";
import { product, type Tracking } from "../database/schema/index.ts";
import { byLastChange } from "../history/last-change.ts";
import { foldGiven } from "../values/fold-case.ts";
import { likeGiven } from "../values/like.ts";
import { type Product, selectProductsWith } from "./product.ts";

/** The filter of List, Search and Count. Texts ignore case. */
export interface ProductSearch {
  readonly ID?: number | undefined;
  /** The beginning of the name or of the SUID. */
  readonly text?: string | undefined;
  readonly Name?: string | undefined;
  /** A pattern, whose `%` stands for any text. */
  readonly NameLike?: string | undefined;
  readonly SUID?: string | undefined;
  readonly ProductType?: string | undefined;
  readonly Tracking?: Tracking | undefined;
  readonly IsActive?: boolean | undefined;
  readonly order?: ProductOrder | undefined;
}

type ProductOrder = "newest" | "oldest" | "lastChanged" | "productName" | "productNameDescending";

const search = defineSearch(() => ({
  select: selectProductsWith,
  table: product,
  filters: {
    id: leading(product.id),
    name: leading(product.nameKey),
    suid: leading(product.suidKey),
    nameLike: likePattern(product.nameKey),
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
    productNameDescending: { by: product.nameKey, isDescending: true },
  },
}));

/** Lists the products that match, in an order: by default by name. */
export const searchProducts = async (
  context: Context,
  filter: ProductSearch,
  page: SearchPage,
): Promise<Listing<Product, SearchCursor>> =>
  search.list(context, searchOf(filter, "productName"), page);

/** Lists the products that match, in an order: by default by id. Source: spec.md, POST /api/Product/List. */
export const listProducts = async (
  context: Context,
  filter: ProductSearch,
  page: SearchPage,
): Promise<Listing<Product, SearchCursor>> =>
  search.list(context, searchOf(filter, "oldest"), page);

/** Counts the products that match, up to a thousand. */
export const countProducts = async (
  context: Context,
  filter: Omit<ProductSearch, "order">,
): Promise<Count> => search.count(context, searchOf(filter, "productName"));

/** Returns the filters of a search, its order and the range of what orders it. */
function searchOf(
  { ID, text, Name, NameLike, SUID, ProductType, Tracking, IsActive, order }: ProductSearch,
  byDefault: ProductOrder,
) {
  const nameLike = likeGiven("NameLike", NameLike);
  const filter = {
    id: ID,
    name: foldGiven(Name),
    suid: foldGiven(SUID),
    nameLike: nameLike?.globs,
    text: foldGiven(text),
    productType: foldGiven(ProductType),
    tracking: Tracking,
    isActive: IsActive,
  };
  const chosen = order ?? byDefault;
  const isByName = chosen === "productName" || chosen === "productNameDescending";
  return { filter, order: chosen, ...(isByName && nameLike?.range) };
}
