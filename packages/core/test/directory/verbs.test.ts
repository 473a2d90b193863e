import { beforeEach, describe, expect, test } from "vitest";
import { findSessions, requireKey } from "../../src/access/authenticate.ts";
import { ownKey } from "../../src/access/own-key.ts";
import {
  askAgainMs,
  askEveryMs,
  isToAsk,
  recordAnswer,
  takeTurn,
} from "../../src/directory/ask.ts";
import { endByDirectory, sessionsOfDirectory } from "../../src/directory/end.ts";
import { findTokenCaller } from "../../src/directory/find.ts";
import { type DirectoryWord, letIn } from "../../src/directory/let-in.ts";
import { backdatingHoursOf, callerOf, isKeyless, service } from "../../src/engine/context.ts";
import { isGranted } from "../../src/engine/rights.ts";
import { createSession } from "../../src/session/create.ts";
import { endSession } from "../../src/session/end.ts";
import { now } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { refusedWith } from "../refused.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let { database, context, rows, logged, relied } = openPlant();
beforeEach(() => {
  ({ database, context, rows, logged, relied } = openPlant());
});

const issuer = "https://login.example.com";
const session = { hash: "s", token: "sealed", askAt: now + askEveryMs, sid: "sid-1" };
const ann: DirectoryWord = {
  issuer,
  subject: "7",
  name: "Ann Lee",
  roles: ["viewer", "Operator", "operator", "unknown"],
  saidAt: now,
};
const come = (word: Partial<DirectoryWord> = {}) => letIn(context, { ...ann, ...word });
const role = (name: string, operations: string[], isActive = 1) =>
  database.exec(`insert into role (rev_no, name, name_key, is_active, operations)
    values (1, '${name}', '${name.toLowerCase()}', ${isActive}, '${JSON.stringify(operations)}')`);

describe("who is let in for the first time", () => {
  test("becomes a user with the roles that there are, and has a session without a key", async () => {
    const { userId, session: made } = await come({ session });
    expect(userId).toBe(3);
    expect(made).toEqual({
      id: 1,
      revNo: 1,
      hash: "s",
      keyId: null,
      keyName: null,
      personId: 3,
      stationSessionId: null,
      userId: 3,
      user: "Ann Lee",
      createdAt: now,
      expiresAt: now + 12 * hourMs,
      idleMinutes: 30,
      endedAt: null,
      lastUsedAt: null,
    });
    expect(logged()).toEqual([
      [
        "User 3 created",
        {
          suid: null,
          suidKey: null,
          name: "Ann Lee",
          nameKey: "ann lee",
          description: null,
          isActive: true,
          roles: ["operator", "viewer"],
          issuer,
          subject: "7",
          rolesAt: now,
          badge: null,
          badgeKey: null,
          pinSetAt: null,
        },
        `By the directory ${issuer}.`,
      ],
      [
        "Session 1 created",
        {
          hash: "s",
          keyId: null,
          personId: { pending: "id", ordinal: 0 },
          stationSessionId: null,
          createdAt: now,
          expiresAt: now + 12 * hourMs,
          idleMinutes: 30,
          endedAt: null,
        },
      ],
    ]);
    expect(rows("select user_id, key_id, comment from change_log")).toEqual([
      [null, null, `By the directory ${issuer}.`],
      [null, null, null],
    ]);
    expect(rows("select session_id, token, ask_at, asker, sid from directory_session")).toEqual([
      [1, "sealed", now + askEveryMs, "", "sid-1"],
    ]);
  });

  test("needs a role: otherwise nothing is written", async () => {
    for (const roles of [[], ["unknown"]]) {
      expect(await come({ roles, session })).toEqual({ userId: undefined, session: undefined });
    }
    expect(rows("select * from change_log")).toEqual([]);
  });

  test("gets a name that nobody has", async () => {
    database.exec("update user set name = 'Ann Lee', name_key = 'ann lee' where id = 1");
    await come();
    await come({ subject: "8", name: "ANN LEE" });
    database.exec("update user set name = 'Ann Lee (9)', name_key = 'ann lee (9)' where id = 2");
    await come({ subject: "9" });
    const names = rows("select name from user where id > 2 order by id").map(([name]) => name);
    expect(names.slice(0, 2)).toEqual(["Ann Lee (7)", "ANN LEE (8)"]);
    expect(names[2]).toMatch(/^Ann Lee \([\da-f-]{36}\)$/);
  });

  test("has roles of the plant that are active, and relies on them", async () => {
    role("Kitting", ["materialItemMove"]);
    role("Old", ["materialItemMove"], 0);
    await come({ roles: ["kitting", "OLD"], session });
    expect(rows("select roles from user where id = 3")).toEqual([['["Kitting"]']]);
    expect(relied()).toEqual([["Role", 1, 1]]);
  });
});

describe("who was let in before", () => {
  beforeEach(() => come());

  test("is the same user by issuer and subject alone, whatever the name", async () => {
    expect(await come({ name: "Another", session })).toMatchObject({ userId: 3 });
    expect(await come({ subject: "8" })).toMatchObject({ userId: 4 });
    expect(await come({ issuer: "https://other.example" })).toMatchObject({ userId: 5 });
    expect(rows("select name from user where id = 3")).toEqual([["Ann Lee"]]);
  });

  test("has the roles of the newest word, and an unchanged one writes nothing", async () => {
    const roles = () => rows("select roles, roles_at, rev_no from user where id = 3");
    await come({ roles: ["viewer", "operator"], saidAt: now + 5 });
    expect(roles()).toEqual([['["operator","viewer"]', now, 1]]);
    await come({ roles: ["admin"], saidAt: now + 5 });
    expect(roles()).toEqual([['["admin"]', now + 5, 2]]);
    await come({ roles: ["quality"], saidAt: now + 4 });
    expect(roles()).toEqual([['["admin"]', now + 5, 2]]);
    await come({ roles: ["quality"], saidAt: now + 5 });
    expect(roles()).toEqual([['["quality"]', now + 5, 3]]);
  });

  test("has no role, and gets no session, if the directory says so", async () => {
    expect(await come({ roles: [], session })).toEqual({ userId: 3, session: undefined });
    expect(rows("select roles, is_active from user where id = 3")).toEqual([["[]", 1]]);
    expect(rows("select * from session")).toEqual([]);
  });

  test("gets no session if the plant has retired the user, and relies on that", async () => {
    await come({ session });
    expect(relied()).toContainEqual(["User", 3, 1]);
    database.exec("update user set is_active = 0 where id = 3");
    expect(await refusedWith(come({ session: { ...session, hash: "t" } }))).toEqual({
      code: "unauthorized",
      message: "The user Ann Lee is retired here.",
    });
    await come({ roles: ["admin"] });
    expect(rows("select is_active, roles from user where id = 3")).toEqual([[0, '["admin"]']]);
  });
});

describe("the session", () => {
  test.for<[object, number]>([
    [{}, 12 * hourMs],
    [{ hours: 2 }, 2 * hourMs],
    [{ token: undefined }, 15 * minuteMs],
  ])("with %j ends after %i ms", async ([more, ms]) => {
    const { session: made } = await come({ session: { ...session, ...more } });
    expect(made!.expiresAt).toBe(now + ms);
  });

  test("is a caller with the rights of its user alone, and no key", async () => {
    role("Kitting", ["materialItemMove"]);
    await come({ roles: ["viewer", "Kitting"], session: { ...session, idleMinutes: 5 } });
    const [caller] = await findSessions(context.executor, ["s"]);
    expect(caller).toMatchObject({ keyId: 0, userId: 3, sessionId: 1, role: "" });
    expect(caller!.askAt).toBe(now + askEveryMs);
    const may = (operation: string, roles: string[]) => isGranted(caller!, { operation, roles });
    expect(may("any", ["viewer", "admin"])).toBe(true);
    expect(may("materialItemMove", ["admin"])).toBe(true);
    expect(may("other", ["admin", "operator"])).toBe(false);
    expect([isKeyless(caller!), isKeyless(service), callerOf(caller!)]).toEqual([false, true, -3]);
    expect(backdatingHoursOf({ principal: caller! })).toBe(72);
    const own = await ownKey({ ...context, principal: caller! });
    expect([own.user, own.key, own.session?.id]).toEqual([
      { id: 3, name: "Ann Lee", roles: ["Kitting", "viewer"] },
      undefined,
      1,
    ]);
  });

  test.for<[string, string, string?]>([
    ["is valid", "select 1"],
    ["is of a retired user", "update user set is_active = 0", "The user is retired."],
    ["was ended", "update session set ended_at = 0", "The session has been ended."],
    ["has expired", `update session set expires_at = ${now}`, "The session has expired."],
  ])("%s", async ([, change, message]) => {
    await come({ session });
    const [principal] = await findSessions(context.executor, ["s"]);
    database.exec(change);
    const checked = requireKey({ ...context, principal: principal! });
    if (message === undefined) await expect(checked).resolves.toBeUndefined();
    else expect(await refusedWith(checked)).toEqual({ code: "unauthorized", message });
  });

  test("of a user without roles may do nothing, also if they are null", async () => {
    await come({ session });
    for (const roles of ["null", "'[]'"]) {
      database.exec(`update user set roles = ${roles} where id = 3`);
      const [caller] = await findSessions(context.executor, ["s"]);
      expect(isGranted(caller!, { operation: "x", roles: ["viewer", "admin"] })).toBe(false);
    }
  });

  test("is ended by its user, and by nobody else without the right", async () => {
    await come({ session });
    await come({ subject: "8", name: "Bob", session: { ...session, hash: "t" } });
    const [own, other] = await findSessions(context.executor, ["s", "t"]);
    const end = (principal: typeof own) =>
      endSession({ ...context, principal: principal! }, { id: 1 });
    expect(await refusedWith(end(other))).toMatchObject({ code: "forbidden" });
    expect(await end(own)).toMatchObject({ endedAt: now });
  });

  test("makes no other session", async () => {
    await come({ session });
    const [principal] = await findSessions(context.executor, ["s"]);
    const made = createSession({ ...context, principal: principal! }, { hash: "t" });
    expect(await refusedWith(made)).toMatchObject({ code: "unauthorized" });
  });
});

describe("the directory is asked", () => {
  const take = (at: number) => takeTurn(context.executor, 1, at);
  const askAt = () => rows("select ask_at, token from directory_session")[0];

  test.for<[number, boolean]>([
    [0, true],
    [1, false],
    [askEveryMs, false],
    [askEveryMs + 1, true],
  ])("about a session that is to be asked about in %i ms: %s", ([ms, isDue]) => {
    expect(isToAsk(now + ms, now)).toBe(isDue);
  });

  test("by one of all who come, and by the next one if that does not answer", async () => {
    await come({ session });
    expect(await take(now + askEveryMs - 1)).toBeUndefined();
    const due = now + askEveryMs;
    const question = { issuer, subject: "7", userId: 3, token: "sealed" };
    expect(await take(due)).toEqual(question);
    expect(await take(due)).toBeUndefined();
    expect(await take(due + askAgainMs - 1)).toBeUndefined();
    expect(await take(due + askAgainMs)).toEqual(question);
  });

  test("at times that its answers set, with the newest token", async () => {
    await come({ session });
    await recordAnswer(context.executor, 1, { token: "next", askAt: now + 5 });
    expect(askAt()).toEqual([now + 5, "next"]);
    await recordAnswer(context.executor, 1, { askAt: now + 6 });
    expect(askAt()).toEqual([now + 6, "next"]);
  });

  test("about no session of a key", async () => {
    expect(await take(now)).toBeUndefined();
  });
});

describe("the directory ends", () => {
  beforeEach(async () => {
    await come({ session });
    await come({ session: { ...session, hash: "t", sid: "sid-2" } });
    await come({ subject: "8", name: "Bob", session: { ...session, hash: "u", sid: "sid-3" } });
  });
  const find = (of: object) => sessionsOfDirectory(context.executor, { issuer, ...of });

  test.for<[object, number[]]>([
    [{ subject: "7" }, [1, 2]],
    [{ sid: "sid-2" }, [2]],
    [{ subject: "8", sid: "sid-2" }, []],
    [{ subject: "7", issuer: "https://other.example" }, []],
  ])("the sessions of %j: %j", async ([of, ids]) => {
    expect(await find(of)).toEqual(ids);
  });

  test("those that have not ended, once, and says why", async () => {
    const end = () => endByDirectory(context, { ids: [1, 2], comment: "Ended." });
    expect((await end()).map(({ id }) => id)).toEqual([1, 2]);
    expect(await end()).toEqual([]);
    expect(await find({ subject: "7" })).toEqual([]);
    expect(
      rows("select entity_id, comment, user_id from change_log where action = 'ended'"),
    ).toEqual([
      [1, "Ended.", null],
      [2, "Ended.", null],
    ]);
  });
});

describe("a caller with a token", () => {
  const find = () => findTokenCaller(context.executor, ann, now + 5);

  test("is the user of its identity, until the token ends", async () => {
    expect(await find()).toBeUndefined();
    await come({ roles: ["viewer"] });
    const { principal, ...said } = (await find())!;
    expect(said).toEqual({ roles: ["viewer"], rolesAt: now });
    expect(principal).toMatchObject({ keyId: 0, userId: 3, tokenExpiresAt: now + 5 });
    expect(principal.sessionId).toBeUndefined();
    expect(isKeyless(principal)).toBe(false);
    const check = (at: number) => requireKey({ ...context, principal, now: () => at });
    await expect(check(now + 4)).resolves.toBeUndefined();
    expect(await refusedWith(check(now + 5))).toEqual({
      code: "unauthorized",
      message: "The token has expired.",
    });
  });
});
