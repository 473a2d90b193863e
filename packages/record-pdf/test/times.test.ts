import { expect, test } from "vitest";
import { timeText } from "../src/times.ts";

test.for<[at: string, timeZone: string, text: string]>([
  ["2026-01-30T23:59:59.999Z", "UTC", "2026-01-30 23:59:59 +00:00"],
  ["2026-01-30T23:59:59.999Z", "Europe/Berlin", "2026-01-31 00:59:59 +01:00"],
  ["2026-07-01T00:00:00.000Z", "Europe/Berlin", "2026-07-01 02:00:00 +02:00"],
  ["2026-07-01T00:00:00.000Z", "America/St_Johns", "2026-06-30 21:30:00 -02:30"],
  ["2026-07-01T18:15:00.000Z", "Asia/Kathmandu", "2026-07-02 00:00:00 +05:45"],
])("%s is shown by the clocks of %s, with their offset", ([at, timeZone, text]) => {
  expect(timeText(at, timeZone)).toBe(text);
});
