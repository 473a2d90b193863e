export { cancelWorksOrder, type CancelWorksOrderInput } from "./cancel.ts";
export { completeWorksOrder, type CompleteWorksOrderInput } from "./complete.ts";
export { deleteWorksOrder } from "./delete.ts";
export { listWorksOrders, type WorksOrderFilter } from "./list.ts";
export type { Order } from "./order.ts";
export { type StartedWorksOrder, startWorksOrder, type StartWorksOrderInput } from "./start.ts";
export { upsertWorksOrder, type UpsertWorksOrderInput } from "./upsert.ts";
