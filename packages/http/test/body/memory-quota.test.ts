import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Hold, newHold } from "../../src/body/memory-quota.ts";

const mebibyte = 1_048_576;

beforeAll(() => void vi.useFakeTimers());
// What a test has left behind is silent by then.
afterEach(() => void vi.advanceTimersByTime(30_000));
afterAll(() => void vi.useRealTimers());

/** Holds of so many bodies of 1 MiB each, which nobody gives back. */
function taken(bodies: number): Hold[] {
  const holds = Array.from({ length: bodies }, newHold);
  for (const hold of holds) hold.take(mebibyte);
  return holds;
}

test("64 MiB of large bodies are held, and what one gives back is there for another", () => {
  const [first] = taken(64);
  expect(() => newHold().take(1)).toThrow("too much to do");
  first!.release();
  first!.release();
  taken(1);
  expect(() => newHold().take(1)).toThrow("too much to do");
});

test("a body of which nothing has come for 30 seconds holds nothing, and others what they took", () => {
  const [slow] = taken(64);
  vi.advanceTimersByTime(29_000);
  expect(() => newHold().take(1)).toThrow("too much to do");
  slow!.release();
  slow!.take(mebibyte);
  vi.advanceTimersByTime(1000);
  taken(63);
  expect(() => newHold().take(1)).toThrow("too much to do");
});

test("a body that was given up gives nothing back a second time, and may go on", () => {
  const left = taken(64);
  vi.advanceTimersByTime(30_000);
  taken(63);
  for (const hold of left) hold.release();
  left[0]!.take(mebibyte);
  expect(() => newHold().take(1)).toThrow("too much to do");
});

test("a slow body that goes on keeps its own, and nothing for those of which nothing has come", () => {
  const [slow] = taken(64);
  vi.advanceTimersByTime(29_000);
  slow!.take(0);
  vi.advanceTimersByTime(1000);
  taken(63);
  expect(() => newHold().take(1)).toThrow("too much to do");
});
