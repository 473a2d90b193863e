export type { CatalogRow } from "./definitions.ts";
export { labelPlaceholders } from "./label-placeholders.ts";
export { type CatalogFilter, listCatalog } from "./list.ts";
export { type CatalogKey, deleteFromCatalog } from "./delete.ts";
export { type CatalogInput, upsertCatalog } from "./upsert.ts";
