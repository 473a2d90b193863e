export { type Completeness, completeness } from "./completeness.ts";
export type { DetailedPlace } from "./details.ts";
export { recall, type RecalledItem, type RecallInput } from "./recall.ts";
export {
  asBuilt,
  type StructureCursor,
  type StructureInput,
  type StructurePage,
  whereUsed,
} from "./structure.ts";
