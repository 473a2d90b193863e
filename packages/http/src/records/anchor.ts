import type { AnchorRecord, SealRecord } from "@asbuilt/contract";
import type { ListedSeal, SealHead } from "@asbuilt/core";
import { wireTime } from "./wire.ts";

/** Returns the newest seal in wire form; null if nothing is sealed. */
export const toAnchorRecord = (head: SealHead | undefined): AnchorRecord | null =>
  head ? { ...head, at: wireTime(head.at) } : null;

/** Returns a listed seal in wire form. */
export const toSealRecord = (listed: ListedSeal): SealRecord => ({
  ...listed,
  at: wireTime(listed.at),
});
