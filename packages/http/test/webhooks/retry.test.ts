import { expect, test } from "vitest";
import { nextAttempt } from "../../src/webhooks/retry.ts";

const hour = 3_600_000;

/** Returns when an event that always fails is tried, in milliseconds after the first attempt. */
function attemptsOf(chance: number): number[] {
  const times = [0];
  for (;;) {
    const now = times.at(-1)!;
    const next = nextAttempt({ attempts: times.length, listedAt: 0, now }, chance);
    if (next === undefined) return times;
    times.push(next);
  }
}

test("an event is tried over 24 hours, with ever longer pauses", () => {
  const times = attemptsOf(0.5);
  expect(times.slice(0, 5).map((time) => time / 1000)).toEqual([0, 5, 35, 155, 755]);
  expect(times.at(-1)).toBe(24 * hour);
});

test.each([0, 0.25, 0.75, 0.999])(
  "for any chance (%d), the last attempt is after 24 hours",
  (chance) => {
    const times = attemptsOf(chance);
    expect(times.at(-1)).toBe(24 * hour);
    expect(times.length).toBeGreaterThan(11);
    expect(times.length).toBeLessThan(17);
  },
);

test("a pause is up to a quarter longer or shorter", () => {
  const next = (chance: number) => nextAttempt({ attempts: 1, listedAt: 0, now: 0 }, chance);
  expect([next(0), next(1)]).toEqual([3750, 6250]);
});
