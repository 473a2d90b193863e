import { expect, test } from "vitest";
import { newSlowScannerDetector } from "../src/scan/slow-scanner.rules.ts";
import type { Stroke } from "../src/scan/wedge.rules.ts";

/** Presses keys some time apart, and returns what is found with the last one. */
function pressed(keys: string, ms: number) {
  const detect = newSlowScannerDetector(35);
  let at = 1000;
  let found: ReturnType<typeof detect>;
  for (const sign of keys) {
    at += ms;
    const stroke: Stroke =
      sign === "⏎" ? { at, kind: "Enter" } : { at, kind: "text", texts: { host: sign, us: sign } };
    found = detect(stroke);
  }
  return found;
}

test.for([50, 70, 110])("%d ms a key and Enter is a slow scanner", (ms) => {
  expect(pressed("PUMP-0004⏎", ms)).toEqual({ code: "PUMP-0004", msPerKey: ms, suffix: "Enter" });
});

test.for([
  ["PUMP-0004⏎", 20, "is quick enough for a scan"],
  ["PUMP-0004⏎", 200, "is a person"],
  ["gs⏎", 50, "is too short"],
  ["PUMP-0004", 50, "has no end"],
] as const)("%s at %d ms a key %s", ([keys, ms]) => {
  expect(pressed(keys, ms)).toBeUndefined();
});
