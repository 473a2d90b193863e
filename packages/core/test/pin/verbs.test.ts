import { beforeEach, describe, expect, test } from "vitest";
import { findKeys } from "../../src/access/authenticate.ts";
import { createKey } from "../../src/access/create.ts";
import type { Context, Principal } from "../../src/engine/context.ts";
import { checkPin } from "../../src/pin/check.ts";
import { clearPin, resetPin } from "../../src/pin/reset.ts";
import { setPin } from "../../src/pin/set.ts";
import { createSession } from "../../src/session/create.ts";
import { now } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { atFault, refusedWith } from "../refused.ts";

let { database, context: plain, rows, logged } = openPlant();
let context: Context;
let own: Principal;
const minuteMs = 60_000;
const [pin, other] = ["480217", "739105"];

/** A hash that costs nothing: the tests of the hash try the real one. */
const scrypt = (text: string) => Promise.resolve(new TextEncoder().encode(text.padEnd(32, "-")));

const by = (principal: Principal): Context => ({ ...context, principal });

async function keyOf(hash: string, role = "operator", more = {}): Promise<Principal> {
  const made = await createKey(context, { name: "Press", hash, userID: 1, role, ...more });
  return { keyId: made.id, userId: made.userId, role };
}

beforeEach(async () => {
  ({ database, context: plain, rows, logged } = openPlant());
  context = { ...plain, scrypt };
  own = await keyOf("a");
  database.exec("update user set badge = 'B-7', badge_key = 'b-7' where id = 1");
});

const state = { userId: 1, user: "The SOMEONE", setAt: now, isTemporary: false };
const pins = () => rows("select user_id, is_temporary from user_pin");

describe("a PIN that is set", () => {
  test("is logged without its hash", async () => {
    expect(await setPin(by(own), { pin })).toEqual(state);
    expect(logged()).toEqual([["User 1 pinSet", { pinSetAt: now }]]);
    expect(pins()).toEqual([[1, 0]]);
  });

  test("replaces the one before", async () => {
    await setPin(by(own), { pin });
    await setPin(by(own), { pin: other, currentPin: pin });
    expect(await checkPin(by(own), { userID: 1, pin: other })).toEqual({
      id: 1,
      revNo: 3,
      name: "The SOMEONE",
      badgeKey: "b-7",
    });
    expect(pins()).toEqual([[1, 0]]);
  });

  test.for<[string, object, string | null, boolean]>([
    ["an unbound key", {}, null, true],
    ["a key with each role of its user", {}, '["operator"]', true],
    ["a key with one of its user's roles", {}, '["operator", "stores"]', false],
    ["an administrator's key", { role: "admin" }, '["operator", "stores"]', true],
    ["a key that is bound to addresses", { addresses: ["10.0.0.0/8"] }, null, false],
    ["a key that is bound to systems", { externalSystems: ["ERP"] }, null, false],
    ["a key that is bound to operations", { operations: ["userSetPin"] }, null, false],
  ])(
    "by %s",
    async ([, { role = "operator", ...more }, roles, isAllowed]: [
      string,
      { role?: string },
      string | null,
      boolean,
    ]) => {
      const caller = await keyOf("b", role, more);
      database.prepare("update user set roles = ? where id = 1").run([roles]);
      // The roles of the user bound the caller as they are now.
      const rights = roles === null ? undefined : await rightsOfCaller(caller);
      const setting = setPin(by({ ...caller, ...rights }), { pin });
      if (isAllowed) expect(await setting).toEqual(state);
      else expect(await refusedWith(setting)).toMatchObject({ code: "sign_in_again" });
    },
  );

  test.for([
    [5 * minuteMs, true],
    [5 * minuteMs + 1, false],
  ] as const)("by a session that began %i ms ago: %s", async ([ago, isAllowed]) => {
    await createSession(by(own), { hash: "s" });
    database.exec(`update session set created_at = ${now - ago}`);
    const setting = setPin(by({ ...own, sessionId: 1 }), { pin });
    if (isAllowed) expect(await setting).toEqual(state);
    else {
      expect(await refusedWith(setting)).toEqual(
        atFault(
          "sign_in_again",
          "The session began more than 5 minutes ago: send `currentPin`, or sign in again first.",
          "/currentPin",
        ),
      );
    }
  });

  test("by an old session is refused also where the clock was set back", async () => {
    await createSession(by(own), { hash: "s" });
    database.exec(`update session set created_at = ${now - 6 * minuteMs}`);
    const later = { ...by({ ...own, sessionId: 1 }), now: () => now - 6 * minuteMs };
    expect(await refusedWith(setPin(later, { pin }))).toMatchObject({ code: "sign_in_again" });
  });

  test("by a token of the directory, which a program can have", async () => {
    const { userId } = own;
    const rights = { ofKey: undefined, ofUser: [], stamp: "[null,[]]" };
    const caller = { keyId: 0, userId, role: "", tokenExpiresAt: now + minuteMs, rights };
    const refused = await refusedWith(setPin(by(caller), { pin }));
    expect(refused).toMatchObject({ code: "sign_in_again" });
  });

  test.for(["B-480217", "480217"])("is not in the badge %s", async (badge) => {
    database.prepare("update user set badge = ? where id = 1").run(badge);
    const fault = "A PIN that is not in the user's badge or SUID.";
    expect(await refusedWith(setPin(by(own), { pin }))).toEqual(
      atFault("validation_failed", fault, "/pin"),
    );
  });

  test("is not in the SUID", async () => {
    database.exec("update user set suid = 'X480217' where id = 1");
    expect(await refusedWith(setPin(by(own), { pin }))).toMatchObject({
      code: "validation_failed",
    });
  });

  test("of a user who changed since the check is checked again", async () => {
    await setPin(by(own), { pin });
    const hashing = async (text: string) => {
      // The hash of the new PIN comes after the check of the one before.
      if (text === other) database.exec("update user set rev_no = 9 where id = 1");
      return scrypt(text);
    };
    const setting = setPin({ ...by(own), scrypt: hashing }, { pin: other, currentPin: pin });
    expect(await refusedWith(setting)).toMatchObject({ code: "unavailable" });
  });
});

/** Returns the rights that a caller is admitted with now. */
async function rightsOfCaller({ keyId }: Principal) {
  const [[hash]] = rows(`select hash from api_key where id = ${keyId}`) as [[string]];
  const [found] = await findKeys(context.executor, [hash]);
  return { rights: found!.rights };
}

describe("a PIN that an administrator chooses", () => {
  test("is temporary, and logged as such", async () => {
    const made = await resetPin(by(own), { userID: 1, pin });
    expect(made).toEqual({ ...state, isTemporary: true });
    expect(logged()).toEqual([["User 1 pinReset", { pinSetAt: now }]]);
    expect(pins()).toEqual([[1, 1]]);
    expect(await refusedWith(checkPin(by(own), { userID: 1, pin }))).toEqual({
      code: "pin_temporary",
      message: "An administrator chose this PIN. Set your own one first.",
    });
    expect(await checkPin(by(own), { badge: "b-7", pin }, true)).toMatchObject({ id: 1 });
  });

  test("needs a user who is active", async () => {
    const none = atFault("not_found", "No user has the id 9.", "/userID");
    expect(await refusedWith(resetPin(by(own), { userID: 9, pin }))).toEqual(none);
    const retired = atFault("inactive", "The user The RETIRED is not active.", "/userID");
    expect(await refusedWith(resetPin(by(own), { userID: 2, pin }))).toEqual(retired);
  });

  test("ends the count of wrong ones", async () => {
    await setPin(by(own), { pin });
    await refusedWith(checkPin(by(own), { userID: 1, pin: other }));
    expect(rows("select user_id from pin_guess")).toEqual([[1]]);
    await resetPin(by(own), { userID: 1, pin });
    expect(rows("select user_id from pin_guess")).toEqual([]);
  });
});

test("a PIN that is cleared is gone, and one who has none stays as it is", async () => {
  await setPin(by(own), { pin });
  const cleared = { ...state, setAt: null };
  expect(await clearPin(by(own), { userID: 1 })).toEqual(cleared);
  expect(logged()).toEqual([["User 1 pinCleared", { pinSetAt: null }]]);
  expect(pins()).toEqual([]);
  expect(await clearPin(by(own), { userID: 1 })).toEqual(cleared);
  expect(rows("select rev_no from user where id = 1")).toEqual([[3]]);
});

test("a guess is forgotten after a day", async () => {
  await setPin(by(own), { pin });
  const guess = (at: number) =>
    refusedWith(checkPin({ ...by(own), now: () => at }, { userID: 1, pin: other }));
  await guess(now);
  await guess(now + 1440 * minuteMs);
  expect(rows("select at from pin_guess")).toEqual([[now + 1440 * minuteMs]]);
});
