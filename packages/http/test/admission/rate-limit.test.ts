import { expect, test } from "vitest";
import { failedAttempts } from "../../src/admission/failed-attempts.ts";
import { windowLimit } from "../../src/admission/rate-limit.ts";

const now = () => 0;

test("a limit remembers 100,000 senders at most: whoever sends as many is not to fill the memory", () => {
  const limit = windowLimit(1, now);
  const isWithin = () => limit.count("192.0.2.1");
  expect([isWithin(), isWithin()]).toMatchObject([{ isWithin: true }, { isWithin: false }]);
  for (let sender = 0; sender < 99_999; sender++) void limit.count(`sender ${sender}`);
  expect(isWithin()).toMatchObject({ isWithin: true });
});

test("10,000 addresses are remembered as kept off at most", async () => {
  const failures = windowLimit(0, now);
  const attempts = failedAttempts({ failures, addressOf: () => "" }, now);
  const keepOff = (address: string) => attempts.count(address).catch(() => {});
  const ask = () => attempts.requireFew("192.0.2.1");
  await keepOff("192.0.2.1");
  expect(ask).toThrow("Too many requests without a valid key");
  for (let sender = 0; sender < 10_000; sender++) await keepOff(`sender ${sender}`);
  expect(ask).not.toThrow();
});
