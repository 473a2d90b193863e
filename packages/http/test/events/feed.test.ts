import type { Executor } from "@asbuilt/core";
import { expect, test } from "vitest";
import { newFeed } from "../../src/events/feed.ts";

test("a read that failed is not shared with those who come after it", async () => {
  let reads = 0;
  const read = () =>
    ++reads === 1 ? Promise.reject(new Error("Connection lost")) : Promise.resolve([[]]);
  // Of the executor, a feed reads alone.
  const feed = newFeed({ executor: { read } as unknown as Executor, sharesReads: true });
  await expect(Promise.all([feed.after(7), feed.after(7)])).rejects.toThrow("Connection lost");
  expect(reads).toBe(1);
  expect(await feed.after(7)).toEqual({ events: [], next: 7 });
});
