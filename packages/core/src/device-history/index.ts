export { changeOfText, type RecordedChange } from "./changes.ts";
export { type RecordedAttachment } from "./attachments.ts";
export { type Design } from "./designs.ts";
export { type RecordedItem } from "./items.ts";
export {
  checkProof,
  sealOver,
  type ProofCheck,
  type ProofResult,
  type SealedChange,
  type SealOfRecord,
} from "./proof.ts";
export { deviceHistory, type DeviceHistory, type DeviceHistoryInput } from "./record.ts";
