import type { AnchorRecord } from "@asbuilt/contract";
import type { SealHead } from "@asbuilt/core";
import { wireTime } from "./wire.ts";

/** Returns the newest seal in wire form; null if nothing is sealed. */
export const toAnchorRecord = (head: SealHead | undefined): AnchorRecord | null =>
  head ? { ...head, at: wireTime(head.at) } : null;
