import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPlant, type Plant } from "#plant";
import { openBrowser, openDirectory, settingsFor, type TestDirectory } from "./directory.ts";
import { messagesOf } from "./server-events.ts";

const minuteMs = 60_000;

const directory: TestDirectory = await openDirectory();
const plant: Plant = await openPlant({ oidc: settingsFor(directory.issuer) });

let ann: string;
let people = 0;
beforeEach(async () => {
  // The lists of a plant grow: each test has a person of its own.
  ann = `ann-${++people}`;
  await directory.know({ [ann]: { name: `Ann ${people}`, groups: ["operators", "staff"] } });
});
afterEach(() => directory.comeUp());

// Its clock only goes ahead: the log would end the sessions of a clock that is set back.
plant.now = Date.now();

const get = (by: object) => plant.post("/api/Session/Get", {}, by);
const list = "/api/Location/List";
const read = async (by: object) => (await plant.post(list, {}, by)).status;
const upsert = (by: object) => plant.put("/api/Location/Upsert", { name: plant.unique("L") }, by);

/** Signs a person in, and returns the browser. */
async function signedIn(person = ann) {
  const browser = openBrowser(plant);
  const answer = await browser.signIn(person);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/console/"]);
  return browser;
}

const groups = (...given: string[]) =>
  directory.know({ [ann]: { name: `Ann ${people}`, groups: given } });

/** Moves the clock of the service past the time at which the directory is asked again. */
const later = (ms = 11 * minuteMs) => void (plant.now! += ms);

async function expectNobody(response: Response, status: number, sentence: RegExp) {
  expect(response.status).toBe(status);
  expect(await response.text()).toMatch(sentence);
  const set = response.headers.getSetCookie().join();
  expect(set).not.toMatch(/__Host-asbuilt=abs_/);
}

test("the ways to sign in are public", async () => {
  const { status, body } = await plant.get("/sign-in", { key: null });
  expect([status, body]).toEqual([
    200,
    {
      openIDConnect: {
        label: "Example Ltd",
        startURL: "/sign-in/start",
        signOutURL: "/sign-in/out",
      },
    },
  ]);
});

describe("sign-in", () => {
  test("makes a session of a person without a key, with the roles of the directory", async () => {
    const browser = await signedIn();
    const { body } = await get(browser.by());
    expect(body).toMatchObject({
      user: `Ann ${people}`,
      role: "operator",
      roles: ["operator"],
      keyID: -body.userID,
      keyName: "",
      idleMinutes: 30,
      sessionID: expect.any(Number),
    });
    expect(body.operations).toContain("buildBuild");
    expect(body.operations).not.toContain("locationUpsert");
    expect(await read(browser.by())).toBe(200);
    expect(await upsert(browser.by())).toMatchObject({ status: 403, body: { code: "forbidden" } });
    const [stored] = await plant.done("post", "/api/Session/List", { id: body.sessionID });
    expect(stored).toMatchObject({ keyID: null, keyName: null, userID: body.userID });
  });

  test("sets a strict cookie, and takes back that of the sign-in", async () => {
    const answer = await openBrowser(plant).signIn(ann);
    expect(answer.headers.getSetCookie()).toEqual([
      "__Host-asbuilt-sign-in=; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=0",
      expect.stringMatching(
        /^__Host-asbuilt=abs_[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
  });

  test("asks the directory with PKCE, and binds the sign-in to the browser for ten minutes", async () => {
    const start = await plant.fetch("/sign-in/start", { key: null });
    const url = new URL(start.headers.get("Location")!);
    expect(url.origin).toBe(directory.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: "asbuilt",
      redirect_uri: "https://plant.test/sign-in/callback",
      scope: "openid profile groups offline_access",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    expect(start.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-asbuilt-sign-in=[\w.%-]+; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=600$/,
      ),
    ]);
  });

  test("finds the person again by the directory's own name of them", async () => {
    const first = (await get((await signedIn()).by())).body;
    await directory.know({ [ann]: { name: "Another name", groups: ["operators"] } });
    const second = (await get((await signedIn()).by())).body;
    expect([second.userID, second.user]).toEqual([first.userID, first.user]);
  });

  test("gives nobody the user of another person with the same name", async () => {
    const name = plant.unique("Same");
    const stranger = await plant.done("put", "/api/User/Upsert", { name, roles: ["admin"] });
    await directory.know({ [ann]: { name: name.toUpperCase(), groups: ["operators"] } });
    const { body } = await get((await signedIn()).by());
    expect(body.userID).not.toBe(stranger.id);
    expect([body.user, body.roles]).toEqual([`${name.toUpperCase()} (${ann})`, ["operator"]]);
  });

  test("is in the record: the user, the session and what the person does", async () => {
    await groups("admins");
    const browser = await signedIn();
    const { body } = await get(browser.by());
    const { userID, sessionID } = body;
    const history = (entity: string, id: number) =>
      plant.done("post", "/api/History/List", { entity, id });
    const comment = `By the directory ${directory.issuer}.`;
    const [user] = await history("User", userID);
    expect(user).toMatchObject({ action: "created", userID: null, comment });
    expect(user.after).toMatchObject({ name: body.user, roles: ["admin"] });
    expect(JSON.stringify(user)).not.toContain('"issuer"');
    const [session] = await history("Session", sessionID);
    expect(session).toMatchObject({ action: "created", after: { keyID: null, userID } });
    const { body: made } = await upsert(browser.by());
    const [change] = await history("Location", made.id);
    expect(change).toMatchObject({ action: "created", userID, user: body.user, keyID: null });
  });

  test("stores neither the cookie's token nor the refresh token", async () => {
    const browser = await signedIn();
    const [, token] = /__Host-asbuilt=(abs_[\w-]+)/.exec(browser.cookies())!;
    const [row] = await plant.sql("select * from directory_session order by session_id desc");
    expect(row!["token"]).toMatch(/^[\w+/=]{60,}$/);
    const rows = [row, ...(await plant.sql("select * from session"))];
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("opens the screen that the person wanted, and none elsewhere", async () => {
    const opened = async (to: string) => {
      const browser = openBrowser(plant);
      const back = await browser.atDirectory(await browser.begin(encodeURIComponent(to)), ann);
      return (await browser.goBack(back)).headers.get("Location");
    };
    expect(await opened("/console/orders/WO-1?tab=units")).toBe("/console/orders/WO-1?tab=units");
    for (const to of ["https://evil.example/", "//evil.example", "/console/\\evil", "/docs"]) {
      expect(await opened(to)).toBe("/console/");
    }
  });

  test("lets nobody in whom the directory gives no role", async () => {
    await groups("staff");
    const users = () => plant.sql("select count(*) as n from user");
    const before = await users();
    const answer = await openBrowser(plant).signIn(ann);
    await expectNobody(answer, 403, /gives you no role in this plant/);
    expect(await users()).toEqual(before);
  });

  test("gives roles of the plant, and several of one value", async () => {
    const { name } = await plant.done("put", "/api/Role/Upsert", {
      name: "Kitting",
      operations: ["locationUpsert"],
    });
    await groups("kitting", "leads");
    const browser = await signedIn();
    expect((await get(browser.by())).body.roles).toEqual([name, "quality", "stores"]);
    expect((await upsert(browser.by())).status).toBe(200);
  });

  test("is refused to a user whom the plant has retired", async () => {
    const { userID } = (await get((await signedIn()).by())).body;
    await plant.done("put", "/api/User/Upsert", { id: userID, isActive: false });
    await expectNobody(await openBrowser(plant).signIn(ann), 403, /is retired here/);
  });

  test("says so in a sentence if the directory is down, before and after its page", async () => {
    const own = await openDirectory();
    const down = await openPlant({ oidc: settingsFor(own.issuer) });
    await own.know({ [ann]: { name: "Ann", groups: ["operators"] } });
    const browser = openBrowser(down);
    const back = await browser.atDirectory(await browser.begin(), ann);
    await own.goDown();
    const sentence = /Example Ltd can&#39;t be reached at the moment/;
    await expectNobody(await browser.goBack(back), 503, sentence);
    const other = await openPlant({ oidc: settingsFor(own.issuer) });
    await expectNobody(await other.fetch("/sign-in/start", { key: null }), 503, sentence);
  });
});

describe("a sign-in that was tampered with makes no session", () => {
  const nobody = /was not begun in this browser|not valid|refused/;
  const begun = async () => {
    const browser = openBrowser(plant);
    return { browser, back: await browser.atDirectory(await browser.begin(), ann) };
  };

  test("led back to another browser", async () => {
    const { back } = await begun();
    await expectNobody(await openBrowser(plant).goBack(back), 400, nobody);
  });

  test("led back to a browser that began another one: the state differs", async () => {
    const { back } = await begun();
    const victim = openBrowser(plant);
    await victim.begin();
    await expectNobody(await victim.goBack(back), 403, /state/);
  });

  test("led back twice, also with the cookie of the first time", async () => {
    const { browser, back } = await begun();
    const cookie = browser.cookies();
    expect((await browser.goBack(back)).status).toBe(303);
    await expectNobody(await openBrowser(plant).goBack(back), 400, nobody);
    const again = await plant.fetch(back.slice("https://plant.test".length), {
      key: null,
      headers: { Cookie: cookie },
    });
    await expectNobody(again, 403, /refused: invalid_grant/);
  });

  test("with the code of another sign-in: nonce and verifier differ", async () => {
    const [attacker, victim] = [await begun(), await begun()];
    const mixed = new URL(victim.back);
    mixed.searchParams.set("code", new URL(attacker.back).searchParams.get("code")!);
    await expectNobody(await victim.browser.goBack(mixed.href), 403, /refused: invalid_grant/);
  });

  test("with another nonce than the directory was asked with", async () => {
    const browser = openBrowser(plant);
    const asked = new URL(await browser.begin());
    asked.searchParams.set("nonce", "another");
    const back = await browser.atDirectory(asked.href, ann);
    await expectNobody(await browser.goBack(back), 403, /nonce/);
  });

  test("refused by the person or the directory", async () => {
    const browser = openBrowser(plant);
    const back = await browser.atDirectory(await browser.begin(), "");
    await expectNobody(await browser.goBack(back), 403, /refused: access_denied/);
  });

  test("of a directory with another name than it says", async () => {
    const { browser, back } = await begun();
    const mixed = new URL(back);
    mixed.searchParams.set("iss", "https://evil.example");
    await expectNobody(await browser.goBack(mixed.href), 403, /iss/);
  });
});

describe("a session of the directory", () => {
  test("is asked about again after ten minutes, and stays", async () => {
    const browser = await signedIn();
    const at = plant.now!;
    for (let minutes = 0; minutes <= 25; minutes += 5) {
      plant.now = at + minutes * minuteMs;
      expect(await read(browser.by())).toBe(200);
    }
    const [row] = await plant.sql("select ask_at from directory_session order by session_id desc");
    expect(Number(row!["ask_at"])).toBeGreaterThan(at + 25 * minuteMs);
  });

  test("loses a role that is gone at the directory, and gains a new one, within 15 minutes", async () => {
    await groups("operators", "admins");
    const browser = await signedIn();
    expect((await upsert(browser.by())).status).toBe(200);
    await groups("operators");
    later(14 * minuteMs);
    expect(await upsert(browser.by())).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await get(browser.by())).body.roles).toEqual(["operator"]);
    await groups("admins");
    later();
    expect((await upsert(browser.by())).status).toBe(200);
  });

  test("loses a role in its other browsers too, as soon as one was asked about", async () => {
    await groups("operators", "admins");
    const [one, other] = [await signedIn(), await signedIn()];
    expect((await upsert(other.by())).status).toBe(200);
    await groups("operators");
    await signedIn();
    expect((await upsert(one.by())).status).toBe(403);
    expect((await upsert(other.by())).status).toBe(403);
  });

  test.for([
    [
      "is retired by the directory",
      () => directory.know({ [ann]: { name: "Ann", groups: [], isGone: true } }),
    ],
    ["has no role any more", () => groups("staff")],
  ] as const)("ends when its person %s", async ([, change]) => {
    const browser = await signedIn();
    const { sessionID, userID } = (await get(browser.by())).body;
    await change();
    expect(await read(browser.by())).toBe(200);
    later();
    const refused = { status: 401, body: { code: "unauthorized" } };
    expect(await get(browser.by())).toMatchObject(refused);
    expect(await upsert(browser.by())).toMatchObject(refused);
    const changes = await plant.done("post", "/api/History/List", {
      entity: "Session",
      id: sessionID,
    });
    expect(changes.at(-1)).toMatchObject({ action: "ended", userID: null });
    expect(changes.at(-1).comment).toMatch(/^The directory /);
    const [user] = await plant.done("post", "/api/User/List", { id: userID });
    expect(user.isActive).toBe(true);
  });

  test("continues while the directory is down, up to its own limit, and is asked about later", async () => {
    await groups("operators", "admins");
    const browser = await signedIn();
    const at = plant.now!;
    await directory.goDown();
    for (const minutes of [11, 13, 20]) {
      plant.now = at + minutes * minuteMs;
      expect((await upsert(browser.by())).status).toBe(200);
    }
    await directory.comeUp();
    await groups("operators");
    plant.now = at + 22 * minuteMs;
    expect([(await upsert(browser.by())).status, await read(browser.by())]).toEqual([403, 200]);
    await directory.goDown();
    plant.now = at + 35 * minuteMs;
    expect(await read(browser.by())).toBe(401);
  });

  test("without a refresh token ends after 15 minutes", async () => {
    const own = await openPlant({
      oidc: settingsFor(directory.issuer, {
        ASBUILT_OIDC_CLIENT_ID: "asbuilt-briefly",
        ASBUILT_OIDC_CLIENT_SECRET: "brief",
      }),
    });
    const at = (own.now = Date.now());
    const browser = openBrowser(own);
    expect((await browser.signIn(ann)).status).toBe(303);
    const status = async (minutes: number) => {
      own.now = at + minutes * minuteMs;
      return (await own.post(list, {}, browser.by())).status;
    };
    expect([await status(1), await status(12), await status(14.9)]).toEqual([200, 200, 200]);
    expect(await status(15.1)).toBe(401);
  });

  test("ends with Delete, and its own person alone ends it besides administrators", async () => {
    const [browser, second] = [await signedIn(), await signedIn()];
    const { sessionID } = (await get(second.by())).body;
    const stranger = `${ann}-stranger`;
    await directory.know({ [stranger]: { name: "Stranger", groups: ["operators"] } });
    const other = await signedIn(stranger);
    const end = (id: number | undefined, by: object) =>
      plant.delete("/api/Session/Delete", { id }, by);
    expect((await end(sessionID, other.by())).status).toBe(403);
    expect((await end(sessionID, { key: plant.keys.operator })).status).toBe(403);
    expect((await end(sessionID, browser.by())).status).toBe(200);
    expect(await read(second.by())).toBe(401);
    const own = await end(undefined, browser.by());
    expect(own.headers.get("Set-Cookie")).toMatch(/^__Host-asbuilt=; .*Max-Age=0$/);
    expect(await read(browser.by())).toBe(401);
  });

  test("needs Sec-Fetch-Site as any session does, and makes no other session", async () => {
    const browser = await signedIn();
    const { headers } = browser.by();
    const elsewhere = { key: null, headers: { ...headers, "Sec-Fetch-Site": "cross-site" } };
    expect(await plant.post(list, {}, elsewhere)).toMatchObject({ status: 403 });
    expect((await plant.post("/api/Session/Create", {}, browser.by())).status).toBe(401);
  });

  test("ends when the directory says that it has ended, by its name of it or of the person", async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const send = (token: string) =>
      plant.fetch("/sign-in/back-channel-logout", {
        method: "POST",
        key: null,
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        form: `logout_token=${token}`,
      });
    const event = { "http://schemas.openid.net/event/backchannel-logout": {} };
    const claims = { aud: "asbuilt", sub: ann, jti: "1", events: event };
    const { now } = plant;
    const sign = (more: object, signing = {}) =>
      directory.sign({ claims: { ...claims, ...more }, now, ...signing });
    const wrong = [
      "",
      "a".repeat(100_000),
      await sign({ aud: "another" }),
      await sign({ nonce: "n" }),
      await sign({ events: {} }),
      await sign({ sub: undefined }),
      await sign({}, { by: "somebody" }),
      await sign({}, { by: "nobody" }),
      await sign({}, { age: 600, life: 900 }),
    ];
    for (const token of wrong) {
      expect((await send(token)).status).toBe(400);
    }
    expect([await read(one.by()), await read(other.by())]).toEqual([200, 200]);
    const sidOf = async (by: object) => {
      const { sessionID } = (await get(by)).body;
      const [row] = await plant.sql(
        "select sid from directory_session where session_id = ?",
        sessionID,
      );
      return row!["sid"];
    };
    const sid = await sidOf(one.by());
    expect((await send(await sign({ sub: undefined, sid }))).status).toBe(200);
    expect([await read(one.by()), await read(other.by())]).toEqual([401, 200]);
    const third = await signedIn();
    expect((await send(await sign({}))).status).toBe(200);
    expect([await read(other.by()), await read(third.by())]).toEqual([401, 401]);
  });

  test("ends if its refresh token can't be read", async () => {
    const browser = await signedIn();
    const { sessionID } = (await get(browser.by())).body;
    await plant.sql("update directory_session set token = 'AAAA' where session_id = ?", sessionID);
    later();
    expect(await read(browser.by())).toBe(401);
  });

  test("ends its streams when the directory is to be asked, which asks at the next connection", async () => {
    const browser = await signedIn();
    const messages = messagesOf(
      await plant.fetch("/api/Event/Stream?types=asbuilt.bom.*", browser.by()),
    );
    expect(await messages.next()).toBeDefined();
    later(20_000);
    expect(await messages.next()).toMatchObject({ comment: true });
    await groups("staff");
    later();
    expect(await messages.next()).toBeUndefined();
    expect((await plant.fetch("/api/Event/Stream", browser.by())).status).toBe(401);
  });

  test("signs out of the directory too, and then comes back to the console", async () => {
    const answer = await plant.fetch("/sign-in/out", { key: null });
    const url = new URL(answer.headers.get("Location")!);
    expect([answer.status, url.origin]).toEqual([302, directory.issuer]);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "asbuilt",
      post_logout_redirect_uri: "https://plant.test/console/",
    });
  });

  test("64 requests of one session that is to be asked about use its refresh token once", async () => {
    const browser = await signedIn();
    later();
    const { tally } = await plant.race(64, () => plant.post(list, {}, browser.by()));
    expect(tally).toEqual({ 200: 64 });
    later();
    expect(await read(browser.by())).toBe(200);
  });

  test("is refused where no directory is configured any more", async () => {
    const browser = await signedIn();
    const { createApp } = await import("@asbuilt/http");
    const app = createApp({
      executor: plant.database.executor,
      now: () => plant.now! + 11 * minuteMs,
      log: () => {},
      asset: () => Promise.resolve(undefined),
    });
    const headers = {
      Cookie: browser.cookies(),
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/json",
    };
    const answer = await app.request(list, { method: "POST", body: "{}", headers });
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: "unauthorized" }]);
  });
});
