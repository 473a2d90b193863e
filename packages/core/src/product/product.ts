import { eq, getTableColumns, inArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import {
  currency,
  location,
  ownershipType,
  product,
  productProperty,
  productType,
  receiptProfile,
  receiptRecipe,
  serialRange,
  unitOfMeasure,
} from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { refusalAt } from "../refusal.ts";

/** A name and a value that a product carries. */
export interface ProductProperty {
  readonly name: string;
  readonly value: string | null;
}

/** What became of a property of a product, as the history tells it. */
export interface PropertyChange extends ProductProperty {
  /** The value that it had; null of one that is new, too. */
  readonly before: string | null;
  readonly change: "added" | "set" | "removed";
}

/** The change by which a property goes. */
export const removalOf = ({ name, value: before }: ProductProperty): PropertyChange => ({
  name,
  before,
  value: null,
  change: "removed",
});

const sourceProduct = alias(product, "source_product");

const parseProperties = (text: string): readonly ProductProperty[] =>
  (JSON.parse(text) as ProductProperty[]).toSorted(byName);

/** Orders properties by the code units of their names: alike on every runtime. */
export const byName = (left: ProductProperty, right: ProductProperty): number =>
  left.name < right.name ? -1 : 1;

/** What a product's joined tables say of it: the names behind its references. */
const joined = () => ({
  productType: productType.name,
  defaultOwnership: ownershipType.name,
  defaultCurrency: currency.name,
  baseUnit: unitOfMeasure.name,
  receiptProfile: receiptProfile.name,
  receiptRecipe: receiptRecipe.name,
  serialRange: serialRange.name,
  location: location.name,
  sourceProductName: sourceProduct.name,
  properties: sql<readonly ProductProperty[]>`(select json_group_array(json_object(
      'name', ${productProperty.name}, 'value', ${productProperty.value}))
    from ${productProperty}
    where ${productProperty.productId} = ${product.id})`.mapWith(parseProperties),
});

/** The select of whole products, for verbs and lists to narrow. */
export const selectProducts = () =>
  query
    .select({ ...getTableColumns(product), ...joined() })
    .from(product)
    .innerJoin(productType, eq(productType.id, product.productTypeId))
    .innerJoin(ownershipType, eq(ownershipType.id, product.defaultOwnershipId))
    .innerJoin(currency, eq(currency.id, product.defaultCurrencyId))
    .innerJoin(unitOfMeasure, eq(unitOfMeasure.id, product.baseUnitId))
    .innerJoin(receiptProfile, eq(receiptProfile.id, product.receiptProfileId))
    .innerJoin(location, eq(location.id, product.locationId))
    .leftJoin(receiptRecipe, eq(receiptRecipe.id, product.receiptRecipeId))
    .leftJoin(serialRange, eq(serialRange.id, product.serialRangeId))
    .leftJoin(sourceProduct, eq(sourceProduct.id, product.sourceProductId));

/** The products with these ids (a JSON array). */
export const productsById = statement(() =>
  selectProducts().where(inArray(product.id, each("ids"))),
);

/** The products with these folded names (a JSON array). */
export const productsByName = statement(() =>
  selectProducts().where(inArray(product.nameKey, each("names"))),
);

/** A product with the names behind its references. */
export type Product = ReturnType<ReturnType<typeof productsById>["row"]>;

/** A product that is yet to be created. */
export type NewProduct = Omit<Product, "id">;

/** The products that have one of these folded names or SUIDs (JSON arrays). */
export const productsNamed = statement(() =>
  query
    .select({
      id: product.id,
      revNo: product.revNo,
      name: product.name,
      nameKey: product.nameKey,
      suidKey: product.suidKey,
    })
    .from(product)
    .where(or(inArray(product.nameKey, each("names")), inArray(product.suidKey, each("suids")))),
);
/** The product with this id; refuses (`not_found`) where there is none. */
export function requireProduct(products: readonly Product[], id: number): Product {
  const found = products.find((candidate) => candidate.id === id);
  if (found) return found;
  throw refusalAt("not_found", "/ID", `No product has the id ${id}.`);
}
