import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { serveAsbuilt, stop, temporaryFolder } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const nearlyFull = "The database is nearly full.";

/** Serves until the size was looked at. Returns its status, and the log's lines about its room. */
async function served(env: Readonly<Record<string, string>>, key?: string) {
  const service = await serveAsbuilt(env);
  const { body } = await requestsTo({ ...service, key: key ?? service.key }).post(
    "/api/Status/Get",
    {},
  );
  const { stderr } = await stop(service);
  const lines = stderr
    .split("\n")
    .filter((line) => line.includes("The database "))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { body, lines, key: key ?? service.key };
}

test("a file grows as far as its disk, or its configured limit, and says once that this is near", async () => {
  const path = join(temporary.path, "room.db");
  const env = { DATABASE_URL: `file:${path}` };
  const first = await served(env);
  expect(first.lines).toEqual([]);
  const { databaseBytes, diskFreeBytes, databaseBytesMax, databaseShare } = first.body;
  // The service writes a little more as it stops.
  const { size } = statSync(path);
  expect(size - databaseBytes).toBeLessThan(100_000);
  expect(databaseBytes).toBeLessThanOrEqual(size);
  expect(databaseBytesMax).toBe(databaseBytes + diskFreeBytes);
  expect(databaseShare).toBeLessThan(0.7);

  const limited = { ...env, ASBUILT_DATABASE_MB: "1" };
  const second = await served(limited, first.key);
  const { databaseBytes: bytes } = second.body;
  expect(second.body).toMatchObject({
    databaseBytesMax: 1e6,
    databaseShare: Math.round(bytes / 100) / 10_000,
  });
  expect(second.lines).toEqual([
    {
      level: "error",
      time: expect.any(String),
      msg: nearlyFull,
      bytes,
      bytesMax: 1e6,
      share: bytes / 1e6,
    },
  ]);
  expect((await served(limited, first.key)).lines).toEqual([]);
});
