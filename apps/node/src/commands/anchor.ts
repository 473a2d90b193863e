import { complain, print } from "../print.ts";
import { ask, type TargetOptions, withExisting } from "./with-target.ts";

/** `asbuilt anchor`: prints the newest seal as JSON, for `asbuilt verify --anchor`. */
export const anchor = (options: TargetOptions): Promise<number> =>
  withExisting(options, async (target) => {
    const newest = await ask<object | null>(target, "POST", "/api/Audit/Anchor", {});
    if (newest === undefined) return 1;
    if (newest === null) {
      complain("Nothing is sealed yet: a running service seals every second.");
      return 1;
    }
    print(JSON.stringify(newest));
    return 0;
  });
