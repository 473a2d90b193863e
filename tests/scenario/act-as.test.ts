import { afterEach, describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { overtake } from "./overtake.ts";
import { signIn, withCookie } from "./signed-in.ts";

const plant = await openPlant();
const minuteMs = 60_000;
const pin = "480217";

afterEach(() => {
  plant.now = undefined;
});

type Fields = Readonly<Record<string, unknown>>;

/** Makes a user with a badge and a PIN of the person's own. */
async function person(fields: Fields = {}) {
  const badge = plant.unique("Badge");
  const sent = { name: plant.unique("Person"), badge, ...fields };
  const { id, name } = await plant.done("put", "/api/User/Upsert", sent);
  const role = (fields["roles"] as string[] | undefined)?.[0] ?? "operator";
  const keyOf = { name: plant.unique("Key"), userID: id, role };
  const { key } = await plant.done("post", "/api/ApiKey/Create", keyOf);
  expect((await plant.put("/api/User/SetPin", { pin }, { key })).status).toBe(200);
  return { id, name, badge };
}

/** Makes a station: a user, a key of it and a session of the key. */
async function station(fields: Fields = {}) {
  const owner = await plant.done("put", "/api/User/Upsert", { name: plant.unique("Station") });
  const sent = { name: plant.unique("Station of line"), userID: owner.id, role: "viewer" };
  const made = await plant.done("post", "/api/ApiKey/Create", { ...sent, ...fields });
  const session = await signIn(plant, made.key);
  return { ...session, owner, key: made.key as string, keyName: made.name as string };
}

const actAs = (badge: string, by: object, sent = pin) =>
  plant.post("/api/Session/ActAs", { badge, pin: sent }, by);

/** Lets a person act at a station, and returns how a page sends requests then. */
async function acting(who: { readonly badge: string }, by: object) {
  const { status, headers, body } = await actAs(who.badge, by);
  if (status !== 200) throw new Error(`Session/ActAs answered ${status}: ${JSON.stringify(body)}`);
  const cookie = headers.get("Set-Cookie")!.split(";", 1)[0]!;
  return { ...body, cookie, by: withCookie(cookie) } as Awaited<ReturnType<typeof signIn>>;
}

const who = async (by: object) => (await plant.post("/api/Session/Get", {}, by)).body;
const write = (by: object) => plant.put("/api/Location/Upsert", { name: plant.unique("L") }, by);
const cookieIn = ({ headers }: { readonly headers: Headers }) =>
  headers.get("Set-Cookie")!.split(";", 1)[0]!;

describe("ActAs", () => {
  test("makes a session of the person at the station, of 15 minutes", async () => {
    const [at, someone] = [await station(), await person({ roles: ["operator"] })];
    const now = (plant.now = Date.now());
    const own = await acting(someone, at.by);
    const expiresAt = new Date(now + 15 * minuteMs).toISOString();
    expect(own).toMatchObject({ user: someone.name, userID: someone.id, expiresAt });
    expect(await who(own.by)).toMatchObject({
      user: someone.name,
      userID: someone.id,
      roles: ["operator"],
      keyID: at.keyID,
      station: at.keyName,
      sessionID: own.id,
    });
    plant.now = now + 15 * minuteMs;
    expect((await plant.post("/api/Location/List", {}, own.by)).status).toBe(401);
  });

  test("is in the record as the person's, with the station beside", async () => {
    const [at, someone] = [await station(), await person({ roles: ["admin"] })];
    const { by, id } = await acting(someone, at.by);
    const { body: made } = await write(by);
    const ofLocation = { entity: "Location", id: made.id };
    const named = { userID: someone.id, user: someone.name, keyID: at.keyID, station: at.keyName };
    const [written] = await plant.done("post", "/api/History/List", ofLocation);
    expect(written).toMatchObject(named);
    const ofSession = { entity: "Session", id };
    const [created] = await plant.done("post", "/api/History/List", ofSession);
    expect(created).toMatchObject({ action: "created", ...named });
    expect(created.after).toMatchObject({ userID: someone.id, stationSessionID: at.id });
    const events = await plant.post("/api/Event/List", {
      after: written.seq - 1,
      types: ["asbuilt.location.*"],
    });
    expect(events.body.events[0].data).toMatchObject({
      userID: someone.id,
      station: at.keyName,
    });
    // A change by the own key has no station.
    const { body: own } = await write({ key: plant.keys.admin });
    const [change] = await plant.done("post", "/api/History/List", {
      entity: "Location",
      id: own.id,
    });
    expect(change.station).toBeNull();
    expect(await plant.done("post", "/api/Audit/Verify", {})).toMatchObject({ findings: [] });
  });

  test("is sent by the key of a station, too", async () => {
    const [at, someone] = [await station(), await person()];
    const own = await acting(someone, { key: at.key });
    expect(own.cookie).toMatch(/^__Host-asbuilt=abs_[\w-]{43}$/);
    expect(await who(own.by)).toMatchObject({ userID: someone.id, station: at.keyName });
  });

  test("with a wrong PIN is refused, and in the security log with the station", async () => {
    const [at, someone] = [await station(), await person()];
    plant.log.length = 0;
    const { status, body, headers } = await actAs(someone.badge, at.by, "615082");
    expect({ status, code: body.code }).toEqual({ status: 403, code: "pin_refused" });
    expect(headers.has("Set-Cookie")).toBe(false);
    expect(plant.log).toMatchObject([
      { kind: "pin_refused", keyId: at.keyID, ofUserId: someone.id, operation: "sessionActAs" },
    ]);
    expect(JSON.stringify(plant.log)).not.toContain("615082");
  });

  test("with a PIN that an administrator chose is refused until it is changed", async () => {
    const [at, { id, badge }] = [await station(), await person()];
    const first = "739105";
    await plant.done("put", "/api/User/ResetPin", { userID: id, pin: first });
    expect((await actAs(badge, at.by, first)).body.code).toBe("pin_temporary");
    const change = { badge, currentPin: first, pin };
    expect((await plant.put("/api/User/SetPin", change, at.by)).status).toBe(200);
    expect((await actAs(badge, at.by)).status).toBe(200);
  });

  test("of the next person ends the session of the one before", async () => {
    const at = await station();
    const [one, other] = [await person(), await person()];
    const first = await acting(one, at.by);
    const second = await acting(other, first.by);
    expect((await who(second.by)).userID).toBe(other.id);
    const ended = await plant.post("/api/Session/Get", {}, first.by);
    expect(ended).toMatchObject({ status: 401, body: { detail: "The session has been ended." } });
  });

  test("is not for who acts already, without the session of a station", async () => {
    const [at, one, other] = [await station(), await person(), await person()];
    const own = await acting(one, { key: at.key });
    expect((await actAs(other.badge, own.by)).body.code).toBe("forbidden");
  });

  test("repeated under its Idempotency-Key sets no cookie", async () => {
    const [at, someone] = [await station(), await person()];
    const named = { ...at.by, headers: { ...at.by.headers, "Idempotency-Key": "act" } };
    const [first, again] = [await actAs(someone.badge, named), await actAs(someone.badge, named)];
    expect(again.body).toEqual(first.body);
    expect([first, again].map(({ headers }) => headers.has("Set-Cookie"))).toEqual([true, false]);
  });

  test("by 64 callers with wrong PINs is tried 5 times", async () => {
    const [at, someone] = [await station(), await person()];
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => actAs(someone.badge, at.by, "615082")),
    );
    const codes = answers.map(({ body }) => body.code as string);
    expect(codes.filter((code) => code === "pin_refused")).toHaveLength(5);
    expect((await actAs(someone.badge, at.by)).status).toBe(429);
  });
});

describe("a person at a station", () => {
  const upsert = (by: object) => plant.put("/api/ProductType/Upsert", { name: "" }, by);

  test("has the roles of the person, and not that of the station's key", async () => {
    const at = await station({ role: "viewer" });
    const admin = await acting(await person({ roles: ["admin"] }), at.by);
    expect((await upsert(admin.by)).status).toBe(400);
    const strong = await station({ role: "admin" });
    const viewer = await acting(await person({ roles: ["viewer"] }), strong.by);
    expect((await upsert(viewer.by)).body.code).toBe("forbidden");
    expect((await who(viewer.by)).operations).not.toContain("productTypeUpsert");
  });

  test("without roles has that of the station's key", async () => {
    const someone = await person();
    const weak = await acting(someone, (await station({ role: "viewer" })).by);
    expect((await upsert(weak.by)).body.code).toBe("forbidden");
    const strong = await acting(someone, (await station({ role: "admin" })).by);
    expect((await upsert(strong.by)).status).toBe(400);
  });

  test("stays within the bounds of the station's key", async () => {
    const operations = ["sessionActAs", "locationList"];
    const at = await station({ operations });
    const { by } = await acting(await person({ roles: ["admin"] }), at.by);
    expect((await plant.post("/api/Location/List", {}, by)).status).toBe(200);
    expect((await upsert(by)).body.code).toBe("key_bound");
    expect((await who(by)).operations).not.toContain("productTypeUpsert");
  });

  test("loses a role with the next request", async () => {
    const someone = await person({ roles: ["admin"] });
    const { by } = await acting(someone, (await station()).by);
    expect((await upsert(by)).status).toBe(400);
    await plant.done("put", "/api/User/Upsert", { id: someone.id, roles: ["viewer"] });
    expect((await upsert(by)).body.code).toBe("forbidden");
  });

  test.for([
    ["put", "/api/User/Upsert"],
    ["put", "/api/User/ResetPin"],
    ["put", "/api/Role/Upsert"],
    ["post", "/api/ApiKey/Create"],
  ] as const)("gives nobody rights, by %s %s", async ([method, path]) => {
    const { by } = await acting(await person({ roles: ["admin"] }), (await station()).by);
    expect((await plant[method](path, {}, by)).body.code).toBe("forbidden");
  });

  test("sets the PIN with the one until now only", async () => {
    const { by } = await acting(await person(), (await station()).by);
    const next = "739105";
    expect((await plant.put("/api/User/SetPin", { pin: next }, by)).body.code).toBe(
      "sign_in_again",
    );
    const both = { pin: next, currentPin: pin };
    expect((await plant.put("/api/User/SetPin", both, by)).status).toBe(200);
  });

  test("ends no session but the own one", async () => {
    const at = await station();
    const { by } = await acting(await person({ roles: ["operator"] }), at.by);
    const ending = await plant.delete("/api/Session/Delete", { id: at.id }, by);
    expect(ending.body.code).toBe("forbidden");
  });

  test.for<[string, (at: { owner: Fields; keyID: number }, someone: { id: number }) => unknown]>([
    [
      "the person is retired",
      (_at, { id }) => plant.done("put", "/api/User/Upsert", { id, isActive: false }),
    ],
    [
      "the station's user is retired",
      ({ owner }) => plant.done("put", "/api/User/Upsert", { id: owner["id"], isActive: false }),
    ],
    ["the key is revoked", ({ keyID }) => plant.done("put", "/api/ApiKey/Revoke", { id: keyID })],
  ])("is out when %s, also in the middle of a write", async ([, end]) => {
    const [at, someone] = [await station(), await person({ roles: ["admin"] })];
    const { by } = await acting(someone, at.by);
    expect((await write(by)).status).toBe(200);
    const [overtaken] = await overtake(
      plant,
      () => write(by),
      () => end(at, someone) as Promise<unknown>,
    );
    expect(overtaken.status).toBe(401);
    expect((await write(by)).status).toBe(401);
  });
});

describe("Delete", () => {
  test("by a person gives the station its cookie back", async () => {
    const [at, someone] = [await station(), await person()];
    const { by } = await acting(someone, at.by);
    const ended = await plant.delete("/api/Session/Delete", {}, by);
    expect(ended).toMatchObject({ status: 200, body: { userID: someone.id, station: at.keyName } });
    expect(cookieIn(ended)).toBe(at.cookie);
    expect(await who(withCookie(cookieIn(ended)))).toMatchObject({
      sessionID: at.id,
      station: null,
    });
  });

  test("after the end of the session gives it back, too", async () => {
    const [at, someone] = [await station(), await person()];
    const now = (plant.now = Date.now());
    const { by } = await acting(someone, at.by);
    plant.now = now + 15 * minuteMs;
    const ended = await plant.delete("/api/Session/Delete", {}, by);
    expect(ended.status).toBe(401);
    expect(cookieIn(ended)).toBe(at.cookie);
    // No other request gives it back: it could be late, when the next person is there.
    const other = await plant.post("/api/Session/Get", {}, by);
    expect([other.status, other.headers.has("Set-Cookie")]).toEqual([401, false]);
  });

  test("by the station ends the session of its person", async () => {
    const at = await station();
    const { by } = await acting(await person(), at.by);
    expect((await plant.delete("/api/Session/Delete", {}, at.by)).status).toBe(200);
    expect((await plant.post("/api/Session/Get", {}, by)).status).toBe(401);
  });
});

test("a request that is meant for another user is refused, and does nothing", async () => {
  const [at, one, other] = [await station(), await person({ roles: ["admin"] }), await person()];
  const { by } = await acting(one, at.by);
  const count = () => plant.sql("select count(*) as n from change_log");
  const before = await count();
  const meantFor = (id: unknown) => ({
    ...by,
    headers: { ...by.headers, "Asbuilt-User": String(id) },
  });
  const refused = await write(meantFor(other.id));
  expect(refused).toMatchObject({ status: 403, body: { code: "other_user" } });
  expect(await count()).toEqual(before);
  expect((await write(meantFor(one.id))).status).toBe(200);
});
