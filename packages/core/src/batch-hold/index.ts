export type { BatchHold } from "./batch-hold.ts";
export { deleteBatchHold } from "./delete.ts";
export { listBatchHolds } from "./list.ts";
export { upsertBatchHold } from "./upsert.ts";
