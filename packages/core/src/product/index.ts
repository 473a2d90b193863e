export { copyProduct } from "./copy.ts";
export { deleteProduct } from "./delete.ts";
export { listProducts } from "./list.ts";
export type { Product } from "./product.ts";
export { countProducts, searchProducts } from "./search.ts";
export { upsertProduct } from "./upsert.ts";
