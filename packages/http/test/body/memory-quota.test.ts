import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type MemoryReservation, newReservation } from "../../src/body/memory-quota.ts";

const mebibyte = 1_048_576;

beforeAll(() => void vi.useFakeTimers());
// By then, all reservations of a test have been silent long enough.
afterEach(() => void vi.advanceTimersByTime(30_000));
afterAll(() => void vi.useRealTimers());

/** Reserves 1 MiB for each of these bodies, by default each of another key; releases nothing. */
function reserveFor(bodies: number, senders?: readonly string[]): MemoryReservation[] {
  const reservations = Array.from({ length: bodies }, (_, body) =>
    newReservation(senders ?? [`key ${body}`]),
  );
  for (const reservation of reservations) reservation.reserve(mebibyte);
  return reservations;
}

test("large bodies can reserve 64 MiB, and released memory is available to others", () => {
  const [first] = reserveFor(64);
  expect(() => newReservation(["another key"]).reserve(1)).toThrow("too much to do");
  first!.release();
  first!.release();
  reserveFor(1);
  expect(() => newReservation(["another key"]).reserve(1)).toThrow("too much to do");
});

test("a body that is silent for 30 seconds loses its reservation, and others keep theirs", () => {
  const [slow] = reserveFor(64);
  vi.advanceTimersByTime(29_000);
  expect(() => newReservation(["another key"]).reserve(1)).toThrow("too much to do");
  slow!.release();
  slow!.reserve(mebibyte);
  vi.advanceTimersByTime(1000);
  reserveFor(63);
  expect(() => newReservation(["another key"]).reserve(1)).toThrow("too much to do");
});

test("a body that lost its reservation releases nothing twice, and can continue", () => {
  const left = reserveFor(64);
  vi.advanceTimersByTime(30_000);
  reserveFor(63);
  for (const reservation of left) reservation.release();
  left[0]!.reserve(mebibyte);
  expect(() => newReservation(["another key"]).reserve(1)).toThrow("too much to do");
});

test("a slow body that continues keeps its reservation, and silent bodies lose theirs", () => {
  const [slow] = reserveFor(64);
  vi.advanceTimersByTime(29_000);
  slow!.reserve(0);
  vi.advanceTimersByTime(1000);
  reserveFor(63);
  expect(() => newReservation(["another key"]).reserve(1)).toThrow("too much to do");
});

describe("the bodies of one sender", () => {
  const tooMany = "of this key, or from this address";
  const reserveOne = (senders: readonly string[]) => () =>
    newReservation(senders).reserve(mebibyte);

  test.each([
    ["one key from several addresses", "key 1", "192.0.2.2"],
    ["one address with several keys", "key 2", "192.0.2.1"],
  ])("can reserve 16 MiB, by %s, and all others keep the rest", (_who, key, address) => {
    const [first] = reserveFor(16, ["key 1", "192.0.2.1"]);
    expect(reserveOne([key, address])).toThrow(tooMany);
    reserveFor(16, ["key 3", "192.0.2.3"]);
    reserveFor(16, ["key 4", "192.0.2.4"]);
    first!.release();
    reserveFor(1, [key, address]);
    expect(reserveOne([key, address])).toThrow(tooMany);
  });

  test("make room for others of the sender after they were silent for 30 seconds", () => {
    reserveFor(16, ["key 1"]);
    vi.advanceTimersByTime(29_000);
    expect(reserveOne(["key 1"])).toThrow(tooMany);
    vi.advanceTimersByTime(1000);
    reserveFor(16, ["key 1"]);
    expect(reserveOne(["key 1"])).toThrow(tooMany);
  });
});
