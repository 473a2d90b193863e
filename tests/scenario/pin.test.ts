import { createApp } from "@asbuilt/http";
import { afterEach, describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { quickScrypt } from "../plants/quick-scrypt.ts";
import { signIn } from "./signed-in.ts";

const plant = await openPlant();
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

afterEach(() => {
  plant.now = undefined;
});

type Fields = Readonly<Record<string, unknown>>;
const pin = "480217";
const other = "739105";
const wrong = "615082";

/** Makes a person with a badge and a key of the person's own. */
async function person(fields: Fields = {}, keyFields: Fields = {}) {
  const badge = plant.unique("Badge");
  const user = await plant.done("put", "/api/User/Upsert", {
    name: plant.unique("Person"),
    badge,
    ...fields,
  });
  const sent = { name: plant.unique("Key"), userID: user.id, role: "operator", ...keyFields };
  const { key } = await plant.done("post", "/api/ApiKey/Create", sent);
  return { ...user, badge, key: key as string } as { id: number; badge: string; key: string };
}

const setPin = (fields: Fields, by: object) => plant.put("/api/User/SetPin", fields, by);
const resetPin = (userID: number) => plant.done("put", "/api/User/ResetPin", { userID, pin });

/** Makes a person with a PIN of the person's own. */
async function personWithPin() {
  const made = await person();
  expect((await setPin({ pin }, { key: made.key })).status).toBe(200);
  return made;
}

/** Tries a PIN at a station. A right one is set again. */
const guess = (badge: string, currentPin: string, station: { readonly key: string }) =>
  setPin({ badge, currentPin, pin }, { key: station.key });

const refused = { status: 403, body: { code: "pin_refused" } };
const locked = { status: 429, body: { code: "pin_locked" } };

describe("SetPin", () => {
  test("sets the PIN of who has the key, and the record says so without it", async () => {
    const { id, key } = await person();
    const at = (plant.now = Date.now());
    const { status, body } = await setPin({ pin }, { key });
    const pinSetAt = new Date(at).toISOString();
    expect(status).toBe(200);
    expect(body).toMatchObject({ userID: id, pinSetAt, isTemporary: false });
    const [user] = await plant.done("post", "/api/User/List", { id });
    expect(user).toMatchObject({ pinSetAt, revNo: 2 });
    const history = await plant.done("post", "/api/History/List", { entity: "User", id });
    expect(history.at(-1)).toMatchObject({
      action: "pinSet",
      userID: id,
      before: { pinSetAt: null },
      after: { pinSetAt },
    });
  });

  test("keeps the PIN and its hash out of every table but its own", async () => {
    const { id, key, badge } = await person();
    const named = { key, headers: { "Idempotency-Key": "set" } };
    expect((await setPin({ pin }, named)).status).toBe(200);
    expect((await setPin({ badge, currentPin: pin, pin: other }, { key })).status).toBe(200);
    const [{ hash }] = (await plant.sql(`select hash from user_pin where user_id = ${id}`)) as [
      { hash: string },
    ];
    expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w-]{22}\$[\w-]{43}$/);
    const tables = await plant.sql("select name from sqlite_master where type = 'table'");
    for (const { name } of tables as { name: string }[]) {
      if (name === "user_pin" || name.startsWith("sqlite_") || name.startsWith("_cf")) continue;
      const rows = JSON.stringify(await plant.sql(`select * from "${name}"`));
      expect(rows, name).not.toContain("$scrypt");
      expect(rows, name).not.toMatch(new RegExp(`\\b(${pin}|${other})\\b`));
    }
  });

  test("can't be found by its digits from the body's hash of an Idempotency-Key", async () => {
    const { key } = await person();
    const send = (sent: string) =>
      setPin({ pin: sent }, { key, headers: { "Idempotency-Key": "same" } });
    const first = await send(pin);
    // Another PIN under the same name is the same request: its hash leaves the PIN out.
    expect((await send(other)).body).toEqual(first.body);
  });

  test("repeated under its Idempotency-Key is answered again, although the PIN is another", async () => {
    const { key, badge } = await personWithPin();
    const send = () =>
      setPin(
        { badge, currentPin: pin, pin: other },
        { key, headers: { "Idempotency-Key": "change" } },
      );
    const [first, again] = [await send(), await send()];
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await guess(badge, pin, { key })).toMatchObject(refused);
  });

  test("needs the PIN until now, or a session that began just now", async () => {
    const { key } = await personWithPin();
    const at = (plant.now = Date.now());
    const { by } = await signIn(plant, key);
    plant.now = at + 5 * minuteMs;
    expect((await setPin({ pin: other }, by)).status).toBe(200);
    plant.now = at + 5 * minuteMs + 1;
    const again = await setPin({ pin }, by);
    expect(again).toMatchObject({ status: 403, body: { code: "sign_in_again" } });
    expect((await setPin({ pin, currentPin: other }, by)).status).toBe(200);
  });

  test.for<[string, Fields, Fields, number]>([
    ["a bound one", {}, { operations: ["userSetPin"] }, 403],
    ["one of another place", {}, { addresses: ["0.0.0.0/0"] }, 403],
    ["one of less rights than its user", { roles: ["engineer"] }, {}, 403],
    ["one with the role of its user", { roles: ["operator"] }, {}, 200],
  ])("with a key: %s", async ([, fields, keyFields, status]) => {
    const { key } = await person(fields, keyFields);
    expect((await setPin({ pin }, { key })).status).toBe(status);
  });

  test.for(["12345", "1234567890123", "48021a", "000000", "123456", "987654", "890123", "121212"])(
    "refuses the PIN %s",
    async (trivial) => {
      const { key } = await person();
      const { status, body } = await setPin({ pin: trivial }, { key });
      expect(status).toBe(400);
      expect(body.errors[0].pointer).toBe("/pin");
      expect(JSON.stringify(body)).not.toContain(trivial);
    },
  );

  test("refuses a PIN that is on the badge", async () => {
    const { key } = await person({ badge: plant.unique(`B-${pin}-`) });
    const { status, body } = await setPin({ pin }, { key });
    expect({ status, pointer: body.errors[0].pointer }).toEqual({ status: 400, pointer: "/pin" });
  });
});

test("a badge is one user's, whatever its case", async () => {
  const { badge } = await person();
  const taken = await plant.put("/api/User/Upsert", {
    name: plant.unique("Person"),
    badge: ` ${badge.toUpperCase()} `,
  });
  expect(taken).toMatchObject({
    status: 409,
    body: { code: "duplicate", errors: [{ pointer: "/badge" }] },
  });
});

describe("an administrator", () => {
  test("gives a PIN that is only good for setting another one", async () => {
    const { id, badge, key } = await person();
    expect(await resetPin(id)).toMatchObject({ userID: id, isTemporary: true });
    expect((await guess(badge, pin, { key })).status).toBe(200);
    const history = await plant.done("post", "/api/History/List", { entity: "User", id });
    const actions = history.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(["created", "pinReset", "pinSet"]);
  });

  test("takes a PIN away, and then none is right", async () => {
    const { id, badge, key } = await personWithPin();
    const clear = () => plant.delete("/api/User/ClearPin", { userID: id });
    expect((await clear()).body).toMatchObject({ userID: id, pinSetAt: null });
    expect((await clear()).body).toMatchObject({ userID: id, pinSetAt: null });
    expect(await guess(badge, pin, { key })).toMatchObject(refused);
    const history = await plant.done("post", "/api/History/List", { entity: "User", id });
    expect(history.at(-1)).toMatchObject({ action: "pinCleared", after: { pinSetAt: null } });
    expect(await plant.sql(`select * from user_pin where user_id = ${id}`)).toEqual([]);
  });

  test("deletes a user with the PIN", async () => {
    const user = await plant.done("put", "/api/User/Upsert", { name: plant.unique("Person") });
    await resetPin(user.id);
    expect((await plant.delete("/api/User/Delete", { id: user.id })).status).toBe(200);
    expect(await plant.sql(`select * from user_pin where user_id = ${user.id}`)).toEqual([]);
  });
});

describe("a wrong PIN", () => {
  test.for([
    ["of a person", (holder: { badge: string }) => holder.badge],
    ["of a badge that nobody has", () => "no such badge"],
  ] as const)("%s is refused alike", async ([, badgeOf]) => {
    const holder = await personWithPin();
    const { status, body } = await guess(badgeOf(holder), wrong, holder);
    const { requestId: _one, ...document } = body;
    expect(status).toBe(403);
    expect(document).toEqual({
      type: "/problems/pin_refused",
      title: "The badge or the PIN is not right",
      status: 403,
      detail: "The badge or the PIN is not right, or nobody who is active has them.",
      code: "pin_refused",
    });
  });

  test("is refused as the right one of a retired user is", async () => {
    const { id, badge } = await personWithPin();
    const station = await person();
    await plant.done("put", "/api/User/Upsert", { id, isActive: false });
    expect(await guess(badge, pin, station)).toMatchObject(refused);
  });

  test("sent by 64 callers together is tried 5 times, and no right one is taken then", async () => {
    const { badge, key } = await personWithPin();
    const stations = [await person(), await person(), { key }];
    const at = (plant.now = Date.now());
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => guess(badge, wrong, stations[index % 3]!)),
    );
    const codes = answers.map(({ body }) => body.code as string);
    expect(codes.filter((code) => code === "pin_refused")).toHaveLength(5);
    expect(codes.filter((code) => code === "pin_locked")).toHaveLength(59);
    const { headers } = await guess(badge, pin, stations[0]!);
    expect(Number(headers.get("Retry-After"))).toBe(15 * 60);
    // Another process has the same count.
    const app = createApp({
      executor: plant.database.executor,
      now: () => at,
      log: () => {},
      scrypt: quickScrypt,
      asset: () => Promise.resolve(undefined),
    });
    const elsewhere = await app.request("/api/User/SetPin", {
      method: "PUT",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ badge, currentPin: pin, pin }),
    });
    expect(elsewhere.status).toBe(429);
    plant.now = at + 15 * minuteMs - 1;
    expect(await guess(badge, pin, stations[1]!)).toMatchObject(locked);
    plant.now = at + 15 * minuteMs;
    expect((await guess(badge, pin, stations[1]!)).status).toBe(200);
  });

  test("counts no longer once the right one was sent", async () => {
    const { badge, key } = await personWithPin();
    plant.now = Date.now();
    for (let round = 0; round < 2; round++) {
      for (let tried = 0; tried < 4; tried++) {
        expect(await guess(badge, wrong, { key })).toMatchObject(refused);
      }
      expect((await guess(badge, pin, { key })).status).toBe(200);
    }
  });

  test("is tried at most 20 times in a day", async () => {
    const { badge, key } = await personWithPin();
    const at = Date.now();
    for (let tried = 0; tried < 20; tried++) {
      plant.now = at + Math.floor(tried / 5) * 15 * minuteMs;
      expect(await guess(badge, wrong, { key })).toMatchObject(refused);
    }
    plant.now = at + 60 * minuteMs;
    expect(await guess(badge, pin, { key })).toMatchObject(locked);
    plant.now = at + dayMs;
    expect((await guess(badge, pin, { key })).status).toBe(200);
  });

  test("of anybody counts for the station: 30 are tried there, and others continue", async () => {
    const holder = await personWithPin();
    const [station, beside] = [await person(), await person()];
    plant.now = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => guess(`unknown ${index}`, wrong, station)),
    );
    const codes = answers.map(({ body }) => body.code as string);
    expect(codes.filter((code) => code === "pin_refused")).toHaveLength(30);
    expect(await guess(holder.badge, pin, station)).toMatchObject(locked);
    expect((await guess(holder.badge, pin, beside)).status).toBe(200);
  });
});
