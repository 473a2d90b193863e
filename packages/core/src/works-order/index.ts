export { cancelWorksOrder } from "./cancel.ts";
export { changeVersion, type OrderOfVersion } from "./change-version.ts";
export { completeWorksOrder } from "./complete.ts";
export { type OrderCompleteness, orderCompleteness } from "./completeness.ts";
export { deleteWorksOrder } from "./delete.ts";
export type { Order } from "./order.ts";
export { countWorksOrders, listWorksOrders, searchWorksOrders } from "./search.ts";
export { type StartedWorksOrder, startWorksOrder } from "./start.ts";
export { upsertWorksOrder } from "./upsert.ts";
