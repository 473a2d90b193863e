import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { overtake } from "./overtake.ts";

const plant = await openPlant();

/** The keys that were valid administrators' keys before, which a test puts aside. */
let aside: number[] = [];

const admin = async (fields: object = {}) => {
  const user = await plant.done("put", "/api/User/Upsert", { name: plant.unique("Admin") });
  const sent = { name: plant.unique("Key"), user: user.name, role: "admin", ...fields };
  const { id, key } = await plant.done("post", "/api/ApiKey/Create", sent);
  const as = { key };
  return {
    id,
    key,
    userID: user.id,
    revoke: (keyId = id) => plant.put("/api/ApiKey/Revoke", { id: keyId }, as),
    setActive: (isActive: boolean, userId = user.id) =>
      plant.put("/api/User/Upsert", { id: userId, isActive }, as),
    works: async () => (await plant.post("/api/ApiKey/List", {}, as)).status === 200,
  };
};
type Admin = Awaited<ReturnType<typeof admin>>;

/** Leaves these administrators alone: the keys of all others are put aside until the test's end. */
async function leave(...admins: readonly Admin[]): Promise<void> {
  const ids = JSON.stringify(admins.map(({ id }) => id));
  const others = `role = 'admin' and revoked_at is null and id not in (select value from json_each(?))`;
  const rows = await plant.sql(`select id from api_key where ${others}`, ids);
  aside = rows.map(({ id }) => Number(id));
  await plant.sql(`update api_key set revoked_at = 1 where ${others}`, ids);
}

beforeEach(() => {
  aside = [];
});
afterEach(async () => {
  plant.now = undefined;
  const ids = JSON.stringify(aside);
  await plant.sql(
    "update api_key set revoked_at = null where id in (select value from json_each(?))",
    ids,
  );
});

const lastAdmin = { status: 409, body: { code: "last_admin" } };

describe("the last administrator", () => {
  test("can't be given other roles, unless another administrator stays", async () => {
    const only = await admin();
    await leave(only);
    const give = (...roles: string[]) =>
      plant.put("/api/User/Upsert", { id: only.userID, roles }, { key: only.key });
    expect(await give("engineer", "quality")).toMatchObject(lastAdmin);
    expect((await give("engineer")).body.errors).toMatchObject([{ pointer: "/roles" }]);
    expect((await give()).body).toMatchObject({ code: "last_admin" });
    expect((await give("engineer", "admin")).status).toBe(200);
    expect(await only.works()).toBe(true);
    // A user without the role is no other administrator, whatever its key is.
    const as = { key: only.key };
    const bounded = { name: plant.unique("User"), roles: ["engineer"] };
    const { body } = await plant.put("/api/User/Upsert", bounded, as);
    const sent = { name: "Second", userID: body.id, role: "admin" };
    expect((await plant.post("/api/ApiKey/Create", sent, as)).status).toBe(200);
    expect(await give("engineer")).toMatchObject(lastAdmin);
    expect(await only.revoke()).toMatchObject(lastAdmin);
  });

  test("can't revoke the last key of an administrator, and it still works", async () => {
    const only = await admin();
    await leave(only);
    expect(await only.revoke()).toMatchObject(lastAdmin);
    expect((await only.revoke()).body.errors).toMatchObject([{ pointer: "/id" }]);
    expect(await only.works()).toBe(true);
    const sent = { name: "Second", userID: only.userID, role: "admin" };
    const second = await plant.post("/api/ApiKey/Create", sent, { key: only.key });
    expect(second.status).toBe(200);
    expect((await only.revoke()).status).toBe(200);
  });

  test("can't be retired, however many keys it has", async () => {
    const only = await admin();
    const sent = { name: "Second", userID: only.userID, role: "admin" };
    const second = await plant.done("post", "/api/ApiKey/Create", sent);
    await leave(only);
    await plant.sql("update api_key set revoked_at = null where id = ?", second.id);
    const refused = await only.setActive(false);
    expect(refused).toMatchObject(lastAdmin);
    expect(refused.body.errors).toMatchObject([{ pointer: "/isActive" }]);
    expect(await only.works()).toBe(true);
    expect((await only.revoke()).status).toBe(200);
  });

  test.for([
    ["is retired", (other: Admin) => other.setActive(false)],
    ["has revoked its key", (other: Admin) => other.revoke()],
    [
      "has an expired key",
      () => {
        plant.now = Date.parse("2099-06-01T00:00:00Z");
      },
    ],
  ] as const)("is one even if another one %s", async ([, leaving]) => {
    const [only, other] = [await admin(), await admin({ expiresAt: "2099-01-01T00:00:00Z" })];
    await leave(only, other);
    await leaving(other);
    expect(await only.revoke()).toMatchObject(lastAdmin);
    expect(await only.setActive(false)).toMatchObject(lastAdmin);
  });

  test("is one even if there are keys of other roles, and may revoke all of those", async () => {
    const only = await admin();
    const engineer = await admin({ role: "engineer" });
    const expired = await admin({ expiresAt: "2099-01-01T00:00:00Z" });
    await leave(only, expired);
    plant.now = Date.parse("2099-06-01T00:00:00Z");
    expect(await only.revoke()).toMatchObject(lastAdmin);
    expect((await only.revoke(engineer.id)).status).toBe(200);
    expect((await only.setActive(false, engineer.userID)).status).toBe(200);
    expect((await only.revoke(expired.id)).status).toBe(200);
    expect((await only.setActive(false, expired.userID)).status).toBe(200);
  });
});

describe.each([
  ["retire", (one: Admin) => one.setActive(false), 409],
  ["revoke the keys of", (one: Admin) => one.revoke(), 409],
])("two administrators that %s themselves at the same time", (_what, leaving, refused) => {
  test("are refused once, whichever is first", async () => {
    const [one, other] = [await admin(), await admin()];
    await leave(one, other);
    const [overtaken, first] = await overtake(
      plant,
      () => leaving(one),
      () => leaving(other),
    );
    expect(first.status).toBe(200);
    expect(overtaken).toMatchObject(lastAdmin);
    expect([await one.works(), await other.works()]).toEqual([true, false]);
  });

  test("leave one, in every round", async () => {
    for (let round = 0; round < 5; round++) {
      const admins = [await admin(), await admin()];
      await leave(...admins);
      const answers = await Promise.all(admins.map(leaving));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, refused]));
      const working = await Promise.all(admins.map(({ works }) => works()));
      expect(working.filter(Boolean)).toHaveLength(1);
      const ids = JSON.stringify(aside);
      await plant.sql(
        "update api_key set revoked_at = null where id in (select value from json_each(?))",
        ids,
      );
    }
  });
});

test("of two administrators that retire each other, one stays", async () => {
  const [one, other] = [await admin(), await admin()];
  await leave(one, other);
  const answers = await Promise.all([
    one.setActive(false, other.userID),
    other.setActive(false, one.userID),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const working = await Promise.all([one.works(), other.works()]);
  expect(working.filter(Boolean)).toHaveLength(1);
});

test("a retirement that is repeated changes nothing, and is not refused", async () => {
  const [only, other] = [await admin(), await admin()];
  await leave(only, other);
  expect((await only.setActive(false, other.userID)).status).toBe(200);
  expect((await only.setActive(false, other.userID)).status).toBe(200);
  const { body } = await plant.post("/api/ApiKey/List", { id: other.id }, { key: only.key });
  expect((await only.revoke(body[0].id)).status).toBe(200);
  expect((await only.revoke(body[0].id)).status).toBe(200);
});
