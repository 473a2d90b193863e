export { type Completeness, completeness } from "./completeness.ts";
export type { DetailedPlace } from "./details.ts";
export { recall, type RecalledItem } from "./recall.ts";
export { type RecallSummary, recallSummary } from "./recall-summary.ts";
export { asBuilt, type StructureCursor, whereUsed } from "./structure.ts";
