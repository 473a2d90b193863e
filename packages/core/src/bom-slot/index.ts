export { clearSlotProperty } from "./clear-property.ts";
export { deleteCandidate } from "./delete-candidate.ts";
export { deleteSlot } from "./delete.ts";
export { listCandidates, listSlotProperties, listSlots } from "./list.ts";
export type { Candidate, Slot, SlotProperty } from "./slot.ts";
export { upsertCandidates } from "./upsert-candidates.ts";
export { upsertSlotProperties } from "./upsert-properties.ts";
export { upsertSlot } from "./upsert.ts";
