import { expect, test } from "vitest";
import { windowLimit } from "../../src/admission/rate-limit.ts";

const now = () => 0;

test("a limit remembers at most 100,000 senders, so that they can't fill the memory", () => {
  const limit = windowLimit(1, now);
  const isWithin = () => limit.count("192.0.2.1");
  expect([isWithin(), isWithin()]).toMatchObject([{ isWithin: true }, { isWithin: false }]);
  for (let sender = 0; sender < 99_999; sender++) void limit.count(`sender ${sender}`);
  expect(isWithin()).toMatchObject({ isWithin: true });
});
