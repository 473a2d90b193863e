import { describe, expect, test } from "vitest";
import {
  dayMs,
  dayOf,
  endOfDay,
  endOfShelfLife,
  isTimeZone,
  startOfDay,
} from "../../src/values/day.ts";

const dayOn = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayMs;
const inWords = (at: number) => new Date(at).toISOString();

describe("a day begins and ends by the clocks of its zone", () => {
  test.each([
    // The same day has 24 hours almost everywhere.
    ["UTC", "2026-11-26", "2026-11-26T00:00:00.000Z", "2026-11-26T23:59:59.999Z"],
    ["Etc/UTC", "2026-11-26", "2026-11-26T00:00:00.000Z", "2026-11-26T23:59:59.999Z"],
    ["America/Los_Angeles", "2026-11-26", "2026-11-26T08:00:00.000Z", "2026-11-27T07:59:59.999Z"],
    ["Asia/Tokyo", "2026-11-26", "2026-11-25T15:00:00.000Z", "2026-11-26T14:59:59.999Z"],
    ["Asia/Kathmandu", "2026-11-26", "2026-11-25T18:15:00.000Z", "2026-11-26T18:14:59.999Z"],
    // 23 hours, and 25.
    ["America/Los_Angeles", "2024-03-10", "2024-03-10T08:00:00.000Z", "2024-03-11T06:59:59.999Z"],
    ["America/Los_Angeles", "2024-11-03", "2024-11-03T07:00:00.000Z", "2024-11-04T07:59:59.999Z"],
    ["Europe/Berlin", "2024-03-31", "2024-03-30T23:00:00.000Z", "2024-03-31T21:59:59.999Z"],
    ["Europe/Berlin", "2024-10-27", "2024-10-26T22:00:00.000Z", "2024-10-27T22:59:59.999Z"],
    // The clocks change by half an hour.
    ["Australia/Lord_Howe", "2024-04-07", "2024-04-06T13:00:00.000Z", "2024-04-07T13:29:59.999Z"],
    ["Australia/Lord_Howe", "2024-10-06", "2024-10-05T13:30:00.000Z", "2024-10-06T12:59:59.999Z"],
    // Midnight does not exist: the day begins at 01:00.
    ["America/Sao_Paulo", "2018-11-03", "2018-11-03T03:00:00.000Z", "2018-11-04T02:59:59.999Z"],
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z", "2018-11-05T01:59:59.999Z"],
    ["Africa/Cairo", "2023-04-28", "2023-04-27T22:00:00.000Z", "2023-04-28T20:59:59.999Z"],
    // The last hour of the day happens twice.
    ["America/Sao_Paulo", "2019-02-16", "2019-02-16T02:00:00.000Z", "2019-02-17T02:59:59.999Z"],
    ["Africa/Cairo", "2023-10-26", "2023-10-25T21:00:00.000Z", "2023-10-26T21:59:59.999Z"],
    // Midnight happens twice within the day: it begins with the first.
    ["America/Havana", "2023-11-05", "2023-11-05T04:00:00.000Z", "2023-11-06T04:59:59.999Z"],
    // The clocks go back over midnight one minute after it.
    ["America/St_Johns", "2006-10-28", "2006-10-28T02:30:00.000Z", "2006-10-29T03:29:59.999Z"],
    ["America/St_Johns", "2006-10-29", "2006-10-29T02:30:00.000Z", "2006-10-30T03:29:59.999Z"],
    // The clocks go from 23:30 to 00:30.
    ["America/Toronto", "1919-03-30", "1919-03-30T05:00:00.000Z", "1919-03-31T04:29:59.999Z"],
    ["America/Toronto", "1919-03-31", "1919-03-31T04:30:00.000Z", "1919-04-01T03:59:59.999Z"],
    // Samoa left out a day: it has no time at all.
    ["Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00.000Z", "2011-12-30T09:59:59.999Z"],
    ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z", "2011-12-30T09:59:59.999Z"],
    ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z", "2011-12-31T09:59:59.999Z"],
    // Offsets had seconds once.
    ["America/Los_Angeles", "1880-01-01", "1880-01-01T07:52:58.000Z", "1880-01-02T07:52:57.999Z"],
    ["Africa/Monrovia", "1960-01-01", "1960-01-01T00:44:30.000Z", "1960-01-02T00:44:29.999Z"],
    ["Asia/Tokyo", "9999-12-31", "9999-12-30T15:00:00.000Z", "9999-12-31T14:59:59.999Z"],
  ])("in %s %s", (timeZone, date, start, end) => {
    expect(inWords(startOfDay(dayOn(date), timeZone))).toBe(start);
    expect(inWords(endOfDay(dayOn(date), timeZone))).toBe(end);
  });

  test("of UTC without a zone", () => {
    expect(startOfDay(1)).toBe(dayMs);
    expect(endOfDay(1)).toBe(2 * dayMs - 1);
    expect([dayOf(dayMs - 1), dayOf(dayMs)]).toEqual([0, 1]);
  });
});

test.each([
  "Africa/Casablanca",
  "America/Havana",
  "America/St_Johns",
  "America/Sao_Paulo",
  "Asia/Tehran",
  "Atlantic/Azores",
  "Australia/Lord_Howe",
  "Europe/London",
  "Pacific/Apia",
  "Pacific/Chatham",
])("calendars of %s name each day from its first millisecond to its last", (timeZone) => {
  // Swedish dates are written as ISO dates.
  const calendar = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  const wrong: string[] = [];
  for (let day = dayOn("2009-01-01"); day < dayOn("2012-01-01"); day++) {
    const date = inWords(day * dayMs).slice(0, 10);
    const [start, end] = [startOfDay(day, timeZone), endOfDay(day, timeZone)];
    if (end < start) {
      // Only the day that Samoa left out.
      wrong.push(`${date} is empty`);
      continue;
    }
    const dates = [start, end].map((at) => calendar.format(at));
    if (dates.some((one) => one !== date)) wrong.push(`${date}: ${dates.join()}`);
    if (calendar.format(start - 1) >= date) wrong.push(`${date} begins earlier`);
    if (calendar.format(end + 1) <= date) wrong.push(`${date} ends later`);
    if (dayOf(start, timeZone) !== day || dayOf(end, timeZone) !== day)
      wrong.push(`day of ${date}`);
  }
  expect(wrong).toEqual(timeZone === "Pacific/Apia" ? ["2011-12-30 is empty"] : []);
});

test.each([
  ["UTC", "2026-11-26T05:03:17.960Z", 30, "2026-12-26T23:59:59.999Z"],
  ["UTC", "2026-11-26T05:03:17.960Z", 0, "2026-11-26T23:59:59.999Z"],
  // The evening before, and over the end of daylight saving.
  ["America/Los_Angeles", "2024-11-02T05:03:17.960Z", 3, "2024-11-05T07:59:59.999Z"],
  // The day after.
  ["Asia/Tokyo", "2026-11-26T15:00:00.000Z", 1, "2026-11-28T14:59:59.999Z"],
  ["Asia/Tokyo", "2026-11-26T14:59:59.999Z", 1, "2026-11-27T14:59:59.999Z"],
])("in %s material of %s with %d days keeps until %s", (timeZone, receivedAt, days, expected) => {
  expect(inWords(endOfShelfLife(Date.parse(receivedAt), days, timeZone))).toBe(expected);
});

test("a zone has a name that the runtime knows", () => {
  const known = ["UTC", "Etc/UTC", "Europe/Berlin", "America/Argentina/Ushuaia", "Etc/GMT+8"];
  expect(known.filter((name) => !isTimeZone(name))).toEqual([]);
  const unknown = ["", " ", "Mars/Base", "Europe/Berlin ", "+09:00", "-08", "GMT+9", "local", "1"];
  expect(unknown.filter(isTimeZone)).toEqual([]);
});
