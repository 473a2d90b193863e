import { createApp } from "@asbuilt/http";
import { afterEach, describe, expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant();
for (let count = 0; count < 9; count++) {
  await plant.done("put", "/api/Location/Upsert", { Name: plant.unique("location") });
}

// Short reads make a short list a long one. More than these would read all of it in one.
const app = createApp({
  executor: { ...plant.database.executor, listRows: 2 },
  now: Date.now,
  log: () => {},
  sharesReads: true,
  asset: () => Promise.resolve(undefined),
});

const opened: Response[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ body }) => body!.cancel()));
});

const newKey = async () => {
  const sent = { name: plant.unique("reader"), user: "viewer", role: "viewer" };
  return (await plant.done("post", "/api/ApiKey/Create", sent)).key as string;
};

const send = async (key: string, path: string, body?: object) =>
  app.request(path, {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

/** Begins a list and reads nothing of it. */
async function openList(key: string): Promise<Response> {
  const answer = await send(key, "/api/Location/List", {});
  if (answer.status === 200) opened.push(answer);
  return answer;
}

const openLists = (key: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => openList(key)));

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol("pending");
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

// On D1 each request is an invocation of its own, and no request can wait for another one.
describe.skipIf(plant.database.runtime === "d1")(
  "a key whose client reads none of its lists",
  () => {
    test("has 8 lists in progress: the next one waits for them, and no other key does", async () => {
      const [key, other] = [await newKey(), await newKey()];
      await openLists(key, 8);
      const ninth = openList(key);
      const answer = await openList(other);
      const all = (await answer.clone().json()) as unknown[];
      expect(all.length).toBeGreaterThanOrEqual(9);
      expect(await isSettled(ninth)).toBe(false);
      await opened[0]!.body!.cancel();
      opened.shift();
      expect((await ninth).status).toBe(200);
    });

    test("still gets single records, and the lists that one read returns", async () => {
      const key = await newKey();
      await openLists(key, 8);
      expect((await send(key, "/api/MaterialItem/Get/1")).status).toBe(200);
      const none = await send(key, "/api/Location/List", { Name: "no such location" });
      expect(await none.json()).toEqual([]);
      const page = await send(key, "/api/Location/List?limit=2", {});
      expect(await page.json()).toHaveLength(2);
    });

    test("has 64 lists that wait; more are refused with Retry-After", async () => {
      const key = await newKey();
      await openLists(key, 8);
      const sent = Array.from({ length: 65 }, () => openList(key));
      // The others wait, so the first response is that of the one too many, whichever it is.
      const refused = await Promise.race(sent);
      expect(refused.status).toBe(503);
      expect(refused.headers.get("Retry-After")).toBe("1");
      expect(await refused.json()).toMatchObject({
        code: "overloaded",
        detail: "This key has too many long reads in progress.",
      });
      const ends = setInterval(() => void opened.shift()?.body!.cancel(), 1);
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      clearInterval(ends);
      expect(statuses.filter((status) => status === 200)).toHaveLength(64);
    });

    test("gets the place of a list that fails, or that was read to its end", async () => {
      const key = await newKey();
      for (let count = 0; count < 20; count++) {
        const answer = await send(key, "/api/Location/List", {});
        expect(((await answer.json()) as unknown[]).length).toBeGreaterThanOrEqual(9);
      }
      const { id, key: ending } = await plant.done("post", "/api/ApiKey/Create", {
        name: plant.unique("ending"),
        user: "viewer",
        role: "viewer",
      });
      const lists = await Promise.all(
        Array.from({ length: 8 }, () => send(ending, "/api/Location/List", {})),
      );
      const ninth = openList(ending);
      await plant.done("put", "/api/ApiKey/Revoke", { id });
      const failed = await Promise.allSettled(lists.map((list) => list.text()));
      expect(failed.map(({ status }) => status)).toEqual(lists.map(() => "rejected"));
      // It had read its first rows before.
      expect((await ninth).status).toBe(200);
    });
  },
);
