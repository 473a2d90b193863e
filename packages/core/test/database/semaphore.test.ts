import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newSemaphore } from "../../src/database/semaphore.ts";

// Time passes only as a test says, so that no other work of the machine makes a permit late.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const soon = () => performance.now() + 50;
const inAWhile = () => performance.now() + 10_000;
const settled = () => new Promise(setImmediate);

test("permits are given up to their number, and then in order", async () => {
  const semaphore = newSemaphore(2);
  const begun: string[] = [];
  const take = async (name: string, isFirst = false) => {
    const permit = await semaphore.acquire(inAWhile(), isFirst);
    begun.push(name);
    return permit!;
  };
  const [first, second] = [await take("first"), await take("second")];
  const [third, fourth] = [take("third"), take("before others", true)];
  await settled();
  expect(begun).toEqual(["first", "second"]);
  first.release();
  // A second release has no effect.
  first.release();
  await settled();
  expect(begun.slice(2)).toEqual(["before others"]);
  second.release();
  await settled();
  expect(begun.slice(3)).toEqual(["third"]);
  for (const permit of [await third, await fourth]) permit.release();
  const [fifth, sixth] = [await take("fifth"), await take("sixth")];
  const seventh = take("seventh");
  await settled();
  expect(begun.slice(4)).toEqual(["fifth", "sixth"]);
  fifth.release();
  (await seventh).release();
  sixth.release();
});

test("a permit that does not come in time goes to the next caller", async () => {
  const semaphore = newSemaphore(1);
  const first = (await semaphore.acquire(inAWhile()))!;
  const late = semaphore.acquire(soon());
  const third = semaphore.acquire(inAWhile());
  await vi.advanceTimersByTimeAsync(50);
  expect(await late).toBeUndefined();
  first.release();
  expect(await third).toBeDefined();
});

test("a permit that came in time takes no place in the queue when that time is over", async () => {
  const semaphore = newSemaphore(1);
  const first = (await semaphore.acquire(inAWhile()))!;
  const second = semaphore.acquire(soon());
  first.release();
  const second2 = (await second)!;
  const third = semaphore.acquire(performance.now() + 1000);
  await vi.advanceTimersByTimeAsync(60);
  second2.release();
  expect(await third).toBeDefined();
});

test("a permit is reacquired before those who wait, or not at all", async () => {
  const semaphore = newSemaphore(1);
  const latest = soon();
  const first = (await semaphore.acquire(latest))!;
  const second = semaphore.acquire(inAWhile());
  const third = semaphore.acquire(inAWhile());
  first.release();
  const again = first.reacquire();
  (await second)!.release();
  expect(await again).toBe(true);
  first.release();
  expect(await third).toBeDefined();
  await vi.advanceTimersByTimeAsync(60);
  expect(await first.reacquire()).toBe(false);
});

test("a caller behind too many others gets no permit, and one before them does", async () => {
  const semaphore = newSemaphore(1, 1);
  const first = (await semaphore.acquire(inAWhile()))!;
  const second = semaphore.acquire(inAWhile());
  expect(await semaphore.acquire(inAWhile())).toBeUndefined();
  const third = semaphore.acquire(inAWhile(), true);
  first.release();
  (await third)!.release();
  expect(await second).toBeDefined();
});
