import { expect, test } from "vitest";
import { nextVersion } from "../src/screens/bom/version-number.rules.ts";

test.for([
  [[], "1.0"],
  [["1.0"], "1.1"],
  [["1.9", "1.10", "1.2"], "1.11"],
  [["2.0", "1.5"], "2.1"],
] as const)("after the versions %j comes %s", ([versions, next]) => {
  expect(nextVersion(versions.map((version) => ({ version })))).toBe(next);
});
