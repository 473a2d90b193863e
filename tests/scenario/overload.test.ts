import { createApp, type LogEntry } from "@asbuilt/http";
import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant();
const { executor } = plant.database;

/** The plant's service, with as many commands waiting as may. */
function busyService() {
  const log: LogEntry[] = [];
  const service = createApp({
    executor: { ...executor, isFull: () => true },
    now: () => Date.now(),
    log: (entry) => log.push(entry),
    asset: () => Promise.resolve(undefined),
  });
  const send = async (method: string, path: string, body?: string) => {
    const headers = {
      Authorization: `Bearer ${plant.keys.admin}`,
      "Content-Type": "application/json",
    };
    const { status, headers: told } = await service.request(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return { status, retryAfter: told.get("Retry-After") };
  };
  return { send, log };
}

const refused = { status: 503, retryAfter: "1" };

describe("a service that has too much to do", () => {
  test("refuses a write unread, and still answers reads, where only writes wait", async () => {
    const { send } = busyService();
    expect(await send("PUT", "/api/Location/Upsert", "{ not read")).toEqual(refused);
    expect(await send("POST", "/api/Location/List", "{}")).toEqual({
      status: 200,
      retryAfter: null,
    });
  });

  test("warns of it once a second and says how often, so that the log is no load of its own", async () => {
    const { send, log } = busyService();
    for (let write = 0; write < 50; write++) await send("PUT", "/api/Location/Upsert", "{}");
    expect(log.length).toBeLessThan(10);
    expect(log[0]).toMatchObject({
      level: "warn",
      message: expect.stringContaining("too much to do"),
    });
  });
});
