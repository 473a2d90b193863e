import type { Scan, WedgeSettings } from "./wedge.rules.ts";

/** A code whose end is missing, or the end of one that came in two parts, is `cut`. */
export type Wholeness =
  | "whole"
  | "cut"
  /** Whole although it has no suffix: the scanner sends none. */
  | "unsuffixed";

/** The rest of a code that was cut comes within this time. */
const restMsMax = 3_000;

/**
 * Tells codes that are whole from parts of codes. A station that knows the key after each code takes
 * none without it: the rest can be late. The same code a second time is whole, as no code is cut
 * twice at the same place.
 */
export function newCutDetector() {
  let cut: { readonly code: string; readonly at: number } | undefined;

  return (
    { code, suffix, hasPrefix }: Pick<Scan, "code" | "suffix" | "hasPrefix">,
    at: number,
    usualSuffix: WedgeSettings["suffix"],
  ): Wholeness => {
    const before = cut;
    cut = undefined;
    if (suffix === "none" && usualSuffix !== "none") {
      if (before?.code === code) return "unsuffixed";
      cut = { code, at };
      return "cut";
    }
    const isSoon = before !== undefined && at - before.at < restMsMax;
    // A person who scans the code again begins with what came of it before.
    return isSoon && !hasPrefix && !code.startsWith(before.code) ? "cut" : "whole";
  };
}
