import type { Executor } from "@asbuilt/core";
import { expect, test, vi } from "vitest";
import { newFeed } from "../../src/events/feed.ts";
import { eventStream } from "../../src/events/stream.ts";

// A feed uses nothing else of the executor.
const feedOn = (executor: Pick<Executor, "read" | "yieldToOthers">) =>
  newFeed({ executor: executor as Executor, sharesReads: true });

test("a failed read is not shared with later streams", async () => {
  let reads = 0;
  const read = () =>
    ++reads === 1 ? Promise.reject(new Error("Connection lost")) : Promise.resolve([[]]);
  const feed = feedOn({ read, yieldToOthers: () => Promise.resolve() });
  await expect(Promise.all([feed.after(7, 1), feed.after(7, 1)])).rejects.toThrow(
    "Connection lost",
  );
  expect(reads).toBe(1);
  expect(await feed.after(7, 1)).toEqual({ events: [], next: 7 });
});

test("a full batch is not kept for others: the places that far behind have no bound", async () => {
  // The columns of a change, in their order.
  const ofProduct = ["Product", 1, 1, "created", null, null, null, null];
  const read = vi.fn<Executor["read"]>(async () => [
    Array.from({ length: 100 }, (_, at) => [
      at + 1,
      "o",
      0,
      0,
      1,
      "u",
      "u",
      1,
      null,
      "r",
      ...ofProduct,
    ]),
  ]);
  const feed = feedOn({ read, yieldToOthers: () => Promise.resolve() });
  expect(await feed.after(0, 1)).toMatchObject({ next: 100 });
  await feed.after(0, 1);
  expect(read).toHaveBeenCalledTimes(2);
});

test("each read yields to other work first, for a stream that wants nothing never pauses", async () => {
  const done: string[] = [];
  const feed = feedOn({
    yieldToOthers: async () => void done.push("others"),
    read: async () => {
      done.push("read");
      return [[]];
    },
  });
  await feed.after(0, 1);
  await feed.after(1, 1);
  expect(done).toEqual(["others", "read", "others", "read"]);
});

test("each stream waits for a pass of its own, even if its read is shared", async () => {
  const owners: (number | undefined)[] = [];
  const read = vi.fn<Executor["read"]>(async () => [[]]);
  const feed = feedOn({ yieldToOthers: async (owner) => void owners.push(owner), read });
  await Promise.all([feed.after(0, 1), feed.after(0, 2), feed.after(0, 1)]);
  expect([owners, read.mock.calls.length]).toEqual([[1, 2, 1], 1]);
});

test("a stream that fails has ended, and no longer counts against the limit", async () => {
  const read = () => Promise.reject(new Error("Connection lost"));
  const feed = feedOn({ read, yieldToOthers: () => Promise.resolve() });
  const onEnd = vi.fn<() => void>();
  const follower = {
    keyId: 1,
    wants: () => true,
    mayRead: () => Promise.resolve(true),
    now: Date.now,
  };
  const stream = eventStream(feed, { ...follower, after: 0, onEnd }).getReader();
  // The first message holds the place where the stream begins.
  await stream.read();
  await expect(stream.read()).rejects.toThrow("Connection lost");
  expect(onEnd).toHaveBeenCalledOnce();
});
