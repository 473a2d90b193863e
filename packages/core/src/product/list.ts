import { type Context, defineList, type Listing, type Page } from "../engine/index.ts";
import { product } from "../database/schema/index.ts";
import { foldGiven } from "../values/fold-case.ts";
import { type Product, selectProducts } from "./product.ts";

export interface ProductFilter {
  readonly ID?: number | undefined;
  readonly Name?: string | undefined;
  readonly SUID?: string | undefined;
}

const productList = defineList(() => ({
  select: selectProducts,
  table: product,
  filters: { id: product.id, nameKey: product.nameKey, suidKey: product.suidKey },
}));

/** Lists the products that match, by id. Source: spec.md, POST /api/Product/List. */
export const listProducts = (
  context: Context,
  { ID, Name, SUID }: ProductFilter,
  page: Page,
): Promise<Listing<Product>> =>
  productList(
    context,
    {
      id: ID,
      nameKey: foldGiven(Name),
      suidKey: foldGiven(SUID),
    },
    page,
  );
