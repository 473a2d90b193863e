import type { Executor } from "@asbuilt/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { longReads, type Reading } from "../../src/admission/long-reads.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const settled = () => new Promise(setImmediate);

/** Returns readings of one process, and the owners for which it yielded to other work. */
function setUp(isShared = true) {
  const owners: (number | undefined)[] = [];
  // A reading uses nothing else of the executor.
  const executor = {
    yieldToOthers: async (owner?: number) => void owners.push(owner),
  } as Partial<Executor> as Executor;
  return { readingOf: longReads(executor, isShared), owners };
}

/** Reads parts; after the default number, a further one makes it a long read. */
async function readParts({ executor }: Reading, count = 31): Promise<void> {
  for (let part = 0; part < count; part++) await executor.yieldToOthers();
}

const tooMany = "This key has too many long reads in progress.";

test("8 long reads of a key run together; the next waits until one ends, and other keys do not", async () => {
  const { readingOf, owners } = setUp();
  const running = Array.from({ length: 8 }, () => readingOf(1));
  await Promise.all(running.map((reading) => readParts(reading, 32)));
  const ninth = readingOf(1);
  await readParts(ninth);
  expect(owners).toEqual(Array.from({ length: 8 * 32 + 31 }, () => 1));
  owners.length = 0;
  const entered = ninth.executor.yieldToOthers();
  await settled();
  expect(owners).toEqual([]);
  await readParts(readingOf(2), 40);
  expect(new Set(owners)).toEqual(new Set([2]));
  owners.length = 0;
  // A long read that continues needs no further place.
  await readParts(running[0]!, 40);
  running[0]!.end();
  await entered;
  expect(owners).toHaveLength(41);
});

test("64 further ones wait, at most 10 seconds; more are refused immediately", async () => {
  const { readingOf } = setUp();
  await Promise.all(Array.from({ length: 8 }, () => readingOf(1).enter()));
  const waiting = Array.from({ length: 64 }, () => readingOf(1).enter());
  const outcomes = Promise.allSettled(waiting);
  await expect(readingOf(1).enter()).rejects.toMatchObject({ code: "overloaded" });
  await vi.advanceTimersByTimeAsync(10_000);
  const refused = { status: "rejected", reason: { message: tooMany } };
  expect(await outcomes).toMatchObject(waiting.map(() => refused));
});

test("a stream runs until it ends, and not only until its handler has returned", async () => {
  const { readingOf } = setUp();
  const streams = Array.from({ length: 8 }, () => readingOf(1));
  await Promise.all(streams.map((stream) => stream.enter()));
  const leaves = streams.map((reading) => reading.stream());
  for (const stream of streams) stream.end();
  let hasEntered = false;
  const ninth = readingOf(1)
    .enter()
    .then(() => (hasEntered = true));
  await settled();
  expect(hasEntered).toBe(false);
  leaves[0]!();
  await ninth;
});

test("a request that ends while it waits leaves its place to the next", async () => {
  const { readingOf } = setUp();
  const running = Array.from({ length: 8 }, () => readingOf(1));
  await Promise.all(running.map((reading) => reading.enter()));
  const left = readingOf(1);
  const entered = left.enter();
  left.end();
  const next = readingOf(1).enter();
  running[0]!.end();
  await entered;
  expect(await next).toBeUndefined();
});

test("nothing is limited where each request is an invocation of its own", async () => {
  const { readingOf, owners } = setUp(false);
  const readings = Array.from({ length: 100 }, () => readingOf(1));
  await Promise.all(readings.map((reading) => reading.enter()));
  await Promise.all(readings.map((reading) => readParts(reading, 40)));
  expect(owners).toHaveLength(4000);
});
