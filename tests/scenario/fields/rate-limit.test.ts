import { createApp, type Limits, windowLimit } from "@asbuilt/http";
import { afterEach, describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { signIn } from "../signed-in.ts";

const plant = await openPlant();
const now = () => plant.now ?? Date.now();
/** The start of a minute, so that the tests decide when a window ends. */
const minute = Date.parse("2026-11-21T12:00:00Z");

afterEach(() => {
  plant.now = undefined;
});

type Quotas = Partial<Record<"key" | "address" | "failures", number>>;

/** Returns a function that calls the plant by key or cookie with these limits, from any address. */
function limited(quotas: Quotas) {
  plant.now = minute;
  const limit = (quota?: number) => (quota === undefined ? undefined : windowLimit(quota, now));
  const limits: Limits = {
    key: limit(quotas.key),
    address: limit(quotas.address),
    failures: limit(quotas.failures),
    addressOf: (c) => c.req.header("From") ?? "192.0.2.1",
  };
  const app = createApp({
    executor: plant.database.executor,
    now,
    limits,
    log: (entry) => plant.log.push(entry),
    asset: () => Promise.resolve(undefined),
  });
  return async (key: string, from?: string, body: object = {}, path = "/api/Location/List") => {
    const answer = await app.request(path, {
      method: "POST",
      headers: {
        ...(key.startsWith("__Host-")
          ? { Cookie: key, "Sec-Fetch-Site": "same-origin" }
          : { Authorization: `Bearer ${key}` }),
        "Content-Type": "application/json",
        ...(from === undefined ? {} : { From: from }),
      },
      body: JSON.stringify(body),
    });
    const { code }: { code?: string } = await answer.json();
    return { status: answer.status, headers: answer.headers, code };
  };
}

const { viewer, operator } = plant.keys;
const unknown = "x".repeat(43);

describe("a limit on requests of a key", () => {
  test("counts those of its sessions, too", async () => {
    const { cookie } = await signIn(plant, viewer);
    const ask = limited({ key: 2 });
    expect([(await ask(viewer)).status, (await ask(cookie)).status]).toEqual([200, 200]);
    expect([(await ask(viewer)).status, (await ask(cookie)).status]).toEqual([429, 429]);
    expect((await ask(operator)).status).toBe(200);
  });

  test("refuses requests above it, says when to retry, and ends with the minute", async () => {
    const ask = limited({ key: 2 });
    expect((await ask(viewer)).headers.get("RateLimit")).toBe('"key";r=1;t=60');
    plant.now = minute + 15_500;
    const last = await ask(viewer);
    expect(last.status).toBe(200);
    expect(last.headers.get("RateLimit")).toBe('"key";r=0;t=45');
    expect(last.headers.get("RateLimit-Policy")).toBe('"key";q=2;w=60');

    const refused = await ask(viewer);
    expect([refused.status, refused.code]).toEqual([429, "rate_limited"]);
    expect(refused.headers.get("Retry-After")).toBe("45");
    expect(refused.headers.get("RateLimit")).toBe('"key";r=0;t=45');
    expect(refused.headers.get("RateLimit-Policy")).toBe('"key";q=2;w=60');
    expect((await ask(operator)).status).toBe(200);

    plant.now = minute + 60_000;
    expect((await ask(viewer)).status).toBe(200);
  });

  test("counts refused requests as well, and says so", async () => {
    const ask = limited({ key: 1 });
    const faulty = await ask(viewer, undefined, { nothing: 1 });
    expect(faulty.status).toBe(400);
    expect(faulty.headers.get("RateLimit")).toBe('"key";r=0;t=60');
    expect((await ask(viewer)).status).toBe(429);
  });

  test("reports its state also with the refusal of a rule", async () => {
    const ask = limited({ key: 1 });
    const unknownItem = { visualSerialNo: "NO-SUCH-ITEM" };
    const refused = await ask(viewer, undefined, unknownItem, "/api/Genealogy/AsBuilt");
    expect(refused.status).toBe(404);
    expect(refused.headers.get("RateLimit")).toBe('"key";r=0;t=60');
  });
});

describe("a limit on requests from an address", () => {
  test("counts all keys together, and no other address", async () => {
    const ask = limited({ address: 2, key: 9 });
    expect((await ask(viewer, "192.0.2.1")).status).toBe(200);
    const last = await ask(operator, "192.0.2.1");
    expect(last.headers.get("RateLimit")).toBe('"address";r=0;t=60, "key";r=8;t=60');
    expect(last.headers.get("RateLimit-Policy")).toBe('"address";q=2;w=60, "key";q=9;w=60');
    expect((await ask(viewer, "192.0.2.1")).status).toBe(429);
    expect((await ask(viewer, "192.0.2.2")).status).toBe(200);
  });

  test("counts requests without a valid key as well", async () => {
    const ask = limited({ address: 1 });
    expect((await ask(unknown)).status).toBe(401);
    expect((await ask(unknown)).status).toBe(429);
  });

  test("counts a network of IPv6 as one address, because a subscriber has all of it", async () => {
    const ask = limited({ address: 1 });
    expect((await ask(viewer, "2001:db8:0:7::1")).status).toBe(200);
    expect((await ask(viewer, "2001:DB8::7:a:b:c:d")).status).toBe(429);
    expect((await ask(viewer, "2001:db8::8:0:0:0:1")).status).toBe(200);
    expect((await ask(viewer, "::ffff:192.0.2.7")).status).toBe(200);
    expect((await ask(viewer, "192.0.2.7")).status).toBe(429);
  });
});

describe("a limit on failed attempts", () => {
  test("refuses an address that guesses keys, and no other", async () => {
    const ask = limited({ failures: 3 });
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt++) statuses.push((await ask(unknown)).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
    const refused = await ask(unknown);
    expect(refused.headers.get("Retry-After")).toBe("60");
    expect(refused.headers.get("RateLimit-Policy")).toBe('"failures";q=3;w=60');
    expect(refused.headers.get("WWW-Authenticate")).toBe(null);
    expect((await ask(unknown, "192.0.2.2")).status).toBe(401);
    plant.now = minute + 60_000;
    expect((await ask(unknown)).status).toBe(401);
  });

  test("blocks nobody for hours if the clock was ahead and is set right", async () => {
    const ask = limited({ failures: 1 });
    plant.now = minute + 3 * 3_600_000;
    await ask(unknown);
    expect((await ask(unknown)).status).toBe(429);
    plant.now = minute;
    expect((await ask(operator)).status).toBe(200);
    expect((await ask(unknown)).status).toBe(401);
    expect((await ask(unknown)).status).toBe(429);
  });

  test("blocks a whole network of IPv6", async () => {
    const ask = limited({ failures: 1 });
    expect((await ask(unknown, "2001:db8:0:7::1")).status).toBe(401);
    expect((await ask(unknown, "2001:db8:0:7::2")).status).toBe(429);
    expect((await ask(unknown, "2001:db8:0:7::3")).status).toBe(429);
    expect((await ask(viewer, "2001:db8:0:7::3")).status).toBe(200);
  });

  test("never blocks a valid key, known or new: all clients can share one address", async () => {
    const ask = limited({ failures: 1 });
    expect((await ask(viewer)).status).toBe(200);
    for (let attempt = 0; attempt < 3; attempt++) await ask(unknown);
    expect((await ask(viewer)).status).toBe(200);
    expect((await ask(operator)).status).toBe(200);
    expect((await ask(unknown)).status).toBe(429);
  });

  test("counts no valid key as an attempt, known or new", async () => {
    const ask = limited({ failures: 1 });
    for (const key of [viewer, operator, viewer]) expect((await ask(key)).status).toBe(200);
    expect((await ask(unknown)).status).toBe(401);
  });

  test("counts an unknown cookie, and no session that has ended", async () => {
    const { id, cookie } = await signIn(plant, viewer);
    const ask = limited({ failures: 1 });
    await plant.done("delete", "/api/Session/Delete", { id });
    for (let times = 0; times < 3; times++) expect((await ask(cookie)).status).toBe(401);
    const wrong = `__Host-asbuilt=${unknown}`;
    expect((await ask(wrong)).status).toBe(401);
    expect((await ask(wrong)).status).toBe(429);
    expect((await ask(cookie)).status).toBe(401);
  });

  test("counts a key that has been revoked", async () => {
    const ask = limited({ failures: 1 });
    const sent = { name: "Key", user: "Administrator", role: "viewer" };
    const { id, key } = await plant.done("post", "/api/ApiKey/Create", sent);
    expect((await ask(key)).status).toBe(200);
    await plant.done("put", "/api/ApiKey/Revoke", { id });
    expect((await ask(key)).status).toBe(401);
    expect((await ask(key)).status).toBe(429);
    expect((await ask(unknown)).status).toBe(429);
  });

  test("ignores requests without a key, because they guess nothing", async () => {
    const ask = limited({ failures: 1 });
    for (let attempt = 0; attempt < 3; attempt++) expect((await ask("")).status).toBe(401);
    expect((await ask(viewer)).status).toBe(200);
  });
});

test("without limits nothing is counted, and no header says so", async () => {
  const ask = limited({});
  const { headers } = await ask(viewer);
  expect([headers.get("RateLimit"), headers.get("RateLimit-Policy")]).toEqual([null, null]);
});
