import type { AnchorRecord } from "@asbuilt/contract";
import type { SealHead } from "@asbuilt/core";
import { time } from "./wire.ts";

/** The newest seal as it is answered and pushed; null where there is none. */
export const toAnchor = (head: SealHead | undefined): AnchorRecord | null =>
  head ? { ...head, at: time(head.at) } : null;
