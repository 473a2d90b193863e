export { copyProduct } from "./copy.ts";
export { deleteProduct } from "./delete.ts";
export type { Product } from "./product.ts";
export { countProducts, listProducts, searchProducts } from "./search.ts";
export { upsertProduct } from "./upsert.ts";
