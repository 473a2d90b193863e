import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type MemoryReservation, newReservation } from "../../src/body/memory-quota.ts";

const mebibyte = 1_048_576;

beforeAll(() => void vi.useFakeTimers());
// By then, all reservations of a test have been silent long enough.
afterEach(() => void vi.advanceTimersByTime(30_000));
afterAll(() => void vi.useRealTimers());

/** Reserves 1 MiB for each of these bodies, and releases nothing. */
function reserveFor(bodies: number): MemoryReservation[] {
  const reservations = Array.from({ length: bodies }, newReservation);
  for (const reservation of reservations) reservation.reserve(mebibyte);
  return reservations;
}

test("large bodies can reserve 64 MiB, and released memory is available to others", () => {
  const [first] = reserveFor(64);
  expect(() => newReservation().reserve(1)).toThrow("too much to do");
  first!.release();
  first!.release();
  reserveFor(1);
  expect(() => newReservation().reserve(1)).toThrow("too much to do");
});

test("a body that is silent for 30 seconds loses its reservation, and others keep theirs", () => {
  const [slow] = reserveFor(64);
  vi.advanceTimersByTime(29_000);
  expect(() => newReservation().reserve(1)).toThrow("too much to do");
  slow!.release();
  slow!.reserve(mebibyte);
  vi.advanceTimersByTime(1000);
  reserveFor(63);
  expect(() => newReservation().reserve(1)).toThrow("too much to do");
});

test("a body that lost its reservation releases nothing twice, and can continue", () => {
  const left = reserveFor(64);
  vi.advanceTimersByTime(30_000);
  reserveFor(63);
  for (const reservation of left) reservation.release();
  left[0]!.reserve(mebibyte);
  expect(() => newReservation().reserve(1)).toThrow("too much to do");
});

test("a slow body that continues keeps its reservation, and silent bodies lose theirs", () => {
  const [slow] = reserveFor(64);
  vi.advanceTimersByTime(29_000);
  slow!.reserve(0);
  vi.advanceTimersByTime(1000);
  reserveFor(63);
  expect(() => newReservation().reserve(1)).toThrow("too much to do");
});
