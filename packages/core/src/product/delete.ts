import { inArray } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Change, remove, removePart, type RowsOf, storedRow, verb } from "../engine/index.ts";
import { product, productProperty } from "../database/schema/index.ts";
import { requireUnused } from "../rules/in-use.ts";
import { countReferences } from "../rules/references.ts";
import { type Product, productsById, requireProduct } from "./product.ts";

export interface DeleteProductInput {
  readonly ID: number;
  /** The revision that was read; without it, the product is deleted as it is. */
  readonly revNo?: number | undefined;
}

/** The references to the products with these ids (a JSON array). */
const referencesToProducts = statement(() =>
  query
    .select({ id: product.id, counts: countReferences(product, [productProperty]) })
    .from(product)
    .where(inArray(product.id, each("ids"))),
);

function load(inputs: readonly DeleteProductInput[]) {
  const ids = JSON.stringify(inputs.map(({ ID }) => ID));
  return { products: productsById({ ids }), uses: referencesToProducts({ ids }) };
}

interface Decision {
  readonly asserts: readonly [];
  readonly product: Product;
}

/** Decides a deletion. Refuses `not_found`, `stale_revision` and `in_use`. */
function decide(
  { products, uses }: RowsOf<ReturnType<typeof load>>,
  { ID, revNo }: DeleteProductInput,
): Decision {
  const found = requireProduct(products, ID, revNo);
  requireUnused(`Product ${found.name}`, uses.find(({ id }) => id === ID)!.counts);
  return { asserts: [], product: found };
}

function write({ product: found }: Decision): Change[] {
  const record = { ...storedRow("Product", found), properties: found.properties };
  const parts = [removePart("productProperty", { productId: found.id })];
  return [remove("Product", record, { action: "deleted", parts })];
}

const answer = ({ product: found }: Decision): Product => found;

/**
 * Deletes a product with its properties, and returns it as it was.
 * Source: spec.md, DELETE /api/Product/Delete.
 */
export const deleteProduct = verb({
  conflicts: { of: ["Product/Delete"], claims: { Product: "" } },
  load,
  decide,
  write,
  answer,
});
