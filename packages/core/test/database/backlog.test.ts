import { expect, test } from "vitest";
import { newBacklog } from "../../src/database/backlog.ts";

/** A backlog that is served in groups of 10, on a clock that the test sets. */
function setUp() {
  const clock = { now: 0 };
  const backlog = newBacklog(10, () => clock.now);
  const serve = (served: number, left: number, ms: number) => {
    backlog.begin();
    clock.now += ms;
    backlog.end(served, left);
  };
  return { backlog, clock, serve };
}

test("before the speed of service is known, only the number of waiting commands is limited", () => {
  const { backlog } = setUp();
  expect(backlog.isFull(2047)).toBe(false);
  expect(backlog.isFull(2048)).toBe(true);
});

test("a command that would wait longer than 100 ms is refused", () => {
  const { backlog, serve } = setUp();
  for (let group = 0; group < 30; group++) serve(10, 100, 20);
  expect(backlog.isFull(45)).toBe(false);
  expect(backlog.isFull(55)).toBe(true);
});

test("a whole group can always wait, however slow it is", () => {
  const { backlog, serve } = setUp();
  for (let group = 0; group < 30; group++) serve(1, 100, 500);
  expect(backlog.isFull(9)).toBe(false);
  expect(backlog.isFull(10)).toBe(true);
});

test("a group that empties the queue counts as a whole group of the same duration", () => {
  const { backlog, serve } = setUp();
  for (let group = 0; group < 30; group++) serve(1, 0, 10);
  expect(backlog.isFull(95)).toBe(false);
  expect(backlog.isFull(105)).toBe(true);
});

test("the time between two groups counts while commands wait, and otherwise not", () => {
  const { backlog, clock, serve } = setUp();
  for (let group = 0; group < 30; group++) {
    serve(10, 100, 10);
    clock.now += 10;
  }
  expect(backlog.isFull(55)).toBe(true);

  const idle = setUp();
  for (let group = 0; group < 30; group++) {
    idle.serve(10, 0, 20);
    idle.clock.now += 10_000;
    idle.serve(0, 10, 50);
    idle.clock.now += 10_000;
  }
  expect(idle.backlog.isFull(45)).toBe(false);
});
