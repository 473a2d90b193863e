import { createApp, type LogEntry } from "@asbuilt/http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { signIn } from "./signed-in.ts";

// Records that no request made stand for very many that requests made.
const plant = await openPlant({ isEdited: true });
const log: LogEntry[] = [];
const used: (number | undefined)[] = [];
const app = createApp({
  executor: plant.database.executor,
  now: () => plant.now ?? Date.now(),
  limits: { addressOf: () => "192.0.2.1" },
  log: (entry) => log.push(entry),
  logsReads: true,
  onKeyUse: (...ids) => used.push(...ids),
  keyDays: 10,
  asset: () => Promise.resolve(undefined),
});

let passedMs = 0;

/** Lets seconds pass: events of one kind that come together are one line. */
function pass(): void {
  passedMs += 5000;
  plant.now = Date.now() + passedMs;
}

beforeEach(pass);
afterEach(() => {
  log.length = 0;
  used.length = 0;
  plant.now = undefined;
});

type Headers = Readonly<Record<string, string>>;

/** Sends a request with a key, or with the headers of a page that has a cookie. */
async function send(path: string, body: object, by: string | Headers | null = plant.keys.admin) {
  const answer = await app.request(path, {
    method: path.endsWith("/Revoke") ? "PUT" : path.endsWith("/Delete") ? "DELETE" : "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Request-Id": "request-1",
      ...(typeof by === "string" ? { Authorization: `Bearer ${by}` } : by),
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: JSON.parse(text) };
}

const kindsLogged = () => log.map(({ kind }) => kind);
const admin = (await plant.post("/api/ApiKey/List", { role: "admin" })).body[0];
const sender = { address: "192.0.2.1", requestId: "request-1" };
const byAdmin = { ...sender, keyId: admin.id, userId: admin.userID };

describe("the security log names", () => {
  test("a key that is not known, by its beginning", async () => {
    await send("/api/Location/List", {}, "ab_abcdefghijklmnopqrstuvwxyz");
    expect(log).toMatchObject([
      {
        level: "info",
        kind: "key_refused",
        ...sender,
        path: "/api/Location/List",
        keyPrefix: "ab_abc",
        reason: "The key is not known.",
      },
    ]);
  });

  test("no part of a key that is short, and no key at all", async () => {
    await send("/api/Location/List", {}, "password");
    expect(log).toMatchObject([{ kind: "key_refused", ...sender }]);
    expect(log[0]).not.toHaveProperty("keyPrefix");
    pass();
    await send("/api/Location/List", {}, null);
    expect(log.at(-1)).toMatchObject({
      kind: "key_refused",
      reason: expect.stringContaining("Send a key"),
    });
  });

  test("the sender of a request above the role of its key", async () => {
    await send("/api/ApiKey/List", {}, plant.keys.viewer);
    const operation = "apiKeyList";
    expect(log).toMatchObject([{ kind: "role_refused", ...sender, operation }]);
    expect(log[0]).toHaveProperty("keyId", expect.any(Number));
    // The key itself is valid.
    expect(log[0]).not.toHaveProperty("keyPrefix");
  });

  test("keys that are created and revoked, and who did it", async () => {
    const key = { name: "Line 3", user: "operator", role: "viewer" };
    const { body } = await send("/api/ApiKey/Create", key);
    await send("/api/ApiKey/Revoke", { id: body.id });
    await send("/api/Location/List", {}, body.key);
    const of = { ofKeyId: body.id, ofUserId: body.userID, role: "viewer" };
    expect(log).toMatchObject([
      { kind: "key_created", ...byAdmin, ...of },
      { kind: "key_revoked", ...byAdmin, ...of },
      { kind: "key_refused", reason: "The key has been revoked.", keyId: body.id },
    ]);
  });

  test("exports", async () => {
    await send("/api/Epcis/Query", {});
    expect(log).toMatchObject([
      { kind: "export", ...byAdmin, operation: "epcisQuery" },
      { kind: "read", operation: "epcisQuery" },
    ]);
  });

  test("reads of very many records", async () => {
    const types = Array.from({ length: 1000 }, (_, i) => `('Mass ${i}', 'mass ${i}', 1, 1)`);
    for (let at = 0; at < types.length; at += 100) {
      await plant.sql(
        `insert into currency (name, name_key, rev_no, is_active) values ${types.slice(at, at + 100).join()}`,
      );
    }
    await send("/api/Currency/List", { name: "EUR" });
    expect(kindsLogged()).toEqual(["read"]);
    const { body } = await send("/api/Currency/List", {});
    const bulk = log.filter(({ kind }) => kind === "bulk_read");
    const operation = "currencyList";
    expect(bulk).toMatchObject([{ ...byAdmin, operation, rows: body.length }]);
  });
});

test("the log of reads has who read what, and no write", async () => {
  await send("/api/MaterialItem/GetByFilter", { orderNo: "WO-1" }, plant.keys.viewer);
  await send("/api/MaterialItem/Receive", { productName: "None", visualSerialNo: "S", qty: 1 });
  expect(log).toMatchObject([
    {
      level: "info",
      message: "Read.",
      kind: "read",
      operation: "materialItemGetByFilter",
      requestId: "request-1",
      path: "/api/MaterialItem/GetByFilter",
      body: '{"orderNo":"WO-1"}',
    },
  ]);
});

test("a use of a key counts if the key is valid", async () => {
  await send("/api/Location/List", {});
  await send("/api/Location/List", {}, "ab_abcdefghijklmnopqrstuvwxyz");
  expect(used).toEqual([admin.id, undefined]);
});

describe("of a session", () => {
  const by = ({ cookie }: { readonly cookie: string }, site = "same-origin") => ({
    Cookie: cookie,
    "Sec-Fetch-Site": site,
  });

  test("its making, its end and what it is refused are logged next to its key", async () => {
    const { body, headers } = await send("/api/Session/Create", {}, plant.keys.viewer);
    const session = { cookie: headers.get("Set-Cookie")!.split(";", 1)[0]! };
    const { id: ofSessionId, keyID: keyId, userID: userId } = body;
    expect(log).toMatchObject([{ kind: "session_created", ...sender, keyId, userId, ofSessionId }]);
    const sent = { ...sender, keyId, userId, sessionId: ofSessionId };
    await send("/api/ApiKey/List", {}, by(session));
    await send("/api/Location/List", {}, by(session));
    await send("/api/Session/Delete", {}, by(session));
    await send("/api/Location/List", {}, by(session));
    const of = { ofSessionId, ofKeyId: keyId, ofUserId: userId };
    expect(log.slice(1)).toMatchObject([
      { kind: "role_refused", ...sent },
      { kind: "read", keyId, userId, sessionId: ofSessionId },
      { kind: "session_ended", ...sent, ...of },
      { kind: "key_refused", ...sent, reason: "The session has been ended." },
    ]);
    expect(JSON.stringify(log)).not.toContain(session.cookie.split("=")[1]);
  });

  test("a request from another site is logged", async () => {
    const session = await signIn(plant, plant.keys.viewer);
    await send("/api/Location/List", {}, by(session, "cross-site"));
    const path = "/api/Location/List";
    expect(log).toMatchObject([{ kind: "cross_site_refused", ...sender, path }]);
    expect(JSON.stringify(log)).not.toContain(session.cookie.split("=")[1]);
  });

  test("a use counts for it and for its key", async () => {
    const session = await signIn(plant, plant.keys.admin);
    await send("/api/Location/List", {}, by(session));
    await send("/api/Location/List", {}, by(session, "none"));
    expect(used).toEqual([admin.id, session.id]);
  });
});

test("a key is listed with the minute of its last use", async () => {
  const of = async () => (await plant.post("/api/ApiKey/List", { id: admin.id })).body[0];
  expect(await of()).toMatchObject({ lastUsedAt: null });
  await plant.sql(
    "insert into api_key_use (key_id, at) values (?, ?)",
    admin.id,
    1_795_700_040_000,
  );
  expect(await of()).toMatchObject({ lastUsedAt: "2026-11-26T13:34:00.000Z" });
});

test("a key that is created without an expiry gets the configured one", async () => {
  const key = { name: "Short", user: "operator", role: "viewer" };
  const { body } = await send("/api/ApiKey/Create", key);
  const lifetime = Date.parse(body.expiresAt) - Date.parse(body.createdAt);
  expect(lifetime).toBe(10 * 86_400_000);
  const own = await send("/api/ApiKey/Create", { ...key, expiresAt: "2099-01-01T00:00:00Z" });
  expect(own.body.expiresAt).toBe("2099-01-01T00:00:00.000Z");
});
