import { eq, getTableColumns, inArray, or, type SQL, sql } from "drizzle-orm";
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
import { type Change, create, insertPart, own, storedFields } from "../engine/index.ts";
import { refusalAt } from "../refusal.ts";
import { requireCurrent } from "../rules/current.ts";
import { hasIdOrName } from "../rules/named.ts";

/** A property of a product: a name and a value. */
export interface ProductProperty {
  readonly name: string;
  readonly value: string | null;
}

/** A change of a property of a product, as the history records it. */
export interface PropertyChange extends ProductProperty {
  /** The value before the change; null for a new property, too. */
  readonly before: string | null;
  readonly change: "added" | "set" | "removed";
}

/** Returns the change that removes a property. */
export const removalOf = ({ name, value: before }: ProductProperty): PropertyChange => ({
  name,
  before,
  value: null,
  change: "removed",
});

const sourceProduct = alias(product, "source_product");

const parseProductProperties = (text: string): readonly ProductProperty[] =>
  (JSON.parse(text) as ProductProperty[]).toSorted(byName);

/** Orders properties by the code units of their names, which is the same on every runtime. */
export const byName = (left: ProductProperty, right: ProductProperty): number =>
  left.name < right.name ? -1 : 1;

/** Returns the fields from other tables: the names behind references, and the properties. */
const joinedFields = () => ({
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
    where ${productProperty.productId} = ${product.id})`.mapWith(parseProductProperties),
});

/** Builds the select of whole products with more of each, without conditions. */
export const selectProductsWith = <More extends Readonly<Record<string, SQL>>>(more: More) =>
  query
    .select({ ...getTableColumns(product), ...joinedFields(), ...more })
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

/** Builds the select of whole products, without conditions. */
export const selectProducts = () => selectProductsWith({});

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

/** A product that does not exist yet. */
export type NewProduct = Omit<Product, "id">;

/** The products that have one of these ids, folded names or SUIDs (JSON arrays). */
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
    .where(or(hasIdOrName(product), inArray(product.suidKey, each("suids")))),
);

/** Returns the product with an id. Refuses `not_found`, and `stale_revision` of an older one. */
export function requireProduct(
  products: readonly Product[],
  id: number,
  revNo: number | undefined,
): Product {
  const found = products.find((candidate) => candidate.id === id);
  if (!found) throw refusalAt("not_found", "/ID", `No product has the id ${id}.`);
  requireCurrent("Product", found, revNo, `Product ${found.name}`);
  return found;
}

/** Returns the one change that creates a product with its properties. */
export const createProduct = (created: NewProduct, action: "created" | "copied"): Change[] => [
  create("Product", storedFields("Product", created), {
    action,
    detail: created.properties.length > 0 ? { properties: created.properties } : undefined,
    parts: created.properties.map((property) =>
      insertPart("productProperty", { productId: own.id, ...property }),
    ),
  }),
];
