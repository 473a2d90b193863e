import { expect, test } from "vitest";
import { failedAttempts } from "../../src/admission/failed-attempts.ts";
import { windowLimit } from "../../src/admission/rate-limit.ts";

const now = () => 0;

test("a limit remembers at most 100,000 senders, so that they can't fill the memory", () => {
  const limit = windowLimit(1, now);
  const isWithin = () => limit.count("192.0.2.1");
  expect([isWithin(), isWithin()]).toMatchObject([{ isWithin: true }, { isWithin: false }]);
  for (let sender = 0; sender < 99_999; sender++) void limit.count(`sender ${sender}`);
  expect(isWithin()).toMatchObject({ isWithin: true });
});

test("at most 10,000 addresses are remembered as blocked", async () => {
  const failures = windowLimit(0, now);
  const attempts = failedAttempts({ failures, addressOf: () => "" }, now);
  const block = (address: string) => attempts.count(address).catch(() => {});
  const request = () => attempts.requireUnblocked("192.0.2.1");
  await block("192.0.2.1");
  expect(request).toThrow("Too many requests without a valid key");
  for (let sender = 0; sender < 10_000; sender++) await block(`sender ${sender}`);
  expect(request).not.toThrow();
});
