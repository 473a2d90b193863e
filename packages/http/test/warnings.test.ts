import { expect, test } from "vitest";
import type { LogEntry } from "../src/environment.ts";
import { warner } from "../src/warnings.ts";

/** What is written of warnings that come at these times of the clock. */
function writtenAt(times: readonly number[]): LogEntry[] {
  const written: LogEntry[] = [];
  let at = 0;
  // A warner asks for nothing else.
  const options = { log: (entry: LogEntry) => written.push(entry), now: () => at };
  const warn = warner(options as never);
  for (at of times) warn("Full.", "r");
  return written;
}

const entry = { level: "warn", message: "Full.", requestId: "r" };

test("a warning is written at once, and then once a second with how many there were", () => {
  expect(writtenAt([0, 1, 999, 1000, 1001])).toEqual([entry, { ...entry, alsoBefore: 2 }]);
});

test("a warning is written where the clock was set back", () => {
  expect(writtenAt([3_600_000, 3_600_001, 0, 1, 1000])).toEqual([
    entry,
    { ...entry, alsoBefore: 1 },
    { ...entry, alsoBefore: 1 },
  ]);
});
