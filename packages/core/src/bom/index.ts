export { type Bom, formatVersion } from "./bom.ts";
export { deleteBom } from "./delete.ts";
export { listBoms } from "./list.ts";
export { upsertBom } from "./upsert.ts";
