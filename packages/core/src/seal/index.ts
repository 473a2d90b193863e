export {
  AnchorMismatch,
  type AnchorStore,
  AnchorUnread,
  emptyAnchor,
  type KeptAnchor,
  requireKept,
  toKept,
  whyNotFollowing,
} from "./kept-anchor.ts";
export { logReach, makeSeals, newestSeal, type NewSeal, type SealHead } from "./make.ts";
export { sealBy, sealLog, writeSeals } from "./seal.ts";
export { readUnsealed, type Unsealed } from "./unsealed.ts";
export { type SealingKey, sealingKeyOf, trustedKeys } from "./sealing-key.ts";
