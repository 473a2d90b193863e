import type { Principal } from "@asbuilt/core";

/** The most keys that one read looks up. */
const keysMax = 64;

/** Reads who has keys, by their hashes; undefined for each unknown key. */
type ReadKeys = (hashes: readonly string[]) => Promise<readonly (Principal | undefined)[]>;

interface LookUp {
  readonly hash: string;
  readonly resolve: (found: Principal | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a function that looks up the key of a sender. Each sender has one read at a time, and the
 * keys that arrive meanwhile share the next one. So a flood of wrong keys takes one read at a time
 * from others, and a right key in the flood waits for as few reads as the keys before it need.
 */
export function keyLookUps(readKeys: ReadKeys) {
  const senders = new Map<string, LookUp[]>();
  const serve = async (sender: string, waiting: LookUp[]) => {
    while (waiting.length > 0) {
      const some = waiting.splice(0, keysMax);
      try {
        // oxlint-disable-next-line no-await-in-loop -- a sender has one read at a time
        const found = await readKeys(some.map(({ hash }) => hash));
        for (const [index, { resolve }] of some.entries()) resolve(found[index]);
      } catch (error) {
        // The others have waited for this read, and must not wait as long again.
        for (const { reject } of [...some, ...waiting.splice(0)]) reject(error);
      }
    }
    senders.delete(sender);
  };
  return (hash: string, sender: string): Promise<Principal | undefined> =>
    new Promise((resolve, reject) => {
      const lookUp = { hash, resolve, reject };
      const waiting = senders.get(sender);
      if (waiting) waiting.push(lookUp);
      else {
        const first = [lookUp];
        senders.set(sender, first);
        void serve(sender, first);
      }
    });
}
