export { copyProduct, type CopyProductInput } from "./copy.ts";
export { deleteProduct, type DeleteProductInput } from "./delete.ts";
export { listProducts, type ProductFilter } from "./list.ts";
export type { Product } from "./product.ts";
export { upsertProduct, type UpsertProductInput } from "./upsert.ts";
