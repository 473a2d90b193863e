import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const configuration = readFileSync(
  join(import.meta.dirname, "../../apps/worker/wrangler.jsonc"),
  "utf8",
);
const numberIn = (pattern: RegExp) => Number(pattern.exec(configuration)?.[1]);

// A binding does not reveal its limit, so the Worker reads it from a variable.
test.for([
  ["KEY_LIMIT", "ASBUILT_REQUESTS_PER_KEY"],
  ["ADDRESS_LIMIT", "ASBUILT_REQUESTS_PER_ADDRESS"],
  ["FAILURE_LIMIT", "ASBUILT_FAILURES_PER_ADDRESS"],
] as const)("the limit of %s is the number in %s", ([binding, variable]) => {
  const limit = numberIn(new RegExp(`"name": "${binding}",.*"limit": (\\d+)`));
  expect(limit).toBeGreaterThan(0);
  expect(numberIn(new RegExp(`"${variable}": (\\d+)`))).toBe(limit);
});
