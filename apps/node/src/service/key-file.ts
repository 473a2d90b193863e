import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { putInPlace } from "../database/file-copy.ts";
import { partPathOf, partsOf } from "../database/part-path.ts";
import type { KeyKeeper } from "./setup.ts";

/** How long a process waits for the file of another one, which has made the key. */
const otherFileMs = 2000;

/**
 * Keeps a key in a file that its owner alone can read. It is written under a name of its own first:
 * several processes can start together, and a file of an earlier database could be readable by others.
 */
export function keyFileKeeper(file: string): KeyKeeper {
  const part = partPathOf(file);
  const publish = (one: string) => {
    try {
      putInPlace(one, file);
    } catch (error) {
      // Otherwise another process that starts has recovered it.
      if (existsSync(one)) throw error;
    }
  };
  return {
    store: (key) => writeFileSync(part, `${key}\n`, { mode: 0o600, flag: "wx", flush: true }),
    publish: () => publish(part),
    yield: async () => {
      rmSync(part, { force: true });
      const end = performance.now() + otherFileMs;
      while (!existsSync(file) && performance.now() < end) await wait(10);
    },
    recover: async (isMade) => {
      for (const left of partsOf(file)) {
        // Another process can have given it its place, or forgotten it.
        if (!existsSync(left)) continue;
        if (await isMade(readFileSync(left, "utf8").trim())) publish(left);
        else rmSync(left, { force: true });
      }
    },
  };
}
