import type { Answer } from "@asbuilt/client";

/** An item, as the service shows it. */
export type Item = Answer<"materialItemList">[number];
