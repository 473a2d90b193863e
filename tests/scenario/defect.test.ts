import { createApp, type LogEntry } from "@asbuilt/http";
import { expect, test } from "vitest";
import { openPlant } from "#plant";

test("a defect is logged in full, and answered with only the request's id", async () => {
  const plant = await openPlant();
  await plant.sql("alter table location rename to place");
  const answer = await plant.post("/api/Location/List", {});
  expect(answer).toMatchObject({ status: 500, body: { code: "internal" } });
  expect(JSON.stringify(answer.body)).not.toMatch(/location|table|SQL|\.ts/i);
  const { requestId } = answer.body;
  expect(answer.headers.get("X-Request-Id")).toBe(requestId);
  const [entry] = plant.log;
  expect(entry).toMatchObject({ level: "error", requestId });
  expect(String(entry?.["error"])).toMatch(/no such table/);
});

test("damage of the database is logged in full, as a failure", async ({ skip }) => {
  const plant = await openPlant({ isEdited: true });
  skip(plant.database.runtime !== "node", "Only a file's schema can be written to.");
  await plant.sql("pragma writable_schema = on");
  const index = "select rootpage from sqlite_schema where name = 'location_name'";
  await plant.sql(`update sqlite_schema set rootpage = (${index}) where name = 'location'`);
  // A change of the schema makes every open connection read it again.
  await plant.sql("create table note (text text)");
  const { status, body } = await plant.post("/api/Location/List", {});
  expect([status, body.code]).toEqual([503, "unavailable"]);
  const [entry] = plant.log;
  expect(entry).toMatchObject({
    level: "error",
    requestId: body.requestId,
    error: { cause: { message: expect.stringContaining("malformed") } },
  });
});

test("damage that many requests meet is logged once a second, with the number left out", async () => {
  const plant = await openPlant();
  const damaged = new Error("database disk image is malformed");
  const log: LogEntry[] = [];
  let now = Date.now();
  const app = createApp({
    executor: { ...plant.database.executor, read: () => Promise.reject(damaged) },
    now: () => now,
    log: (entry) => log.push(entry),
    asset: () => Promise.resolve(undefined),
  });
  const flood = async (path: string) => {
    const headers = { Authorization: "Bearer ab_unknown" };
    for (let request = 0; request < 20; request++) await app.request(path, { headers });
  };
  for (const path of ["/api/MaterialItem/Get/1", "/readyz"]) {
    log.length = 0;
    await flood(path);
    expect(log, path).toHaveLength(1);
    expect(log[0], path).toMatchObject({ error: { message: damaged.message } });
    now += 1000;
    await flood(path);
    expect(log.slice(1), path).toMatchObject([{ suppressed: 19 }]);
    now += 1000;
  }
});

test("each other defect is logged, however many there are", async () => {
  const plant = await openPlant();
  const log: LogEntry[] = [];
  const app = createApp({
    executor: { ...plant.database.executor, read: () => Promise.reject(new Error("A defect.")) },
    now: Date.now,
    log: (entry) => log.push(entry),
    asset: () => Promise.resolve(undefined),
  });
  const headers = { Authorization: "Bearer ab_unknown" };
  for (let request = 0; request < 20; request++) {
    await app.request("/api/MaterialItem/Get/1", { headers });
  }
  expect(log).toHaveLength(20);
});
