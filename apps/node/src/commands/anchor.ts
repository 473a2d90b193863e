import { complain, print } from "../terminal/messages.ts";
import { requestJson, type TargetOptions, withSealed } from "./with-target.ts";

/** `asbuilt anchor`: seals all rows, and prints the newest seal for `asbuilt verify --anchor`. */
export const anchor = (options: TargetOptions): Promise<number> =>
  withSealed(options, async (target) => {
    const newest = await requestJson<object | null>(target, "POST", "/api/Audit/Anchor", {});
    if (newest === undefined) return 1;
    if (newest === null) {
      complain("Nothing is sealed yet.");
      return 1;
    }
    print(JSON.stringify(newest));
    return 0;
  });
