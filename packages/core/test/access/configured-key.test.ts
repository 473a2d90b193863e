import { beforeEach, describe, expect, test } from "vitest";
import { configureAdminKey } from "../../src/access/configured-key.ts";
import { createKey, type CreateKeyInput } from "../../src/access/create.ts";
import { recordKeyUse } from "../../src/access/key-use.ts";
import { revokeKey } from "../../src/access/revoke.ts";
import { makeAdminKey } from "../../src/access/service-users.ts";
import { now } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";

let { database, context, rows, relied } = openPlant();

beforeEach(() => {
  ({ database, context, rows, relied } = openPlant());
});

const create = (changes: Partial<CreateKeyInput> = {}) =>
  createKey(context, {
    name: "Press",
    hash: "abc",
    user: "the SOMEONE",
    role: "operator",
    ...changes,
  });

describe("the key of the environment", () => {
  const configure = (hash: string, at = now) => configureAdminKey(context.executor, hash, () => at);
  const states = () => rows("select hash, revoked_at from api_key order by id");
  const configured = () =>
    rows("select id from api_key where configured_at is not null and revoked_at is null");

  test("is created once, and its next value ends it", async () => {
    const first = await configure("a");
    expect(first).toMatchObject({ principal: { keyId: 1, userId: 3, role: "admin" } });
    expect((await configure("a")).ended).toEqual([]);
    const next = await configure("b", now + 5);
    expect(next).toMatchObject({ principal: { keyId: 2, userId: 3 }, ended: [{ id: 1 }] });
    expect(states()).toEqual([
      ["a", now + 5],
      ["b", null],
    ]);
    expect(relied()).toEqual([["User", 3, 1]]);
    expect(configured()).toEqual([[2]]);
    expect(rows("select action, request_id from change_log where entity = 'ApiKey'")).toEqual([
      ["created", "start"],
      ["revoked", "start"],
      ["created", "start"],
    ]);
  });

  test("can be one that exists, and ends no key that it did not make", async () => {
    await create({ role: "admin" });
    await makeAdminKey(context.executor, "printed", () => now);
    await configure("a");
    expect(await configure("abc")).toMatchObject({
      principal: { keyId: 1, userId: 1, role: "admin" },
      ended: [{ id: 3 }],
    });
    expect(relied()).toEqual([
      ["ApiKey", 1, 1],
      ["User", 1, 1],
    ]);
    expect(
      rows("select action, entity_id from change_log where request_id = 'start'"),
    ).toContainEqual(["configured", 1]);
    expect(configured()).toEqual([[1]]);
    expect(states()).toEqual([
      ["abc", null],
      ["printed", null],
      ["a", now],
    ]);
  });

  test("is noted from the next start on if version 0.1 made it, and then ended", async () => {
    await makeAdminKey(context.executor, "a", () => now);
    await configure("a");
    expect(configured()).toEqual([[1]]);
    expect((await configure("b")).ended).toMatchObject([{ id: 1 }]);
  });

  test.for([
    ["is revoked", `update api_key set revoked_at = ${now} where hash = 'abc'`],
    ["has expired", `update api_key set expires_at = ${now} where hash = 'abc'`],
    ["is bound", `update api_key set operations = '["apiKeyList"]' where hash = 'abc'`],
    ["is no administrator's", "update api_key set role = 'engineer' where hash = 'abc'"],
    ["is of a retired user", "update user set is_active = 0 where id = 1"],
  ] as const)("ends nothing if its value is that of a key that %s", async ([, sql]) => {
    await create({ role: "admin" });
    await configure("a");
    database.exec(sql);
    expect(await configure("abc")).toMatchObject({ ended: [], isUnusable: true });
    expect(configured()).toEqual([[2]]);
    expect(rows("select revoked_at from api_key where hash = 'a'")).toEqual([[null]]);
  });

  test("ends nothing if the first administrator is retired", async () => {
    await configure("a");
    database.exec("update user set is_active = 0 where id = 3");
    expect(await configure("b")).toMatchObject({ ended: [], isUnusable: true });
    expect(configured()).toEqual([[1]]);
    expect(rows("select revoked_at from api_key where hash = 'a'")).toEqual([[null]]);
    database.exec("update user set is_active = 1 where id = 3");
    expect(await configure("b")).toMatchObject({ ended: [{ id: 1 }], isUnusable: false });
    expect(configured()).toEqual([[2]]);
  });

  test("is one key if two values are configured at the same time", async () => {
    await Promise.all([configure("a"), configure("b")]);
    expect(states().filter(([, revokedAt]) => revokedAt === null)).toHaveLength(1);
  });
});

test("the last use of a key is the latest of those that are recorded", async () => {
  await create();
  await recordKeyUse(context.executor, [[1, 60_000]]);
  await recordKeyUse(context.executor, [[1, 120_000]]);
  await recordKeyUse(context.executor, [[1, 60_000]]);
  expect(rows("select key_id, at from api_key_use")).toEqual([[1, 120_000]]);
  expect(await revokeKey(context, { id: 1 })).toMatchObject({ lastUsedAt: 120_000 });
});
