import { createApp, newKeyUse } from "@asbuilt/http";
import { afterEach, describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { overtake } from "./overtake.ts";
import { messagesOf } from "./server-events.ts";
import { signIn, withCookie } from "./signed-in.ts";

const plant = await openPlant();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

afterEach(() => {
  plant.now = undefined;
});

const list = "/api/Location/List";
const upsert = "/api/Location/Upsert";
const location = () => ({ name: plant.unique("L") });
type Fields = Readonly<Record<string, unknown>>;

/** Makes a user of its own, a key of it, and a session of the key. */
async function signedIn(fields: Fields = {}) {
  const owner = await plant.done("put", "/api/User/Upsert", { name: plant.unique("User") });
  const sent = { name: plant.unique("Key"), userID: owner.id, role: "admin", ...fields };
  const made = await plant.done("post", "/api/ApiKey/Create", sent);
  return { owner, key: made.key as string, ...(await signIn(plant, made.key)) };
}

const end = (id: number | undefined, by = {}) => plant.delete("/api/Session/Delete", { id }, by);
const read = (by: object) => plant.post(list, {}, by);
const write = (by: object) => plant.put(upsert, location(), by);

/** Expects that neither a read nor a write is admitted, and that the log stays as it is. */
async function expectEnded({ by }: { readonly by: object }, detail: string) {
  const count = () => plant.sql("select count(*) as n from change_log");
  const before = await count();
  for (const answer of [await read(by), await write(by), await read(by)]) {
    expect(answer).toMatchObject({ status: 401, body: { code: "unauthorized", detail } });
  }
  expect(await count()).toEqual(before);
}

describe("Create", () => {
  test("answers a session of the key, and its cookie for this host alone", async () => {
    const { key, owner } = await signedIn();
    const at = (plant.now = Date.now());
    const { status, headers, body } = await plant.post("/api/Session/Create", {}, { key });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number),
      keyID: expect.any(Number),
      keyName: expect.any(String),
      user: owner.name,
      userID: owner.id,
      station: null,
      createdAt: new Date(at).toISOString(),
      expiresAt: new Date(at + 12 * hourMs).toISOString(),
      idleMinutes: 30,
      lastUsedAt: null,
      endedAt: null,
    });
    expect(headers.get("Set-Cookie")).toMatch(
      /^__Host-asbuilt=abs_[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  test("is in the record as the person's, without the token", async () => {
    const { id, keyID, owner, cookie } = await signedIn();
    const [created] = await plant.done("post", "/api/History/List", { entity: "Session", id });
    expect(created).toMatchObject({ action: "created", userID: owner.id, keyID });
    expect(created.after).toMatchObject({ keyID, idleMinutes: 30 });
    expect(JSON.stringify(created)).not.toContain("hash");
    const token = cookie.split("=")[1]!;
    for (const table of ["session", "change_log"]) {
      const rows = JSON.stringify(await plant.sql(`select * from ${table}`));
      expect(rows).not.toContain(token);
    }
  });

  test("sets the cookie once, if it is repeated under an Idempotency-Key", async () => {
    const { key } = await signedIn();
    const send = () =>
      plant.post("/api/Session/Create", {}, { key, headers: { "Idempotency-Key": "sign in" } });
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
    expect([first, again].map(({ headers }) => headers.has("Set-Cookie"))).toEqual([true, false]);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
  });

  test("needs the key itself: no session prolongs itself", async () => {
    const { by } = await signedIn();
    const answer = await plant.post("/api/Session/Create", {}, by);
    expect(answer).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect((await read(by)).status).toBe(200);
  });

  test("never outlives the key", async () => {
    const expiresAt = new Date(Date.now() + hourMs).toISOString();
    expect((await signedIn({ expiresAt })).expiresAt).toBe(expiresAt);
    const later = new Date(Date.now() + 13 * hourMs).toISOString();
    const { by, ...longer } = await signedIn({ expiresAt: later });
    expect(longer.expiresAt < later).toBe(true);
    const { body: own } = await plant.post("/api/Session/Get", {}, by);
    expect(own).toMatchObject({ expiresAt: longer.expiresAt, keyExpiresAt: later });
  });
});

describe("a request with a cookie", () => {
  test("is that of the key and its user", async () => {
    const { id, key, keyID, owner, expiresAt, by } = await signedIn();
    const own = await plant.post("/api/Session/Get", {}, by);
    const ofKey = await plant.post("/api/Session/Get", {}, { key });
    expect(ofKey.body).toMatchObject({
      keyID,
      expiresAt: null,
      sessionID: null,
      idleMinutes: null,
    });
    expect(own.body).toEqual({ ...ofKey.body, sessionID: id, expiresAt, idleMinutes: 30 });
    expect(own.body).toMatchObject({ user: owner.name, roles: null, role: "admin" });
    const { body: made } = await write(by);
    const [change] = await plant.done("post", "/api/History/List", {
      entity: "Location",
      id: made.id,
    });
    expect(change).toMatchObject({ action: "created", userID: owner.id, keyID });
  });

  test.for([null, "none", "same-site", "cross-site", "same-origin, same-origin"])(
    "from elsewhere (Sec-Fetch-Site: %s) is refused, and does nothing",
    async (site) => {
      const { cookie, by } = await signedIn();
      const sent = location();
      const refused = { status: 403, body: { code: "cross_site" } };
      const elsewhere = withCookie(cookie, site);
      expect(await plant.put(upsert, sent, elsewhere)).toMatchObject(refused);
      expect(await read(elsewhere)).toMatchObject(refused);
      expect(await plant.get("/api/Event/Stream", elsewhere)).toMatchObject(refused);
      expect((await plant.post(list, sent, by)).body).toEqual([]);
    },
  );

  test("and with Authorization is one with that key, wherever it comes from", async () => {
    const { cookie } = await signedIn();
    const headers = { Cookie: cookie, "Sec-Fetch-Site": "cross-site" };
    const both = await plant.post("/api/Session/Get", {}, { headers });
    expect(both).toMatchObject({ status: 200, body: { role: "admin", sessionID: null } });
    const wrong = { key: "x".repeat(43), headers: { ...headers, "Sec-Fetch-Site": "same-origin" } };
    expect((await read(wrong)).status).toBe(401);
  });

  test("repeats what the key has sent under the same names", async () => {
    const { key, by } = await signedIn();
    const { Name: productName } = await plant.product();
    const body = { productName, qty: 1, visualSerialNo: plant.unique("SN") };
    const named = { "Idempotency-Key": plant.unique("key") };
    const externalRef = { system: plant.unique("System"), id: "1" };
    const receive = (fields: object, options: object) =>
      plant.post("/api/MaterialItem/Receive", { ...body, ...fields }, options);
    const first = await receive({}, { key, headers: named });
    const again = await receive({}, { ...by, headers: { ...by.headers, ...named } });
    expect(again.body).toEqual(first.body);
    const other = { visualSerialNo: plant.unique("SN"), externalRef };
    expect((await receive(other, { key })).body).toEqual((await receive(other, by)).body);
  });

  test("is bound as its key is", async () => {
    const operations = ["locationList", "materialItemReceive"];
    const { by } = await signedIn({ operations, externalSystems: ["ERP"] });
    const { body } = await plant.post("/api/Session/Get", {}, by);
    expect(body.operations.toSorted()).toEqual(
      [...operations, "sessionCreate", "sessionDelete", "sessionGet"].toSorted(),
    );
    expect((await read(by)).status).toBe(200);
    expect(await write(by)).toMatchObject({ status: 403, body: { code: "key_bound" } });
    const externalRef = { system: "MES", id: "1" };
    const receipt = { productName: "None", qty: 1, visualSerialNo: "None", externalRef };
    expect(await plant.post("/api/MaterialItem/Receive", receipt, by)).toMatchObject({
      status: 403,
      body: { code: "key_bound" },
    });
    const elsewhere = await signedIn({ addresses: ["192.0.2.7"] }).catch(String);
    expect(elsewhere).toContain("Session/Create answered 403");
  });

  test("has the roles that its user has now", async () => {
    const { owner, by } = await signedIn();
    expect((await write(by)).status).toBe(200);
    const change = (roles: string[] | null) =>
      plant.done("put", "/api/User/Upsert", { id: owner.id, roles });
    await change(["viewer"]);
    expect(await write(by)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await read(by)).status).toBe(200);
    await change(null);
    expect((await write(by)).status).toBe(200);
  });
});

describe("a session ends", () => {
  test("with Delete, and its cookie goes", async () => {
    const session = await signedIn();
    const ended = await end(undefined, session.by);
    expect(ended.body).toMatchObject({ id: session.id, endedAt: expect.any(String) });
    expect(ended.headers.get("Set-Cookie")).toBe(
      "__Host-asbuilt=; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=0",
    );
    await expectEnded(session, "The session has been ended.");
    expect((await read({ key: session.key })).status).toBe(200);
  });

  test("with its key", async () => {
    const session = await signedIn();
    await plant.done("put", "/api/ApiKey/Revoke", { id: session.keyID });
    await expectEnded(session, "The key has been revoked.");
  });

  test("while its user is retired", async () => {
    const session = await signedIn();
    const { id } = session.owner;
    await plant.done("put", "/api/User/Upsert", { id, isActive: false });
    await expectEnded(session, "The key's user is retired.");
    await plant.done("put", "/api/User/Upsert", { id, isActive: true });
    expect((await read(session.by)).status).toBe(200);
  });

  test("when it was not used for 30 minutes", async () => {
    const own = await openPlant();
    const at = (own.now = Date.now());
    const { by } = await signIn(own, own.keys.admin);
    const detail = async (now: number) => {
      own.now = now;
      return (await own.put(upsert, location(), by)).body.detail;
    };
    expect(await detail(at + 30 * minuteMs - 1)).toBeUndefined();
    const refused = "The session has ended: it was not used for too long.";
    expect(await detail(at + 30 * minuteMs)).toBe(refused);
    // A clock that is set back makes it valid no more.
    expect(await detail(at)).toBe(refused);
  });

  test("no sooner if the log is ahead of the clock, and then also by the log", async () => {
    const own = await openPlant();
    const at = Date.now();
    own.now = at + 24 * hourMs;
    await own.done("put", upsert, location());
    own.now = at;
    const first = await signIn(own, own.keys.admin);
    const status = async () => (await own.post(list, {}, first.by)).status;
    expect(await status()).toBe(200);
    own.now = at + 24 * hourMs + 30 * minuteMs;
    await own.done("put", upsert, location());
    own.now = at;
    expect(await status()).toBe(401);
  });

  test("12 hours after it was made, however often it is used", async () => {
    const own = await openPlant();
    const at = (own.now = Date.now());
    const { id, by } = await signIn(own, own.keys.viewer);
    await own.database.executor.run(used(id, at + 12 * hourMs - 1));
    const status = async (now: number) => {
      own.now = now;
      return (await own.post(list, {}, by)).body.detail;
    };
    expect(await status(at + 12 * hourMs - 1)).toBeUndefined();
    expect(await status(at + 12 * hourMs)).toBe("The session has expired.");
  });

  test("and there never was one with an unknown cookie", async () => {
    const unknown = withCookie(`__Host-asbuilt=abs_${"x".repeat(43)}`);
    await expectEnded({ by: unknown }, "The session is not known.");
    // A key is no session, and a session is no key.
    const asSession = withCookie(`__Host-asbuilt=${plant.keys.admin}`);
    await expectEnded({ by: asSession }, "The session is not known.");
    const { cookie } = await signedIn();
    await expectEnded({ by: { key: cookie.split("=")[1]! } }, "The key is not known.");
  });
});

/** The write of one use of a session, as the service does it off the path of requests. */
function used(sessionId: number, at: number) {
  const use = newKeyUse(() => at);
  use.note(1, sessionId);
  let work: unknown;
  void use.write({ run: (given: unknown) => ((work = given), Promise.resolve()) } as never);
  return work as never;
}

test("a session that is used stays, at the cost of no statement of a request", async () => {
  const own = await openPlant();
  const at = (own.now = Date.now());
  const use = newKeyUse(() => own.now!);
  const app = createApp({
    executor: own.database.executor,
    now: () => own.now!,
    log: () => {},
    onKeyUse: use.note,
    sessionIdleMinutes: 5,
    sessionHours: 1,
    asset: () => Promise.resolve(undefined),
  });
  const send = async (path: string, headers: Record<string, string>) => {
    const all = { "Content-Type": "application/json", ...headers };
    return app.request(path, { method: "POST", body: "{}", headers: all });
  };
  const made = await send("/api/Session/Create", { Authorization: `Bearer ${own.keys.viewer}` });
  const cookie = made.headers.get("Set-Cookie")!.split(";", 1)[0]!;
  const record = (await made.json()) as { id: number; idleMinutes: number; expiresAt: string };
  const expiresAt = new Date(at + hourMs).toISOString();
  expect(record).toMatchObject({ idleMinutes: 5, expiresAt });
  const status = async (minutes: number) => {
    own.now = at + minutes * minuteMs;
    return (await send(list, { Cookie: cookie, "Sec-Fetch-Site": "same-origin" })).status;
  };
  for (let minutes = 4; minutes <= 56; minutes += 4) {
    expect(await status(minutes)).toBe(200);
    await use.write(own.database.executor);
  }
  const [listed] = await own.done("post", "/api/Session/List", { id: record.id });
  expect(listed.lastUsedAt).toBe(new Date(at + 56 * minuteMs).toISOString());
  expect(await status(60)).toBe(401);
  await use.write(own.database.executor);
  // A refused request is no use.
  const [after] = await own.done("post", "/api/Session/List", { id: record.id });
  expect(after.lastUsedAt).toBe(listed.lastUsedAt);
});

describe("Delete", () => {
  test("ends another session of the same key, and those of others only for who may revoke", async () => {
    const [own, other] = [await signedIn({ role: "engineer" }), await signedIn()];
    const second = await signIn(plant, own.key);
    expect(await end(other.id, own.by)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await read(other.by)).status).toBe(200);
    const ended = await end(second.id, own.by);
    expect([ended.status, ended.headers.has("Set-Cookie")]).toEqual([200, false]);
    await expectEnded(second, "The session has been ended.");
    expect((await read(own.by)).status).toBe(200);
    const role = await plant.done("put", "/api/Role/Upsert", {
      name: plant.unique("Role"),
      operations: ["apiKeyRevoke"],
    });
    const revoker = await signedIn({ role: role.name });
    expect((await end(other.id, revoker.by)).status).toBe(200);
    await expectEnded(other, "The session has been ended.");
    const bound = await signedIn({ role: "admin", operations: ["locationList"] });
    expect((await end(own.id, bound.by)).status).toBe(403);
    expect((await end(own.id)).status).toBe(200);
  });

  test("changes nothing of a session that was ended", async () => {
    const { id } = await signedIn();
    const first = await end(id);
    plant.now = Date.now() + minuteMs;
    expect((await end(id)).body).toEqual(first.body);
    const filter = { entity: "Session", id };
    const changes = await plant.done("post", "/api/History/List", filter);
    expect(changes.map(({ action }: { action: string }) => action)).toEqual(["created", "ended"]);
  });

  test("needs a session: the request's, or one by its id", async () => {
    const none = await end(undefined);
    expect(none).toMatchObject({ status: 400, body: { code: "validation_failed" } });
    expect(none.body.errors).toMatchObject([{ pointer: "/id" }]);
    expect(await end(9_999_999_999)).toMatchObject({ status: 404, body: { code: "not_found" } });
  });
});

test("List has the sessions of a key or a user, and those that are valid", async () => {
  const first = await signedIn();
  const second = await signIn(plant, first.key);
  const ids = async (filter: object) => {
    const found = await plant.done("post", "/api/Session/List", filter);
    return found.map(({ id }: { id: number }) => id);
  };
  const both = [first.id, second.id];
  const of = { keyID: first.keyID };
  expect(await ids(of)).toEqual(both);
  expect(await ids({ userID: first.owner.id })).toEqual(both);
  expect(await ids({ user: first.owner.name.toUpperCase() })).toEqual(both);
  expect(await ids({ ...of, isValid: true })).toEqual(both);
  expect(await ids({ ...of, isValid: false })).toEqual([]);
  await end(first.id);
  expect(await ids({ ...of, isValid: true })).toEqual([second.id]);
  expect(await ids({ ...of, isValid: false })).toEqual([first.id]);
  plant.now = Date.now() + 30 * minuteMs;
  expect(await ids({ ...of, isValid: true })).toEqual([]);
  plant.now = undefined;
  expect(await ids({ ...of, isValid: true })).toEqual([second.id]);
  await plant.done("put", "/api/ApiKey/Revoke", { id: first.keyID });
  expect(await ids({ ...of, isValid: true })).toEqual([]);
});

test("64 writes that race with the end of their session leave none after it", async () => {
  const { id, keyID, by } = await signedIn();
  const name = plant.unique("L");
  const writes = plant.race(64, (i) => plant.put(upsert, { name: `${name}-${i}` }, by));
  const [{ answers }] = await Promise.all([writes, end(id)]);
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => ![200, 401].includes(status))).toEqual([]);
  const [late] = await plant.sql(
    `select count(*) as n from change_log where key_id = ? and seq >
      (select seq from change_log where entity = 'Session' and entity_id = ? and action = 'ended')`,
    keyID,
    id,
  );
  expect(late).toEqual({ n: 0 });
  expect((await write(by)).status).toBe(401);
});

test("a write that the end of its session overtakes is refused", async () => {
  const { id, by } = await signedIn();
  const sent = location();
  const [overtaken] = await overtake(
    plant,
    () => plant.put(upsert, sent, by),
    () => end(id),
  );
  expect(overtaken.status).toBe(401);
  expect((await plant.post(list, sent)).body).toEqual([]);
});

test("writes of a key and of its sessions that run together have checks of their own", async () => {
  const { id, key, by } = await signedIn();
  const second = await signIn(plant, key);
  await end(id);
  const ways = [{ key }, by, second.by];
  const { Name: productName } = await plant.product();
  const receive = (options: object) => {
    const receipt = { productName, qty: 1, visualSerialNo: plant.unique("SN") };
    return plant.post("/api/MaterialItem/Receive", receipt, options);
  };
  const { answers } = await plant.race(24, (i) => receive(ways[i % 3]!));
  const expected = answers.map((_, i) => (i % 3 === 1 ? 401 : 200));
  expect(answers.map(({ status }) => status)).toEqual(expected);
});

test("a stream ends with its session", async () => {
  const { id, by } = await signedIn();
  const at = (plant.now = Date.now());
  const messages = messagesOf(await plant.fetch("/api/Event/Stream?types=asbuilt.bom.*", by));
  expect(await messages.next()).toBeDefined();
  plant.now = at + 20_000;
  expect(await messages.next()).toMatchObject({ comment: true });
  await end(id);
  plant.now = at + 40_000;
  expect(await messages.next()).toBeUndefined();
});
