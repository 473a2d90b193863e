import { expect, test } from "vitest";
import { defaultPreferences, isIdle, readPreferences } from "../src/app/preferences.rules.ts";

test("what a device kept is read again", () => {
  const kept = { theme: "dark", density: "station", lockMinutes: 2 };
  expect(readPreferences(JSON.stringify(kept))).toEqual(kept);
});

test.for([null, "", "no JSON", "[]", "null", "7", '{"theme":"sepia","density":1}'])(
  "%s gives the preferences of a new device",
  (kept) => {
    expect(readPreferences(kept)).toEqual(defaultPreferences);
  },
);

test("a value that is not offered never keeps the console open", () => {
  expect(readPreferences('{"lockMinutes":999}').lockMinutes).toBe(10);
  expect(readPreferences('{"lockMinutes":"0"}').lockMinutes).toBe(10);
});

test.for([
  [0, 10, false],
  [9 * 60_000 + 59_999, 10, false],
  [10 * 60_000, 10, true],
  [10 * 60_000, 0, false],
] as const)("%d ms without input, with a lock after %d minutes: %s", ([passed, minutes, idle]) => {
  expect(isIdle(1_000, 1_000 + passed, minutes)).toBe(idle);
});
