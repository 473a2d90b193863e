export type { CatalogName, CatalogRow } from "./definitions.ts";
export { type CatalogFilter, listCatalog } from "./list.ts";
export { removeFromCatalog } from "./remove.ts";
export { type CatalogInput, upsertCatalog } from "./upsert.ts";
