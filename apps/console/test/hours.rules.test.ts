import { expect, test } from "vitest";
import { barsOf } from "../src/screens/board/hours.rules.ts";

const hour = (built: number) => ({ at: "2026-01-31T08:00:00.000Z", built });

test("the bar of the hour with the most is the highest", () => {
  expect(barsOf([hour(2), hour(8), hour(0)]).map(({ share }) => share)).toEqual([0.25, 1, 0]);
});

test("hours without anything have bars without height", () => {
  expect(barsOf([hour(0), hour(0)]).map(({ share }) => share)).toEqual([0, 0]);
});
