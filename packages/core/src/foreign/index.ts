export { documentRefused, type ForeignDocument } from "./document.ts";
export type { ReceivedDocument } from "./receipt.rules.ts";
export { type ShownItem, unitOf } from "./unit.rules.ts";
