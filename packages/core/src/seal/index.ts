export type { SealCheck } from "./check.ts";
export { type Digest, toBase64, webDigest } from "./digest.ts";
export {
  makeSeals,
  type NewSeal,
  type SealHead,
  type Sealing,
  sealLog,
  writeSeals,
} from "./seal.ts";
export { type SealingKey, sealingKeyOf } from "./sealing-key.ts";
