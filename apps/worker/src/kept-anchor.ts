import type { AnchorStore, KeptAnchor } from "@asbuilt/core";

/** The parts of a Workers KV namespace that are used. */
export interface KvLike {
  get(key: string): Promise<string | null>;
  put(key: string, value: string): Promise<void>;
}

const key = "anchor";

/**
 * Returns the store that keeps the newest seal of a deployment in Workers KV; undefined without one.
 * KV can return an anchor that is some seconds old. The seals follow that one too.
 */
export const anchorStoreIn = (kv: KvLike | undefined): AnchorStore | undefined =>
  kv && {
    name: "KEPT_ANCHOR",
    isEventual: true,
    read: async () => {
      const text = await kv.get(key);
      // Only `write` puts anything there.
      return text === null ? undefined : (JSON.parse(text) as KeptAnchor);
    },
    write: (anchor) => kv.put(key, JSON.stringify(anchor)),
  };
