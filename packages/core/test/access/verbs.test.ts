import { beforeEach, describe, expect, test } from "vitest";
import { findKeys, requireKey } from "../../src/access/authenticate.ts";
import { createKey, type CreateKeyInput } from "../../src/access/create.ts";
import { newKey } from "../../src/access/key.ts";
import { revokeKey } from "../../src/access/revoke.ts";
import { upsertCatalog } from "../../src/catalog/upsert.ts";
import { commandLine, makeAdminKey } from "../../src/access/service-users.ts";
import { now } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { atFault, refusedWith } from "../refused.ts";

let { database, context, rows, relied, logged } = openPlant();

beforeEach(() => {
  ({ database, context, rows, relied, logged } = openPlant());
});

const sent: CreateKeyInput = { name: "Press", hash: "abc", user: "the SOMEONE", role: "operator" };
const create = (changes: Partial<CreateKeyInput> = {}) =>
  createKey(context, { ...sent, ...changes });
const stored = {
  name: "Press",
  hash: "abc",
  userId: 1,
  role: "operator",
  createdAt: now,
  expiresAt: null,
  revokedAt: null,
  configuredAt: null,
  addresses: null,
  externalSystems: null,
  operations: null,
};
const answered = { ...stored, id: 1, revNo: 1, user: "The SOMEONE", lastUsedAt: null };

describe("a key that is created", () => {
  test("is returned and logged with all its fields", async () => {
    expect(await create()).toEqual(answered);
    expect(logged()).toEqual([["ApiKey 1 created", stored]]);
    expect(relied()).toEqual([["User", 1, 1]]);
    const other = { hash: "d", user: null, userID: 1, expiresAt: now + 1 };
    expect(await create(other)).toMatchObject({ id: 2, userId: 1, expiresAt: now + 1 });
    database.exec("update user set is_active = 1");
    expect(await create({ hash: "e", user: "The RETIRED", userID: 1 })).toMatchObject({
      userId: 2,
    });
  });

  test.for<[Partial<CreateKeyInput>, refusal: Parameters<typeof atFault>]>([
    [{ user: "None" }, ["not_found", "No user is named None.", "/user"]],
    [{ user: undefined, userID: 9 }, ["not_found", "No user has the id 9.", "/userID"]],
    [{ user: "The RETIRED" }, ["inactive", "The user The RETIRED is not active.", "/user"]],
    [{ user: null, userID: 2 }, ["inactive", "The user The RETIRED is not active.", "/userID"]],
  ])("for %j is refused", async ([changes, refusal]) => {
    expect(await refusedWith(create(changes))).toEqual(atFault(...refusal));
  });

  test.for([now, now - 1])("must not have expired at %i", async (expiresAt) => {
    expect(await refusedWith(create({ expiresAt }))).toEqual({
      code: "validation_failed",
      message: "expiresAt is not in the future.",
      errors: [{ pointer: "/expiresAt", detail: "A time that is in the future." }],
    });
  });
});

describe("a key that is bound", () => {
  const bounds = {
    addresses: ["10.0.0.0/8"],
    externalSystems: ["ERP", "MES"],
    operations: ["buildBuild"],
  };

  test("is logged with its bounds, and found with them", async () => {
    expect(await create(bounds)).toEqual({ ...answered, ...bounds });
    expect(logged()).toEqual([["ApiKey 1 created", { ...stored, ...bounds }]]);
    const principal = { keyId: 1, userId: 1, role: "operator", bounds };
    expect((await findKeys(context.executor, ["abc"]))[0]).toEqual(principal);
    await create({ hash: "one", operations: ["buildBuild"] });
    expect((await findKeys(context.executor, ["one"]))[0]!.bounds).toEqual({
      operations: ["buildBuild"],
    });
  });

  test("gives its user the systems, whoever they belonged to", async () => {
    const owners = () => rows("select system, user_id from external_system order by system");
    await create(bounds);
    expect(owners()).toEqual([
      ["ERP", 1],
      ["MES", 1],
    ]);
    database.exec("update user set is_active = 1");
    await create({ hash: "b", externalSystems: ["MES", "PLC"], user: "The RETIRED" });
    expect(owners()).toEqual([
      ["ERP", 1],
      ["MES", 2],
      ["PLC", 2],
    ]);
  });
});

test.for([
  [{}, now + 30 * 86_400_000],
  [{ expiresAt: null }, now + 30 * 86_400_000],
  [{ expiresAt: now + 1 }, now + 1],
] as const)("a key with %j and a lifetime of 30 days expires", async ([changes, expiresAt]) => {
  expect(await create({ lifetimeDays: 30, ...changes })).toMatchObject({ expiresAt });
});

test("a new key has 256 random bits and the prefix of keys", () => {
  expect(newKey()).toMatch(/^ab_[\w-]{43}$/);
  expect(newKey()).not.toBe(newKey());
});

describe("a key that is revoked", () => {
  test("stays revoked from the first time", async () => {
    await create();
    const revoked = { ...answered, revokedAt: now };
    expect(await revokeKey(context, { id: 1 })).toMatchObject({ ...revoked, revNo: 1 });
    expect(logged()).toEqual([["ApiKey 1 revoked", { revokedAt: now }]]);
    database.exec(`update api_key set revoked_at = ${now - 5}`);
    expect(await revokeKey(context, { id: 1 })).toMatchObject({ revokedAt: now - 5, revNo: 2 });
    expect(rows("select rev_no from api_key")).toEqual([[2]]);
  });

  test("must exist", async () => {
    const refusal = atFault("not_found", "No key has the id 9.", "/id");
    expect(await refusedWith(revokeKey(context, { id: 9 }))).toEqual(refusal);
  });
});

describe("an administrator's key", () => {
  const admin = (hash: string, more: Partial<CreateKeyInput> = {}) =>
    create({ hash, role: "admin", ...more });
  const addUser = () =>
    database.exec(`insert into user (id, rev_no, suid, suid_key, name, name_key, is_active)
      values (7, 3, 'OTHER', 'other', 'Other', 'other', 1)`);
  const retire = (id: number) => upsertCatalog(context, "User", { id, isActive: false });
  const message =
    "Nobody could administer the service then: no other active user has a valid key with the " +
    "role admin. Create one first.";

  test("is the last one if all others are bound to some operations", async () => {
    addUser();
    await admin("1", { addresses: ["10.0.0.0/8"] });
    await admin("2", { userID: 7, user: null, operations: ["apiKeyList"] });
    const refusal = atFault("last_admin", message, "/id");
    expect(await refusedWith(revokeKey(context, { id: 1 }))).toEqual(refusal);
    await revokeKey(context, { id: 2 });
    expect(relied()).toEqual([]);
  });

  test("is the last one if all others are revoked, expired, of other roles or of retired users", async () => {
    addUser();
    await admin("1");
    await create({ hash: "2", role: "engineer", userID: 7, user: null });
    await admin("3", { userID: 7, user: null, expiresAt: now + 1 });
    await admin("4", { userID: 7, user: null });
    database.exec(`update api_key set expires_at = ${now} where id = 3;
      update api_key set revoked_at = ${now} where id = 4`);
    const revoking = atFault("last_admin", message, "/id");
    expect(await refusedWith(revokeKey(context, { id: 1 }))).toEqual(revoking);
    const retiring = atFault("last_admin", message, "/isActive");
    expect(await refusedWith(retire(1))).toEqual(retiring);
    database.exec("update api_key set expires_at = null where id = 3");
    database.exec("update user set is_active = 0 where id = 7");
    expect(await refusedWith(revokeKey(context, { id: 1 }))).toEqual(revoking);
    expect(await refusedWith(retire(1))).toEqual(retiring);
  });

  test("is revoked, and its user retired, if the key that lasts longest is valid, and stays", async () => {
    addUser();
    await admin("1");
    const others = { userID: 7, user: null };
    await admin("2", { ...others, expiresAt: now + 1 });
    await admin("3", { ...others, expiresAt: now + 2 });
    database.exec(`update api_key set expires_at = ${now} where id = 2`);
    await retire(1);
    expect(relied()).toEqual([
      ["ApiKey", 3, 1],
      ["User", 7, 3],
    ]);
    database.exec("update user set is_active = 1");
    await admin("4", others);
    await revokeKey(context, { id: 1 });
    expect(relied()).toEqual([
      ["ApiKey", 4, 1],
      ["User", 7, 3],
    ]);
  });

  test("of the same user stays if one is revoked, and leaves with the user", async () => {
    await admin("1");
    await admin("2");
    expect(await refusedWith(retire(1))).toMatchObject({ code: "last_admin" });
    await revokeKey(context, { id: 1 });
    expect(await refusedWith(revokeKey(context, { id: 2 }))).toMatchObject({ code: "last_admin" });
  });

  test("that is valid no longer is revoked, relying on nothing", async () => {
    await admin("1");
    database.exec(`update api_key set expires_at = ${now}`);
    await revokeKey(context, { id: 1 });
    expect(relied()).toEqual([]);
    await create({ hash: "2" });
    await revokeKey(context, { id: 2 });
    expect(relied()).toEqual([]);
    await retire(1);
    expect(relied()).toEqual([]);
  });
});

describe("a caller", () => {
  test("is found by the hash of its key", async () => {
    await create();
    const principal = { keyId: 1, userId: 1, role: "operator" };
    expect((await findKeys(context.executor, ["abc"]))[0]).toEqual(principal);
    expect((await findKeys(context.executor, ["ABC"]))[0]).toBeUndefined();
    const found = await findKeys(context.executor, ["wrong", "abc", "ABC"]);
    expect(found).toEqual([undefined, principal, undefined]);
  });

  test.for<[what: string, sql: string, message?: string]>([
    ["is valid", ""],
    ["expires later", `update api_key set expires_at = ${now + 1}`],
    ["has expired", `update api_key set expires_at = ${now}`, "The key has expired."],
    ["is revoked", "update api_key set revoked_at = 0", "The key has been revoked."],
    ["is gone", "delete from api_key", "The key has been revoked."],
    ["belongs to a retired user", "update user set is_active = 0", "The key's user is retired."],
  ])("has a key that %s", async ([, sql, message]) => {
    await create();
    const principal = (await findKeys(context.executor, ["abc"]))[0]!;
    database.exec(sql);
    const checked = requireKey({ ...context, principal });
    if (message === undefined) expect(await checked).toBeUndefined();
    else expect(await refusedWith(checked)).toEqual({ code: "unauthorized", message });
  });
});

describe("the first administrator", () => {
  const make = (hash: string) => makeAdminKey(context.executor, hash, () => now);
  const user = {
    suid: "ADMIN",
    suidKey: "admin",
    name: "Administrator",
    nameKey: "administrator",
    description: "The first user",
    isActive: true,
    roles: null,
    issuer: null,
    subject: null,
    rolesAt: null,
    badge: null,
    badgeKey: null,
    pinSetAt: null,
  };
  const key = (hash: string, userId: unknown) => ({
    ...stored,
    name: "First administrator key",
    hash,
    userId,
    role: "admin",
  });

  test("is created with a key, and gets each further key once", async () => {
    expect(await make("a")).toEqual({ keyId: 1, userId: 3, role: "admin" });
    expect(logged()).toEqual([
      ["User 3 created", user],
      ["ApiKey 1 created", key("a", { pending: "id", ordinal: 0 })],
    ]);
    expect(await make("b")).toEqual({ keyId: 2, userId: 3, role: "admin" });
    expect(logged()).toEqual([["ApiKey 2 created", key("b", 3)]]);
    expect(await make("a")).toEqual({ keyId: 1, userId: 3, role: "admin" });
    expect(rows("select count(*) from api_key")).toEqual([[2]]);
    expect(rows("select request_id, user_id, key_id from change_log limit 1")).toEqual([
      ["start", null, null],
    ]);
  });

  test("keeps a key that was created before", async () => {
    await create();
    expect(await make("abc")).toEqual({ keyId: 1, userId: 1, role: "operator" });
  });

  test.for([
    ["name", "name_key = 'administrator'"],
    ["SUID", "suid_key = 'admin'"],
  ])("is an existing user of that %s", async ([, has]) => {
    database.exec(`update user set ${has} where id = 2`);
    expect(await make("a")).toMatchObject({ userId: 2 });
  });

  test("is found by the SUID before the name", async () => {
    database.exec("update user set name_key = 'administrator' where id = 1");
    database.exec("update user set suid_key = 'admin' where id = 2");
    expect(await make("a")).toMatchObject({ userId: 2 });
  });
});

test("the user of the command line is created when it is first needed", async () => {
  const principal = () => commandLine(context.executor, () => now);
  expect(await principal()).toEqual({ keyId: 0, userId: 3, role: "admin" });
  expect(logged()).toEqual([
    [
      "User 3 created",
      {
        suid: "COMMAND-LINE",
        suidKey: "command-line",
        name: "Command line",
        nameKey: "command line",
        description: "The command line, run on the machine of the database",
        isActive: true,
        roles: null,
        issuer: null,
        subject: null,
        rolesAt: null,
        badge: null,
        badgeKey: null,
        pinSetAt: null,
      },
    ],
  ]);
  expect(rows("select request_id from change_log")).toEqual([["command-line"]]);
  expect(await principal()).toEqual({ keyId: 0, userId: 3, role: "admin" });
  expect(rows("select count(*) from user")).toEqual([[3]]);
});

test("two callers that need the command line create its user once", async () => {
  const principal = () => commandLine(context.executor, () => now);
  const both = await Promise.all([principal(), principal()]);
  expect(both.map(({ userId }) => userId)).toEqual([3, 3]);
});
