import { expect, test } from "vitest";
import type { LogEntry } from "../src/environment.ts";
import { warner } from "../src/warnings.ts";

/** Returns the log of warnings at these times of the clock. */
function loggedAt(times: readonly number[]): LogEntry[] {
  const logged: LogEntry[] = [];
  let at = 0;
  // A warner uses no other options.
  const options = { log: (entry: LogEntry) => logged.push(entry), now: () => at };
  const warn = warner(options);
  for (at of times) warn("Full.", "r");
  return logged;
}

const entry = { level: "warn", message: "Full.", requestId: "r" };

test("a warning is logged immediately, and then once a second with the number left out", () => {
  expect(loggedAt([0, 1, 999, 1000, 1001])).toEqual([entry, { ...entry, suppressed: 2 }]);
});

test("a warning is logged if the clock was set back", () => {
  expect(loggedAt([3_600_000, 3_600_001, 0, 1, 1000])).toEqual([
    entry,
    { ...entry, suppressed: 1 },
    { ...entry, suppressed: 1 },
  ]);
});
