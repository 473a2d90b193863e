import { expect, test } from "vitest";
import { secondsLeft, slownessAfter } from "../src/ui/slow.rules.ts";

test.for([
  [0, "unnoticed"],
  [149, "unnoticed"],
  [150, "noticed"],
  [2_999, "noticed"],
  [3_000, "slow"],
  [7_999, "slow"],
  [8_000, "stuck"],
  [600_000, "stuck"],
] as const)("after %d ms a wait is %s", ([ms, slowness]) => {
  expect(slownessAfter(ms)).toBe(slowness);
});

test.for([
  [10_000, 0, 10],
  [10_000, 9_001, 1],
  [10_000, 10_000, 0],
  [10_000, 11_000, 0],
])("of a wait until %d, %d has %d seconds left", ([until, now, seconds]) => {
  expect(secondsLeft(until!, now!)).toBe(seconds);
});
