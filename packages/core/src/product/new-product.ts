import { type Change, create, idOf, insertPart, type Note } from "../engine/changes.ts";
import { storedFields } from "../engine/stored.ts";
import type { NewProduct } from "./product.ts";

/** The changes that create a product with its properties: the command's first logged change. */
export const createProduct = (product: NewProduct, action: Note["action"]): Change[] => [
  create("Product", storedFields("Product", product), {
    action,
    detail: product.properties.length > 0 ? { properties: product.properties } : undefined,
    parts: product.properties.map((property) =>
      insertPart("productProperty", { productId: idOf(0), ...property }),
    ),
  }),
];
