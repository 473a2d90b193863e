import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LogEntry } from "../src/environment.ts";
import { newSecurityLog } from "../src/security-log.ts";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

function setUp() {
  const lines: LogEntry[] = [];
  const report = newSecurityLog({ log: (entry) => lines.push(entry), now: Date.now });
  return { report, taken: () => lines.splice(0) };
}
const line = { level: "info", message: "Security." };

test("the first event is a line immediately, with its facts", () => {
  const { report, taken } = setUp();
  report({ kind: "key_refused", address: "192.0.2.1", requestId: "r", keyPrefix: "ab_abc" });
  expect(taken()).toEqual([
    { ...line, kind: "key_refused", address: "192.0.2.1", requestId: "r", keyPrefix: "ab_abc" },
  ]);
  vi.advanceTimersByTime(5000);
  expect(taken()).toEqual([]);
});

test("a flood is one line a second, with its number and some of its addresses", () => {
  const { report, taken } = setUp();
  for (let second = 0; second < 3; second++) {
    for (let each = 0; each < 500; each++) {
      report({ kind: "key_refused", address: `192.0.2.${each % 20}` });
    }
    expect(taken()).toHaveLength(second === 0 ? 1 : 0);
    vi.advanceTimersByTime(1000);
    const [counted, ...others] = taken();
    expect(others).toEqual([]);
    expect(counted).toMatchObject({ ...line, count: second === 0 ? 499 : 500 });
    expect(counted!["addresses"]).toHaveLength(10);
  }
  vi.advanceTimersByTime(1000);
  report({ kind: "key_refused" });
  expect(taken()).toEqual([{ ...line, kind: "key_refused" }]);
});

test("the flood of one key hides no event of another, and no other kind", () => {
  const { report, taken } = setUp();
  for (const keyId of [1, 2]) {
    for (let each = 0; each < 3; each++) report({ kind: "role_refused", keyId });
  }
  report({ kind: "export", keyId: 1 });
  expect(taken()).toEqual([
    { ...line, kind: "role_refused", keyId: 1 },
    { ...line, kind: "role_refused", keyId: 2 },
    { ...line, kind: "export", keyId: 1 },
  ]);
});

test("each change of a key has its own line", () => {
  const { report, taken } = setUp();
  for (const ofKeyId of [7, 8]) report({ kind: "key_created", keyId: 1, ofKeyId });
  expect(taken().map(({ ofKeyId }) => ofKeyId)).toEqual([7, 8]);
});

test("a runtime that drops its timers loses no number", () => {
  const { report, taken } = setUp();
  for (let each = 0; each < 4; each++) report({ kind: "rate_limited" });
  vi.clearAllTimers();
  vi.setSystemTime(1_001_500);
  report({ kind: "rate_limited" });
  expect(taken()).toEqual([
    { ...line, kind: "rate_limited" },
    { ...line, kind: "rate_limited", count: 3 },
    { ...line, kind: "rate_limited" },
  ]);
});
