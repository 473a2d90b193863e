import { existsSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { partPathOf, putInPlace } from "../database/file-copy.ts";
import type { KeyKeeper } from "./setup.ts";

/** How long a process waits for the file of another one, which has made the key. */
const otherFileMs = 2000;

/**
 * Keeps a key in a file that its owner alone can read. It is written under a name of its own first:
 * several processes can start together, and a file of an earlier database could be readable by others.
 */
export function keyFileKeeper(file: string): KeyKeeper {
  const part = partPathOf(file);
  return {
    store: (key) => writeFileSync(part, `${key}\n`, { mode: 0o600, flag: "wx", flush: true }),
    publish: () => putInPlace(part, file),
    yield: async () => {
      rmSync(part);
      const end = performance.now() + otherFileMs;
      while (!existsSync(file) && performance.now() < end) await wait(10);
    },
  };
}
