import type { Executor } from "@asbuilt/core";
import { expect, test } from "vitest";
import { newKeyUse } from "../../src/admission/key-use.ts";

/** An executor that fails on request, and keeps the uses that it is given. */
function setUp() {
  let now = 90_000;
  const written: unknown[] = [];
  const state = { fails: false };
  const executor = {
    run: ({ plan }: Parameters<Executor["run"]>[0]) => {
      if (state.fails) return Promise.reject(new Error("Out of reach."));
      const { write } = plan([], false);
      written.push(...write.map(({ params }) => JSON.parse(params[0] as string) as unknown));
      return Promise.resolve();
    },
    // Nothing else of an executor is used.
  } as unknown as Executor;
  const use = newKeyUse(() => now);
  return { executor, use, written, state, pass: (ms: number) => void (now += ms) };
}

test("the last use of each key is written once, in minutes", async () => {
  const { executor, use, written, pass } = setUp();
  use.note(1);
  use.note(2);
  pass(60_000);
  use.note(1);
  await use.write(executor);
  await use.write(executor);
  expect(written).toEqual([
    [
      [1, 120_000],
      [2, 60_000],
    ],
  ]);
});

test("what could not be written is written the next time, unless there is a later use", async () => {
  const { executor, use, written, state, pass } = setUp();
  use.note(1);
  use.note(2);
  state.fails = true;
  await expect(use.write(executor)).rejects.toThrow("Out of reach.");
  pass(60_000);
  use.note(2);
  state.fails = false;
  await use.write(executor);
  expect(written).toEqual([
    [
      [1, 60_000],
      [2, 120_000],
    ],
  ]);
});

test("the last use of a session is written as it was, after those of keys", async () => {
  const { executor, use, written, state, pass } = setUp();
  use.note(1, 7);
  use.note(1, 8);
  state.fails = true;
  await expect(use.write(executor)).rejects.toThrow("Out of reach.");
  pass(5000);
  use.note(1, 8);
  state.fails = false;
  await use.write(executor);
  expect(written).toEqual([
    [[1, 60_000]],
    [
      [7, 90_000],
      [8, 95_000],
    ],
  ]);
});
