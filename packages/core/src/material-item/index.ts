export { getItem } from "./get.ts";
export type { Item } from "./item.ts";
export { receive, type ReceiveInput } from "./receive.ts";
