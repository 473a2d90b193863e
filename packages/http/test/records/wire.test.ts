import { expect, test } from "vitest";
import { wireTime } from "../../src/records/wire.ts";

const dayMs = 86_400_000;

test("a time is written as Date writes it, whatever time was written before", () => {
  const days = [0, -1, 1, 19_782, 20_000, -719_162, 2_932_896];
  const inDay = [0, 1, 999, 1000, 59_999, 60_000, 3_599_999, 3_600_000, dayMs - 1];
  for (const day of days) {
    for (const ms of inDay) {
      for (const at of [day * dayMs + ms, day * dayMs, day * dayMs - 1]) {
        expect(wireTime(at)).toBe(new Date(at).toISOString());
      }
    }
  }
});
