import { idempotencyKey } from "@asbuilt/contract";
import worker from "@asbuilt/worker";
import { type Bindings, workerApp } from "@asbuilt/worker/app";
import { onServer } from "@asbuilt/worker/on-server";
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";

const adminKey = "an-administrators-key-for-this-test";

beforeAll(() => applyD1Migrations(env["DB0"]!, inject("migrations")));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const files = new Map([
  ["/standalone.js", "the script"],
  ["/openapi.json", "the document"],
]);
const ASSETS = {
  fetch: (url: string) => {
    const file = files.get(new URL(url).pathname);
    const headers = { "Content-Type": "text/javascript", "Cache-Control": "public, max-age=0" };
    return Promise.resolve(new Response(file ?? null, { status: file ? 200 : 404, headers }));
  },
};

// The runtime's type of a D1 database has more members than the service uses.
const DB = env["DB0"] as NonNullable<Bindings["DB"]>;
const bindings = { DB, ASSETS, ASBUILT_ADMIN_KEY: adminKey };

const requestOf = (path: string, headers: HeadersInit = {}) =>
  new Request(`https://plant.example${path}`, { headers });

const get = async (path: string, given: Bindings = bindings) =>
  workerApp(given).fetch(requestOf(path));

const item = "/api/MaterialItem/Get/1";
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

test("the Worker serves from D1, and its secret is an administrator's key", async () => {
  const send = async (path: string, headers: HeadersInit = {}) => {
    const answer = await worker.fetch(requestOf(path, headers), bindings);
    return answer.status;
  };
  expect(await send("/readyz")).toBe(200);
  expect(await send(item, bearer(adminKey))).toBe(200);
  expect(await send(item, bearer(`${adminKey}!`))).toBe(401);
});

test("the room of D1 is 10 GB, or what the plan has", async () => {
  const limitOf = async (more: Partial<Bindings>) => {
    const request = new Request("https://plant.example/api/Status/Get", {
      method: "POST",
      headers: { ...bearer(adminKey), "Content-Type": "application/json" },
      body: "{}",
    });
    const answer = await workerApp({ ...bindings, ...more }).fetch(request);
    const { databaseBytes, databaseBytesMax } = (await answer.json()) as Record<string, number>;
    expect(databaseBytes).toBeGreaterThan(100_000);
    return databaseBytesMax;
  };
  expect(await limitOf({})).toBe(10e9);
  expect(await limitOf({ ASBUILT_DATABASE_MB: "500" })).toBe(500e6);
  await expect(limitOf({ ASBUILT_DATABASE_MB: "0" })).rejects.toThrow(
    "ASBUILT_DATABASE_MB: a number of megabytes.",
  );
});

test("each minute the Worker logs the room that it has used, once a level", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const database = env["DB0"]!;
  await database.prepare("create table ballast (text text)").run();
  await database.prepare("insert into ballast select printf('%1000000c', 'x')").run();
  const scheduled = () => worker.scheduled({}, { ...bindings, ASBUILT_DATABASE_MB: 1 });
  const lines = () =>
    errors.mock.calls.flat().filter((line) => JSON.stringify(line).includes("nearly full"));
  await scheduled();
  expect(lines()).toHaveLength(1);
  await scheduled();
  expect(lines()).toHaveLength(1);
});

test("a response to a request that came by https says that only https is to be used", async () => {
  const sent = async (url: string) =>
    (await worker.fetch(new Request(url), bindings)).headers.get("Strict-Transport-Security");
  for (const path of ["/healthz", "/docs/standalone.js", "/nothing", item]) {
    expect(await sent(`https://plant.example${path}`), path).toBe("max-age=31536000");
    expect(await sent(`http://plant.example${path}`), path).toBe(null);
  }
});

test("the Worker under test parses with the part of zod that it is bundled with", () => {
  const schema = idempotencyKey();
  expect(schema.safeParse("a name").success).toBe(true);
  expect("toJSONSchema" in schema).toBe(false);
});

const requestWith = (method: string, path: string, body: object) =>
  new Request(`https://plant.example${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", ...bearer(adminKey) },
  });

/** Sends a request as an administrator, and returns the Worker's response. */
async function done(method: string, path: string, body: object, given: Bindings = bindings) {
  const answer = await workerApp(given).fetch(requestWith(method, path, body));
  expect(answer.status).toBe(200);
  return answer.json();
}

test("the Worker lets operators date back the hours that it is configured with", async () => {
  const operator = { name: "Bench", user: "Administrator", role: "operator" };
  const { key } = (await done("POST", "/api/ApiKey/Create", operator)) as { key: string };
  const dated = {
    productName: "None",
    visualSerialNo: "DATED-1",
    qty: 1,
    occurredAt: new Date(Date.now() - 9_000_000).toISOString(),
  };
  const refusal = async (hours: string | number) => {
    const app = workerApp({ ...bindings, ASBUILT_BACKDATING_HOURS: hours });
    const request = new Request("https://plant.example/api/MaterialItem/Receive", {
      method: "POST",
      body: JSON.stringify(dated),
      headers: { "Content-Type": "application/json", ...bearer(key) },
    });
    return ((await (await app.fetch(request)).json()) as { code: string }).code;
  };
  expect(await refusal(2)).toBe("backdated");
  expect(await refusal("0")).toBe("backdated");
  // It then looks for the product.
  expect(await refusal(3)).toBe("not_found");
  expect(await refusal("")).toBe("not_found");
});

test("rows are sealed after their request, and on schedule", async () => {
  const given = { ...bindings, ASBUILT_SEAL_KEY: "B".repeat(43) };
  const seals = async () => {
    const { results } = await env["DB0"]!.prepare("select last_seq from seal").all();
    return results.length;
  };
  const work: Promise<unknown>[] = [];
  const write = requestWith("PUT", "/api/Currency/Upsert", { name: "CHF" });
  const answer = await worker.fetch(write, given, { waitUntil: (more) => work.push(more) });
  expect(answer.status).toBe(200);
  expect(work).toHaveLength(1);
  await Promise.all(work);
  const sealed = await seals();
  expect(sealed).toBeGreaterThan(0);
  await worker.scheduled(undefined, given);
  expect(await seals()).toBe(sealed);
});

test("the last use of a key is written once a minute, and listed", async () => {
  const minute = () => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
  const first = minute();
  // Only the pause between two writes is by this clock.
  vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ["Date"] });
  const read = async () => {
    const work: Promise<unknown>[] = [];
    const context = { waitUntil: (more: Promise<unknown>) => work.push(more) };
    const answer = await worker.fetch(
      requestWith("POST", "/api/ApiKey/List", {}),
      bindings,
      context,
    );
    const keys = (await answer.json()) as { lastUsedAt: string | null }[];
    await Promise.all(work);
    return { work: work.length, keys };
  };
  expect((await read()).work).toBe(1);
  const { work, keys } = await read();
  expect(work).toBe(0);
  vi.useRealTimers();
  expect([first, minute()]).toContain(keys[0]!.lastUsedAt);
});

test("a session has the limits of the variables, and its last use is written after a response", async () => {
  const given = { ...bindings, ASBUILT_SESSION_IDLE_MINUTES: "7", ASBUILT_SESSION_HOURS: "2" };
  const made = await workerApp(given).fetch(requestWith("POST", "/api/Session/Create", {}));
  const session = (await made.json()) as { id: number; createdAt: string; expiresAt: string };
  expect(session).toMatchObject({ idleMinutes: 7 });
  expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(2 * 3_600_000);
  const Cookie = made.headers.get("Set-Cookie")!.split(";", 1)[0]!;
  // Only the pause between two writes is by this clock.
  vi.useFakeTimers({ now: Date.now() + 240_000, toFake: ["Date"] });
  const work: Promise<unknown>[] = [];
  const request = new Request("https://plant.example/api/Session/Get", {
    method: "POST",
    headers: { Cookie, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" },
    body: "{}",
  });
  const answer = await worker.fetch(request, bindings, { waitUntil: (more) => work.push(more) });
  expect(await answer.json()).toMatchObject({ sessionID: session.id });
  await Promise.all(work);
  const { results } = await env["DB0"]!.prepare("select session_id, at from session_use").all();
  expect(results).toEqual([{ session_id: session.id, at: expect.any(Number) }]);
  expect(results[0]!["at"]).toBeGreaterThanOrEqual(Date.parse(session.createdAt));
  for (const wrong of ["4", "1441", "x"]) {
    const of = { ...bindings, ASBUILT_SESSION_IDLE_MINUTES: wrong };
    expect(() => workerApp(of)).toThrow("a whole number of minutes from 5 to 1440");
  }
});

test("the Worker names the directory of its variables, and a fault in them", async () => {
  const given = {
    ...bindings,
    ASBUILT_OIDC_ISSUER: "https://login.example.com",
    ASBUILT_OIDC_CLIENT_ID: "asbuilt",
    ASBUILT_OIDC_REDIRECT_URI: "https://plant.example/sign-in/callback",
    ASBUILT_OIDC_ROLES: '{"operators":"operator"}',
  };
  const ways = async (of: Bindings) => (await get("/sign-in", of)).json();
  expect(await ways(given)).toMatchObject({ openIDConnect: { label: "login.example.com" } });
  expect(await ways(bindings)).toEqual({ openIDConnect: null });
  expect((await get("/sign-in/start")).status).toBe(404);
  const wrong = { ...given, ASBUILT_OIDC_ROLES: "operator" };
  expect(() => workerApp(wrong)).toThrow("ASBUILT_OIDC_ROLES: a JSON object of the claim's values");
});

test("a record is verified with the Worker's own sealing key and those that it trusts", async () => {
  await done("PUT", "/api/Currency/Upsert", { name: "NOK" });
  await worker.scheduled(undefined, { ...bindings, ASBUILT_SEAL_KEY: "B".repeat(43) });
  const other = { ...bindings, ASBUILT_SEAL_KEY: "C".repeat(43) };
  const { findings, keys } = await done("POST", "/api/Audit/Verify", {}, other);
  const problem = expect.stringMatching(
    `signed by ${keys[0]}, which is not trusted. If .+, add it to ASBUILT_TRUSTED_SEAL_KEYS$`,
  );
  expect(findings).toContainEqual({ record: expect.stringMatching(/^seals? 1\b/), problem });
  const trusting = { ...other, ASBUILT_TRUSTED_SEAL_KEYS: keys.join() };
  expect(await done("POST", "/api/Audit/Verify", {}, trusting)).toMatchObject({ isSound: true });
});

test("a private target is no longer called once its network is not configured", async () => {
  const given = { ...bindings, ASBUILT_WEBHOOK_PRIVATE_TARGETS: "10.0.0.1" };
  const { id } = await done("PUT", "/api/Webhook/Upsert", { url: "http://10.0.0.1/" }, given);
  expect(await done("PUT", "/api/Webhook/Test", { id })).toMatchObject({
    isDelivered: false,
    error: "The target is in a private network. ASBUILT_WEBHOOK_PRIVATE_TARGETS can permit it.",
  });
  await done("DELETE", "/api/Webhook/Delete", { id });
});

test("one run calls webhooks up to its limit, and ends with the last answer", async () => {
  let answered = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    answered++;
    return new Response();
  });
  const url = "https://erp.example/hook";
  const { id } = await done("PUT", "/api/Webhook/Upsert", { url });
  for (const name of ["SEK", "DKK", "PLN"]) await done("PUT", "/api/Currency/Upsert", { name });
  await worker.scheduled(undefined, { ...bindings, ASBUILT_WEBHOOK_CALLS: 2 });
  expect(answered).toBe(2);
  await done("DELETE", "/api/Webhook/Delete", { id });
});

test("the Worker sends the newest seal with the calls of its cron and of a trial", async () => {
  const anchors: unknown[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((_url, call) => {
    anchors.push(JSON.parse(new Headers(call?.headers).get("Asbuilt-Anchor") ?? "null"));
    return Promise.resolve(new Response());
  });
  const url = "https://erp.example/hook";
  const types = ["asbuilt.currency.*"];
  const { id } = await done("PUT", "/api/Webhook/Upsert", { url, types });
  await worker.scheduled(undefined, { ...bindings, ASBUILT_SEAL_KEY: "B".repeat(43) });
  const anchor = await done("POST", "/api/Audit/Anchor", {});
  expect(anchor).toMatchObject({ id: expect.any(Number) });
  await done("PUT", "/api/Currency/Upsert", { name: "CZK" });
  // Without the key it seals nothing.
  await worker.scheduled(undefined, bindings);
  await done("PUT", "/api/Webhook/Test", { id });
  expect(anchors).toEqual([anchor, anchor]);
  await done("DELETE", "/api/Webhook/Delete", { id });
});

test("a page of a configured origin may call the Worker", async () => {
  const Origin = "https://terminal.example";
  const preflight = new Request("https://plant.example/api/Location/List", {
    method: "OPTIONS",
    headers: { Origin, "Access-Control-Request-Method": "POST" },
  });
  const { headers } = await workerApp({ ...bindings, ASBUILT_CORS_ORIGINS: Origin }).fetch(
    preflight,
  );
  expect(headers.get("Access-Control-Allow-Origin")).toBe(Origin);
});

// Some requests of an administrator only read.
test.each(["/api/BomSlot/List", "/api/MaterialItem/List", "/api/ApiKey/List"])(
  "POST %s reads, and sends the database nothing after its answer",
  async (path) => {
    const asks = vi.spyOn(DB, "withSession");
    const work: Promise<unknown>[] = [];
    const ask = () =>
      worker.fetch(requestWith("POST", path, {}), bindings, {
        waitUntil: (more) => work.push(more),
      });
    // The first request of a key also looks the key up. Once a minute its use is written.
    await ask();
    await Promise.all(work.splice(0));
    asks.mockClear();
    const answer = await ask();
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    await Promise.all(work);
    expect(asks).toHaveBeenCalledTimes(1);
  },
);

test("a Worker ignores a database file and stays with D1", async () => {
  const given = { ...bindings, DATABASE_URL: "file:data/asbuilt.db" };
  expect((await get("/readyz", given)).status).toBe(200);
});

test("a libSQL server is used instead of D1", async () => {
  const sent: { url: string; token: string | null; isTimed: boolean }[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const { url, headers } = new Request(input, init);
    // If the server hangs, nothing else would abandon the response.
    const isTimed = init?.signal !== undefined;
    sent.push({ url, token: headers.get("Authorization"), isTimed });
    return Promise.resolve(new Response("no", { status: 404 }));
  });
  vi.spyOn(console, "warn").mockReturnValue();
  const given = {
    ...bindings,
    DATABASE_URL: "libsql://plant.example",
    DATABASE_AUTH_TOKEN: "token",
  };
  const answer = await workerApp(given, onServer).fetch(requestOf("/readyz"));
  expect(answer.status).toBe(503);
  expect(sent).toContainEqual({
    url: "https://plant.example/v3/pipeline",
    token: "Bearer token",
    isTimed: true,
  });
});

describe("the Worker does not start", () => {
  test("with an administrator's key that is short, has spaces or can't stand in a header", () => {
    for (const key of ["short", "a key of more than thirty-two characters", "ü".repeat(40)]) {
      const given = { ...bindings, ASBUILT_ADMIN_KEY: key };
      expect(() => workerApp(given)).toThrow(/ASBUILT_ADMIN_KEY/);
    }
  });

  test("with an invalid sealing key", () => {
    for (const key of ["short", "B".repeat(44), `${"B".repeat(42)}!`]) {
      expect(() => workerApp({ ...bindings, ASBUILT_SEAL_KEY: key })).toThrow(/ASBUILT_SEAL_KEY/);
    }
  });

  test("with a database that is not a server, because it would write to D1", () => {
    for (const url of ["libsq://plant.example", "wss://plant.example", " https://plant.example"]) {
      const given = { ...bindings, DATABASE_URL: url };
      expect(() => workerApp(given)).toThrow(/DATABASE_URL: libsql:\/\//);
    }
  });

  test("with a password in the database's address, which is not repeated", () => {
    const given = { ...bindings, DATABASE_URL: "libsql://user:secret@plant.example" };
    expect(() => workerApp(given)).toThrow(/^DATABASE_URL: (?!.*secret)/);
  });

  test("with a base of EPCIS identifiers that nothing can follow", () => {
    for (const base of ["plant 1", "https://plant.example/?of=1", "https://plant.example/#a"]) {
      const given = { ...bindings, ASBUILT_EPCIS_BASE: base };
      expect(() => workerApp(given)).toThrow(/ASBUILT_EPCIS_BASE: a URI without/);
    }
  });

  test("with a time zone that it does not know", () => {
    for (const zone of ["Mars/Base", "+09:00", "Europe/Berlin "]) {
      const given = { ...bindings, ASBUILT_TIME_ZONE: zone };
      expect(() => workerApp(given)).toThrow(/^ASBUILT_TIME_ZONE: the IANA name of a time zone/);
    }
  });

  test("with hours to date back that are no number of hours", () => {
    for (const hours of ["-1", "1.5", "3 days", true]) {
      const given = { ...bindings, ASBUILT_BACKDATING_HOURS: hours as string };
      expect(() => workerApp(given)).toThrow("ASBUILT_BACKDATING_HOURS: a number of hours.");
    }
  });

  test.each([
    ["DATABASE_URL", ["https://plant.example"]],
    ["DATABASE_AUTH_TOKEN", 1],
    ["ASBUILT_ADMIN_KEY", 10 ** 20],
    ["ASBUILT_CORS_ORIGINS", ["https://plant.example"]],
    ["ASBUILT_WEBHOOK_PRIVATE_TARGETS", { network: "10.0.0.0/8" }],
    ["ASBUILT_EVENT_SOURCE", false],
    ["ASBUILT_TIME_ZONE", 1],
  ])("with a %s that is not text but %j", (name, value) => {
    expect(() => workerApp({ ...bindings, [name]: value })).toThrow(`${name}: `);
  });

  test("without a database", () => {
    expect(() => workerApp({ ASSETS })).toThrow(/no database/);
    expect(() => workerApp(bindings, onServer)).toThrow(/^DATABASE_URL: /);
  });

  test("with a server but without its client, because it would write to D1", () => {
    const given = { ...bindings, DATABASE_URL: "libsql://plant.example" };
    expect(() => workerApp(given)).toThrow(/dist\/libsql\/index\.js/);
  });
});

test("the document and the docs page's script come from the assets", async () => {
  const document = await get("/openapi.json");
  expect(document.headers.get("Content-Type")).toBe("application/json");
  expect([document.status, await document.text()]).toEqual([200, "the document"]);
  const script = await get("/docs/standalone.js");
  expect([script.status, await script.text()]).toEqual([200, "the script"]);
  expect(script.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(script.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'/);
  // The assets' own headers are kept: the type, and the caching.
  expect(script.headers.get("Content-Type")).toBe("text/javascript");
  expect(script.headers.get("Cache-Control")).toBe("public, max-age=0");
  expect((await get("/docs/other.js")).status).toBe(404);
});

test("a log entry is one JSON object, with an error and its causes in it", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const gone = {
    withSession: () => {
      throw new Error("It is gone.", { cause: new Error("Somebody took it.") });
    },
  };
  expect((await get("/readyz", { ASSETS, DB: gone })).status).toBe(503);
  expect(JSON.parse(warn.mock.calls[0]?.[0] as string)).toMatchObject({
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    level: "warn",
    message: "The database is not ready.",
    error: { name: "Error", message: "It is gone.", cause: { message: "Somebody took it." } },
  });
});

test("the Worker's cron removes Idempotency-Keys that are older than 7 days", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const upsert = async (name: string) => {
    const headers = {
      ...bearer(adminKey),
      "Content-Type": "application/json",
      "Idempotency-Key": "cron",
    };
    const body = JSON.stringify({ name });
    const init = { method: "PUT", headers, body };
    const answer = await workerApp(bindings).request("/api/Currency/Upsert", init);
    return answer.status;
  };
  expect(await upsert("EUR")).toBe(200);
  await worker.scheduled(undefined, bindings);
  expect(await upsert("USD")).toBe(409);
  vi.setSystemTime(Date.now() + 7 * 24 * 60 * 60 * 1000 + 1);
  await worker.scheduled(undefined, bindings);
  expect(await upsert("USD")).toBe(200);
});

test("a task that fails is logged, and the cron continues", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const emptyDatabase = env["DB1"] as NonNullable<Bindings["DB"]>;
  await worker.scheduled(undefined, { ...bindings, DB: emptyDatabase });
  expect(logged.mock.calls.flat().join()).toContain('"task":"sweepKeys"');
});

test("the newest seal is kept in KV, and a record that does not follow it is not sealed", async () => {
  const { KEPT_ANCHOR } = env;
  const given = { ...bindings, KEPT_ANCHOR, ASBUILT_SEAL_KEY: "B".repeat(43) };
  const seals = async () => {
    const { results } = await env["DB0"]!.prepare("select id, hash from seal order by id").all();
    return results;
  };
  const change = (name: string) => done("PUT", "/api/Currency/Upsert", { name }, given);
  await change("Anchored");
  await worker.scheduled(undefined, given);
  const newest = (await seals()).at(-1)!;
  expect(JSON.parse((await KEPT_ANCHOR.get("anchor"))!)).toMatchObject(newest);
  expect((await get("/readyz", given)).status).toBe(200);

  // As if an earlier state of the database had been restored.
  const ahead = { id: Number(newest["id"]) + 1, lastSeq: 99_999, hash: "A".repeat(43) };
  await KEPT_ANCHOR.put("anchor", JSON.stringify(ahead));
  const logged = vi.spyOn(console, "error").mockReturnValue();
  await change("Unanchored");
  await worker.scheduled(undefined, given);
  expect(await seals()).toHaveLength(Number(newest["id"]));
  expect(logged.mock.calls.flat().join()).toContain(`KEPT_ANCHOR names seal ${ahead.id}`);
  const untrusted = await get("/readyz", given);
  expect(untrusted.status).toBe(503);
  expect(await untrusted.json()).toMatchObject({ status: "untrusted" });
  expect(await done("POST", "/api/Audit/Verify", {}, given)).toMatchObject({ isSound: false });

  const taken = await done("POST", "/api/Audit/TakeOver", { comment: "Restored" }, given);
  expect(taken).toMatchObject({ before: ahead, after: newest });
  await worker.scheduled(undefined, given);
  expect((await seals()).length).toBeGreaterThan(Number(newest["id"]));
  expect((await get("/readyz", given)).status).toBe(200);
  expect(await done("POST", "/api/Audit/Verify", {}, given)).toMatchObject({ isSound: true });
});

// The last test: the key of the others is no longer valid.
test("the cron ends the key of an earlier value of the secret", async () => {
  const next = "the-next-value-of-the-administrators-key";
  const statusWith = async (key: string, given: Bindings) =>
    (await workerApp(given).fetch(requestOf(item, bearer(key)))).status;
  const lines = vi.spyOn(console, "info").mockReturnValue();
  const changed = { ...bindings, ASBUILT_ADMIN_KEY: next };
  await worker.scheduled(undefined, bindings);
  await worker.scheduled(undefined, changed);
  expect([await statusWith(adminKey, changed), await statusWith(next, changed)]).toEqual([
    401, 200,
  ]);
  const logged = lines.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
  expect(logged).toContainEqual(expect.objectContaining({ kind: "key_replaced" }));
  expect(logged).toContainEqual(expect.objectContaining({ kind: "key_refused" }));
});
