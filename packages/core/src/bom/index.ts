export { type Bom, formatVersion } from "./bom.ts";
export { deleteBom, type DeleteBomInput } from "./delete.ts";
export { type BomFilter, listBoms } from "./list.ts";
export { upsertBom, type UpsertBomInput } from "./upsert.ts";
