import { type Change, create, insertPart, own, storedFields } from "../engine/index.ts";
import type { NewProduct } from "./product.ts";

/** The changes that create a product with its properties: the command's first logged change. */
export const createProduct = (product: NewProduct, action: "created" | "copied"): Change[] => [
  create("Product", storedFields("Product", product), {
    action,
    detail: product.properties.length > 0 ? { properties: product.properties } : undefined,
    parts: product.properties.map((property) =>
      insertPart("productProperty", { productId: own.id, ...property }),
    ),
  }),
];
