import { beforeEach, describe, expect, test } from "vitest";
import { findSessions, requireKey } from "../../src/access/authenticate.ts";
import { createKey } from "../../src/access/create.ts";
import { recordKeyUse } from "../../src/access/key-use.ts";
import { ownKey } from "../../src/access/own-key.ts";
import type { Principal } from "../../src/engine/context.ts";
import { createSession } from "../../src/session/create.ts";
import { endSession } from "../../src/session/end.ts";
import { listSessions } from "../../src/session/list.ts";
import { newSessionToken } from "../../src/session/session.ts";
import { now } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { atFault, refusedWith } from "../refused.ts";

let { database, context, rows, relied, logged } = openPlant();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Makes a key, and returns who has it. */
async function keyOf(hash: string, role = "operator", more = {}): Promise<Principal> {
  const made = await createKey(context, { name: "Press", hash, userID: 1, role, ...more });
  return { keyId: made.id, userId: made.userId, role };
}

let own: Principal;
beforeEach(async () => {
  ({ database, context, rows, relied, logged } = openPlant());
  own = await keyOf("a");
});

const by = (principal: Principal) => ({ ...context, principal });
const stored = {
  hash: "s",
  keyId: 1,
  personId: null,
  stationSessionId: null,
  createdAt: now,
  expiresAt: now + 12 * hourMs,
  idleMinutes: 30,
  endedAt: null,
};
const answered = {
  ...stored,
  id: 1,
  revNo: 1,
  keyName: "Press",
  userId: 1,
  user: "The SOMEONE",
  lastUsedAt: null,
};

test("a new token has 256 random bits and the prefix of sessions", () => {
  expect(newSessionToken()).toMatch(/^abs_[\w-]{43}$/);
  expect(newSessionToken()).not.toBe(newSessionToken());
});

describe("a session that is created", () => {
  test("is returned and logged with all its fields, and relies on its key", async () => {
    expect(await createSession(by(own), { hash: "s" })).toEqual(answered);
    expect(logged()).toEqual([["Session 1 created", stored]]);
    expect(relied()).toEqual([
      ["ApiKey", 1, 1],
      ["User", 1, 1],
    ]);
  });

  test("has the limits that it is given", async () => {
    const given = { hash: "s", idleMinutes: 5, hours: 1 };
    const limits = { idleMinutes: 5, expiresAt: now + hourMs };
    expect(await createSession(by(own), given)).toMatchObject(limits);
  });

  test.for([
    [now + 12 * hourMs + 1, now + 12 * hourMs],
    [now + 1, now + 1],
  ])("of a key that expires at %i expires at %i", async ([expiresAt, expected]) => {
    const short = await keyOf("b", "viewer", { expiresAt });
    expect((await createSession(by(short), { hash: "s" })).expiresAt).toBe(expected);
  });

  test("begins with the newest change, if the clock was set back since", async () => {
    database.exec("drop trigger change_log_update");
    database.exec(`update change_log set at = ${now + hourMs} where entity = 'ApiKey'`);
    const times = { createdAt: now + hourMs, expiresAt: now + 13 * hourMs };
    expect(await createSession(by(own), { hash: "s" })).toMatchObject(times);
  });

  test("needs a key", async () => {
    const keyless = by({ keyId: 0, userId: 1, role: "admin" });
    const refusal = { code: "unauthorized", message: "The caller has no key." };
    expect(await refusedWith(createSession(keyless, { hash: "s" }))).toEqual(refusal);
  });
});

describe("a caller with a session", () => {
  const bounds = { operations: ["buildBuild"] };
  const find = async () => (await findSessions(context.executor, ["s", "none"]))[0]!;

  test("is that of its key", async () => {
    const bound = await keyOf("b", "viewer", bounds);
    await createSession(by(bound), { hash: "s" });
    expect(await findSessions(context.executor, ["none", "s"])).toEqual([
      undefined,
      { ...bound, sessionId: 1, bounds },
    ]);
    const { key, user, session } = await ownKey(by(await find()));
    expect([key?.id, user.roles, session]).toEqual([2, null, { ...answered, keyId: 2 }]);
    expect((await ownKey(by(own))).session).toBeUndefined();
  });

  test("relies on the session", async () => {
    await createSession(by(own), { hash: "s" });
    await createSession(by({ ...own, sessionId: 1 }), { hash: "t" });
    expect(relied()).toContainEqual(["Session", 1, 1]);
  });

  const last = now + 30 * minuteMs;
  test.for<[string, string, string?]>([
    ["is valid", "select 1"],
    ["ends later", `update session set expires_at = ${now + 1}`],
    ["has expired", `update session set expires_at = ${now}`, "The session has expired."],
    ["was ended", "update session set ended_at = 0", "The session has been ended."],
    ["is gone", "delete from session", "The key has been revoked."],
    ["has a revoked key", "update api_key set revoked_at = 0", "The key has been revoked."],
    ["has an expired key", `update api_key set expires_at = ${now}`, "The key has expired."],
    ["is of a retired user", "update user set is_active = 0", "The key's user is retired."],
    [
      "was made a moment less than 30 minutes ago",
      `update session set created_at = ${now + 1 - 30 * minuteMs}`,
    ],
    [
      "was made 30 minutes ago",
      `update session set created_at = ${now - 30 * minuteMs}`,
      "The session has ended: it was not used for too long.",
    ],
    [
      "was made 30 minutes ago, and used since",
      `update session set created_at = ${now - 30 * minuteMs};
        insert into session_use values (1, ${now - 30 * minuteMs + 1})`,
    ],
    [
      "is older than the newest change says",
      `drop trigger change_log_update; update change_log set at = ${last}`,
      "The session has ended: it was not used for too long.",
    ],
  ])("that %s", async ([, sql, message]) => {
    await createSession(by(own), { hash: "s" });
    const principal = await find();
    database.exec(sql);
    const checked = requireKey(by(principal));
    if (message === undefined) expect(await checked).toBeUndefined();
    else expect(await refusedWith(checked)).toEqual({ code: "unauthorized", message });
  });
});

test("the later of two uses of a session counts", async () => {
  await createSession(by(own), { hash: "s" });
  for (const at of [now, now + 2, now + 1]) {
    await recordKeyUse(context.executor, [[1, at]], [[1, at]]);
  }
  expect(rows("select session_id, at from session_use")).toEqual([[1, now + 2]]);
  const { first } = await listSessions(context, {}, {});
  expect(first).toEqual([{ ...answered, lastUsedAt: now + 2 }]);
});

describe("a session that is ended", () => {
  beforeEach(() => createSession(by(own), { hash: "s" }));
  const ended = { ...answered, endedAt: now };
  const ofOther = (role: string, more = {}) => keyOf("b", role, more);
  const forbidden = { code: "forbidden", message: expect.stringContaining("who may revoke keys") };

  test("by itself is the caller's own, and stays ended from the first time", async () => {
    const principal = { ...own, sessionId: 1 };
    expect(await endSession(by(principal), {})).toEqual(ended);
    expect(logged()).toEqual([["Session 1 ended", { endedAt: now }]]);
    database.exec(`update session set ended_at = ${now - 5}`);
    expect(await endSession(by(own), { id: 1 })).toMatchObject({ endedAt: now - 5 });
    expect(rows("select rev_no from session")).toEqual([[2]]);
  });

  test("by its id can be of the same key", async () => {
    expect(await endSession(by(own), { id: 1 })).toEqual(ended);
  });

  test.for<[role: string, bounds: object, isAllowed: boolean]>([
    ["admin", {}, true],
    ["admin", { operations: ["apiKeyRevoke"] }, true],
    ["admin", { operations: ["locationList"] }, false],
    ["engineer", {}, false],
  ])("of another key, by the role %s with %j: %s", async ([role, bounds, isAllowed]) => {
    const other = await ofOther(role, bounds);
    const ending = endSession(by({ ...other, bounds }), { id: 1 });
    if (isAllowed) expect(await ending).toEqual(ended);
    else expect(await refusedWith(ending)).toEqual(forbidden);
  });

  test("must exist, and be named if the caller has none", async () => {
    const none = atFault("not_found", "No session has the id 9.", "/id");
    expect(await refusedWith(endSession(by(own), { id: 9 }))).toEqual(none);
    const unnamed = atFault(
      "validation_failed",
      "The request was sent with a key, and has no session of its own. Name a session.",
      "/id",
    );
    expect(await refusedWith(endSession(by(own), {}))).toEqual(unnamed);
  });
});
