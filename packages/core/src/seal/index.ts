export type { SealCheck } from "./check.ts";
export {
  makeSeals,
  type NewSeal,
  type SealHead,
  type Sealing,
  sealBy,
  sealLog,
  writeSeals,
} from "./seal.ts";
export { type SealingKey, sealingKeyOf } from "./sealing-key.ts";
