export { type BomComparison, compareBomVersions } from "./compare.ts";
export { type CandidateDifference, matchSlots, type SlotDifference } from "./compare.rules.ts";
export { copyBomVersion } from "./copy.ts";
