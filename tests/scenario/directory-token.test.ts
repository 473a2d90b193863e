import { afterEach, describe, expect, test, vi } from "vitest";
import { openPlant, type Plant } from "#plant";
import { openDirectory, settingsFor, type TestDirectory } from "./directory.ts";

const minuteMs = 60_000;

const directory: TestDirectory = await openDirectory();
const plant: Plant = await openPlant({ oidc: settingsFor(directory.issuer) });
// Its clock only goes ahead: the log would end the tokens of a clock that is set back.
plant.now = Date.now();

afterEach(async () => {
  vi.useRealTimers();
  await directory.comeUp();
});

const list = "/api/Location/List";
const get = (key: string) => plant.post("/api/Session/Get", {}, { key });
const read = async (key: string) => (await plant.post(list, {}, { key })).status;
const upsert = (key: string) =>
  plant.put("/api/Location/Upsert", { name: plant.unique("L") }, { key });

const machine = () => plant.unique("press");

type Signing = Parameters<TestDirectory["sign"]>[0];

/** Signs a token of a machine that is let in, but for what is given. */
const token = (claims: object = {}, signing: Partial<Signing> = {}) =>
  directory.sign({
    claims: { aud: "asbuilt-machines", sub: machine(), groups: ["operators"], ...claims },
    now: plant.now,
    ...signing,
  });

async function expectRefused(key: string, detail: string): Promise<void> {
  const count = () => plant.sql("select (select count(*) from change_log) as n");
  const before = await count();
  for (const answer of [await get(key), await upsert(key)]) {
    expect(answer).toMatchObject({ status: 401, body: { code: "unauthorized", detail } });
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
  }
  expect(await count()).toEqual(before);
}

describe("a token of the directory", () => {
  test("that the directory gave a machine lets it in as a user with its roles", async () => {
    await directory.know({ "press-4": { name: "Press 4", groups: ["operators"] } });
    const answer = await fetch(`${directory.issuer}/token`, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Authorization: `Basic ${btoa("press-4:press")}`,
      },
      body: "grant_type=client_credentials",
    });
    const { access_token: key } = (await answer.json()) as { access_token: string };
    const { status, body } = await get(key);
    expect([status, body]).toMatchObject([
      200,
      {
        user: "press-4",
        roles: ["operator"],
        role: "operator",
        keyID: -body.userID,
        sessionID: null,
      },
    ]);
    expect(body.expiresAt).not.toBeNull();
    expect(await read(key)).toBe(200);
    expect(await upsert(key)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });

  test("is in the record as its user, who is provisioned once", async () => {
    const sub = machine();
    const key = await token({ sub, groups: ["admins"], name: "Press of line 4" });
    const { tally, answers } = await plant.race(16, () => upsert(key));
    expect(tally).toEqual({ 200: 16 });
    const other = await token({ sub, groups: ["admins"], jti: "another" });
    const [first, second] = [(await get(key)).body, (await get(other)).body];
    expect([second.userID, second.user]).toEqual([first.userID, "Press of line 4"]);
    const [change] = await plant.done("post", "/api/History/List", {
      entity: "Location",
      id: answers[0]!.body.id,
    });
    expect(change).toMatchObject({ userID: first.userID, keyID: null });
    const made = await plant.done("post", "/api/History/List", {
      entity: "User",
      id: first.userID,
    });
    expect(made).toHaveLength(1);
  });

  test("makes no session, and its user owns the systems of its references", async () => {
    const [key, other] = [await token(), await token()];
    expect((await plant.post("/api/Session/Create", {}, { key })).status).toBe(401);
    const { Name: productName } = await plant.product();
    const system = plant.unique("System");
    const receive = (by: string, id: string) =>
      plant.post(
        "/api/MaterialItem/Receive",
        {
          productName,
          qty: 1,
          visualSerialNo: plant.unique("SN"),
          externalRef: { system, id },
        },
        { key: by },
      );
    expect((await receive(key, "1")).status).toBe(200);
    expect(await receive(other, "2")).toMatchObject({ body: { code: "reference_owned" } });
    expect((await receive(key, "3")).status).toBe(200);
  });

  test.for<[string, object, Partial<Signing>, string]>([
    ["for another audience", { aud: "another" }, {}, "The token is for another audience."],
    ["for the client of sign-in", { aud: "asbuilt" }, {}, "The token is for another audience."],
    ["without an audience", { aud: undefined }, {}, "The token has no aud."],
    ["of another issuer", { iss: "https://evil.example" }, {}, "The token is of another issuer."],
    ["that has expired", {}, { age: 400, life: 339 }, "The token has expired."],
    ["without an end", { exp: null }, {}, "The token has no exp."],
    ["without a subject", { sub: undefined }, {}, "The token has no sub."],
    ["that is not valid yet", { nbf: 99_999_999_999 }, {}, "The token is not valid yet."],
    ["without a signature", {}, { by: "nobody" }, "The token is signed in another way."],
    [
      "signed with the public key as a shared secret",
      {},
      { by: "public-key" },
      "The token is signed in another way.",
    ],
    ["signed by somebody else under its kid", {}, { by: "somebody" }, "The token is not valid."],
    [
      "that is a message of logout",
      { events: { "http://schemas.openid.net/event/backchannel-logout": {} } },
      {},
      "The token is a message, and lets nobody in.",
    ],
    [
      "of the type of such a message",
      {},
      { header: { typ: "logout+jwt" } },
      "The token is a message, and lets nobody in.",
    ],
  ])("%s is refused", async ([, claims, signing, detail]) => {
    await expectRefused(await token(claims, signing), detail);
  });

  test("with a claim changed, or not of the form of a token, is refused", async () => {
    const [header, , signature] = (await token()).split(".");
    const claims = { iss: directory.issuer, aud: "asbuilt-machines", sub: "x", iat: 1, exp: 9e9 };
    const forged = `${header}.${btoa(JSON.stringify(claims)).replaceAll("=", "")}.${signature}`;
    await expectRefused(forged, "The token is not valid.");
    await expectRefused("eyJub3RoaW5nfQ.e30.e30", "The token is not valid.");
    await expectRefused("not.a.token", "The key is not known.");
  });

  test("is valid for 60 seconds after its end, and from 60 seconds before its beginning", async () => {
    const at = Math.floor(plant.now! / 1000);
    const key = await token({}, { age: 0, life: 10 });
    const early = await token({ nbf: at + 59 });
    const tooEarly = await token({ nbf: at + 62 });
    expect([await read(key), await read(early)]).toEqual([200, 200]);
    await expectRefused(tooEarly, "The token is not valid yet.");
    plant.now = (at + 69) * 1000;
    expect((await get(key)).status).toBe(200);
    plant.now = (at + 70) * 1000;
    await expectRefused(key, "The token has expired.");
  });

  test("without a role lets nobody in, and provisions nobody", async () => {
    const users = () => plant.sql("select count(*) as n from user");
    const before = await users();
    for (const claims of [{ groups: ["staff"] }, { groups: undefined }, { groups: { a: 1 } }]) {
      const answer = await get(await token(claims));
      expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
    expect(await users()).toEqual(before);
  });

  test("is no longer taken while the plant has retired its user", async () => {
    const key = await token();
    const { userID: id } = (await get(key)).body;
    await plant.done("put", "/api/User/Upsert", { id, isActive: false });
    await expectRefused(key, "The user is retired.");
    await plant.done("put", "/api/User/Upsert", { id, isActive: true });
    expect(await read(key)).toBe(200);
  });

  test("gives the roles that the directory said last, also to older tokens", async () => {
    const sub = machine();
    const before = await token({ sub, groups: ["admins"] }, { age: 100 });
    expect((await upsert(before)).status).toBe(200);
    const after = await token({ sub, groups: ["operators"] });
    expect((await upsert(after)).status).toBe(403);
    expect((await upsert(before)).status).toBe(403);
    // An older one, that was never seen, gives nothing back.
    const unseen = await token({ sub, groups: ["admins"], jti: "unseen" }, { age: 50 });
    expect((await upsert(unseen)).status).toBe(403);
    expect((await get(unseen)).body.roles).toEqual(["operator"]);
    const none = await token({ sub, groups: [], jti: "none" });
    expect((await get(none)).status).toBe(403);
    expect(await plant.post(list, {}, { key: before })).toMatchObject({ status: 403 });
  });
});

describe("the keys of the directory", () => {
  /** Moves the clocks of the service and of the library that keeps the keys. */
  const later = (ms: number) => {
    plant.now! += ms;
    vi.useFakeTimers({ now: Date.now() + ms, toFake: ["Date"] });
  };

  test("can change: a new one is looked for, an old one is refused ten minutes after it is gone", async () => {
    const old = await token({}, { life: 3600 });
    expect(await read(old)).toBe(200);
    later(31_000);
    await directory.rotate("second");
    expect(await read(await token())).toBe(200);
    expect(await read(old)).toBe(200);
    later(31_000);
    await directory.rotate("third", true);
    expect(await read(await token())).toBe(200);
    later(11 * minuteMs);
    await expectRefused(old, "The key of the token is not known.");
  });

  test("are not asked for more often than every 30 seconds, whatever kids are sent", async () => {
    const own = await openDirectory();
    const other = await openPlant({ oidc: settingsFor(own.issuer) });
    const send = async (key: string) => (await other.post(list, {}, { key })).status;
    const claims = { aud: "asbuilt-machines", sub: "press", groups: ["operators"] };
    expect(await send(await own.sign({ claims }))).toBe(200);
    const unknown = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        own.sign({ claims, header: { kid: `unknown-${place}` } }),
      ),
    );
    // It could answer nothing now: no answer of 503 shows that it was not asked.
    await own.goDown();
    const statuses = await Promise.all(unknown.map(send));
    expect(new Set(statuses)).toEqual(new Set([401]));
  });

  test("are missed if the directory is down: a new token is 503, one that is known works on", async () => {
    const own = await openDirectory();
    const other = await openPlant({ oidc: settingsFor(own.issuer) });
    const claims = { aud: "asbuilt-machines", sub: "press", groups: ["operators"] };
    const [key, unseen] = [
      await own.sign({ claims, life: 3600 }),
      await own.sign({ claims: { ...claims, jti: "2" } }),
    ];
    const send = (by: string) => other.post(list, {}, { key: by });
    await own.goDown();
    expect(await send(key)).toMatchObject({
      status: 503,
      body: { code: "directory_unreachable" },
    });
    await own.comeUp();
    expect((await send(key)).status).toBe(200);
    await own.goDown();
    expect((await send(key)).status).toBe(200);
    // Its keys are known, too.
    expect((await send(unseen)).status).toBe(200);
    later(11 * minuteMs);
    other.now = Date.now();
    expect((await send(key)).status).toBe(200);
    const third = await own.sign({ claims: { ...claims, jti: "3" }, now: other.now });
    expect((await send(third)).status).toBe(503);
  });
});

test("without an audience in the configuration no token is taken", async () => {
  const own = await openPlant({
    oidc: settingsFor(directory.issuer, { ASBUILT_OIDC_AUDIENCE: "" }),
  });
  for (const aud of ["", "asbuilt", "asbuilt-machines"]) {
    const answer = await own.post(list, {}, { key: await token({ aud }) });
    expect(answer).toMatchObject({ status: 401, body: { detail: "The key is not known." } });
  }
});
