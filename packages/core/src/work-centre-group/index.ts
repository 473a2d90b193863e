export { deleteGroup } from "./delete.ts";
export type { Group } from "./group.ts";
export { listGroups } from "./list.ts";
export { upsertGroup } from "./upsert.ts";
