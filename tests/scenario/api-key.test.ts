import { afterEach, describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { overtake } from "./overtake.ts";

const plant = await openPlant();

type Fields = Readonly<Record<string, unknown>>;

const createKey = (body: Fields) => plant.post("/api/ApiKey/Create", body);
const list = async (body: Fields) => (await plant.post("/api/ApiKey/List", body)).body;
const revoke = (id: number) => plant.put("/api/ApiKey/Revoke", { id });
const user = () => plant.done("put", "/api/User/Upsert", { name: plant.unique("User") });
const statusWith = async (key: string) =>
  (await plant.post("/api/Location/List", {}, { key })).status;

const made = async (fields: Fields = {}) => {
  const { name, id } = await user();
  const sent = { name: plant.unique("Key"), user: name, role: "viewer", ...fields };
  const key = await plant.done("post", "/api/ApiKey/Create", sent);
  return { ...key, ownerID: id };
};

const withoutKey = ({ key: _key, ownerID: _ownerID, ...record }: Fields) => record;

const hashOf = async (id: number) => {
  const [row] = await plant.sql("select hash from api_key where id = ?", id);
  return row!["hash"];
};

afterEach(() => {
  plant.now = undefined;
});

describe("Create", () => {
  test("returns a key of 256 bits, which works immediately and is stored nowhere", async () => {
    const key = await made();
    expect(key.key).toMatch(/^ab_[\w-]{43}$/);
    expect(await statusWith(key.key)).toBe(200);
    expect(await hashOf(key.id)).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashOf(key.id)).not.toContain(key.key);
    const rows = await plant.sql("select before, after from change_log where entity = 'ApiKey'");
    expect(JSON.stringify(rows)).not.toContain(key.key);
    expect((await made()).key).not.toBe(key.key);
  });

  test("binds the key to a user by name, whatever its case, or by id", async () => {
    const owner = await user();
    const sent = { name: "Key", role: "viewer" };
    const byName = (await createKey({ ...sent, user: owner.name.toUpperCase() })).body;
    const byId = (await createKey({ ...sent, userID: owner.id, user: null })).body;
    for (const key of [byName, byId]) {
      expect(key).toMatchObject({ user: owner.name, userID: owner.id, name: "Key" });
      expect(key).toMatchObject({ role: "viewer", expiresAt: null, revokedAt: null });
    }
  });

  test.for(["viewer", "operator", "engineer", "admin"])("gives the role %s", async (role) => {
    const { key } = await made({ role });
    const sent = { name: plant.unique("L") };
    const { status } = await plant.put("/api/Location/Upsert", sent, { key });
    expect(status).toBe(role === "admin" ? 200 : 403);
  });

  test("history names the user of the key", async () => {
    const { key, id, ownerID } = await made({ role: "admin" });
    const sent = { name: plant.unique("L") };
    const { body } = await plant.put("/api/Location/Upsert", sent, { key });
    const [row] = await plant.sql(
      "select user_id, key_id from change_log where entity = 'Location' and entity_id = ?",
      body.id,
    );
    expect(row).toEqual({ user_id: ownerID, key_id: id });
  });

  const sent = { name: "Key", user: "Administrator", role: "viewer" };
  test.for([
    ["name", { ...sent, name: undefined }],
    ["name", { ...sent, name: "" }],
    ["name", { ...sent, name: "x".repeat(251) }],
    ["user", { ...sent, user: undefined }],
    ["user", { ...sent, user: "" }],
    ["user", { ...sent, userID: 1 }],
    ["userID", { ...sent, user: undefined, userID: 0 }],
    ["role", { ...sent, role: undefined }],
    ["role", { ...sent, role: "" }],
    ["expiresAt", { ...sent, expiresAt: "tomorrow" }],
    ["expiresAt", { ...sent, expiresAt: "2001-01-01T00:00:00Z" }],
    ["hash", { ...sent, hash: "0".repeat(64) }],
  ] as const)("a wrong %s is refused: %j", async ([field, body]) => {
    const before = await list({});
    const answer = await createKey(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer: `/${field}` })]);
    expect(await list({})).toEqual(before);
  });

  test.for([{ user: "Nobody" }, { user: null, userID: 9_999_999_999 }])(
    "a user that does not exist is not found: %j",
    async (fields) => {
      const { status, body } = await createKey({ name: "Key", role: "viewer", ...fields });
      expect({ status, code: body.code }).toEqual({ status: 404, code: "not_found" });
    },
  );

  test("a retired user gets no key", async () => {
    const owner = await user();
    await plant.done("put", "/api/User/Upsert", { id: owner.id, isActive: false });
    const { status, body } = await createKey({ name: "Key", role: "viewer", user: owner.name });
    expect({ status, code: body.code }).toEqual({ status: 409, code: "inactive" });
  });

  test("a repetition returns the same record and never the key", async () => {
    const { name } = await user();
    const body = { name: plant.unique("Key"), user: name, role: "viewer" };
    const headers = { "Idempotency-Key": plant.unique("idem") };
    const first = await plant.post("/api/ApiKey/Create", body, { headers });
    const again = await plant.post("/api/ApiKey/Create", body, { headers });
    expect(first.body.key).not.toBe(null);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(again.body).toEqual({ ...first.body, key: null });
    expect(await list({ name: body.name })).toHaveLength(1);
  });
});

describe("List", () => {
  test("shows each key without the key and its hash", async () => {
    const key = await made({ expiresAt: "2099-12-31T10:00:00+01:00" });
    const [listed] = await list({ id: key.id });
    expect(listed).toEqual(withoutKey(key));
    expect(listed.expiresAt).toBe("2099-12-31T09:00:00.000Z");
    expect(Object.keys(listed)).not.toContain("hash");
  });

  test("is filtered by id, name, user, userID and role", async () => {
    const key = await made({ role: "engineer" });
    const record = withoutKey(key);
    expect(await list({ id: key.id })).toEqual([record]);
    expect(await list({ name: key.name })).toEqual([record]);
    expect(await list({ user: key.user.toUpperCase() })).toEqual([record]);
    expect(await list({ userID: key.userID })).toEqual([record]);
    expect(await list({ userID: key.userID, role: "engineer" })).toEqual([record]);
    expect(await list({ userID: key.userID, role: "viewer" })).toEqual([]);
  });
});

describe("a key is refused on its very next request", () => {
  test("once it is revoked, whatever it requests", async () => {
    const { id, key } = await made({ role: "admin" });
    expect(await statusWith(key)).toBe(200);
    const { status, body } = await revoke(id);
    expect(status).toBe(200);
    expect(body.revokedAt).toMatch(/^\d{4}-/);
    expect(await statusWith(key)).toBe(401);
    expect(await statusWith(key)).toBe(401);
    const sent = { name: plant.unique("L") };
    expect((await plant.put("/api/Location/Upsert", sent, { key })).status).toBe(401);
    expect((await plant.post("/api/Location/List", sent)).body).toEqual([]);
  });

  test("once it is revoked, even if the request would be refused unread", async () => {
    const { id, key } = await made({ role: "viewer" });
    expect(await statusWith(key)).toBe(200);
    await revoke(id);
    const as = { key };
    const answers = [
      await plant.post("/api/Location/List", { nothing: 1 }, as),
      await plant.post("/api/Location/List", "{", as),
      await plant.post(
        "/api/Location/List",
        {},
        { key, headers: { "Content-Type": "text/plain" } },
      ),
      await plant.post("/api/Location/List?limit=x", {}, as),
      await plant.put("/api/Location/Upsert", { name: plant.unique("L") }, as),
      await plant.get("/api/MaterialItem/Get/x", as),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
  });

  test("once it has expired", async () => {
    const { key } = await made({ expiresAt: "2099-01-01T00:00:00.000Z" });
    plant.now = Date.parse("2098-12-31T23:59:59.999Z");
    expect(await statusWith(key)).toBe(200);
    plant.now = Date.parse("2099-01-01T00:00:00.000Z");
    expect(await statusWith(key)).toBe(401);
  });

  test.each(["the key was refused", "something was recorded"])(
    "once it has expired, also with a clock that was set back after %s",
    async (before) => {
      const own = await openPlant();
      own.now = Date.now();
      const expiresAt = new Date(own.now + 60_000).toISOString();
      const { key } = await own.done("post", "/api/ApiKey/Create", {
        name: "Short",
        user: "Administrator",
        role: "viewer",
        expiresAt,
      });
      const status = async () => (await own.post("/api/Location/List", {}, { key })).status;
      expect(await status()).toBe(200);
      own.now += 60_000;
      if (before === "the key was refused") expect(await status()).toBe(401);
      else await own.done("put", "/api/Location/Upsert", { name: "Recorded" });
      own.now -= 60_000;
      expect(await status()).toBe(401);
    },
  );

  test("a date alone is the end of that day", async () => {
    const { expiresAt } = await made({ expiresAt: "2099-01-01" });
    expect(expiresAt).toBe("2099-01-01T23:59:59.999Z");
  });

  test("while its user is retired, and works again with its user", async () => {
    const { key, ownerID } = await made();
    expect(await statusWith(key)).toBe(200);
    await plant.done("put", "/api/User/Upsert", { id: ownerID, isActive: false });
    expect(await statusWith(key)).toBe(401);
    await plant.done("put", "/api/User/Upsert", { id: ownerID, isActive: true });
    expect(await statusWith(key)).toBe(200);
  });

  test("no write that races with the revocation of its key is logged after it", async () => {
    const { id, key } = await made({ role: "admin" });
    const name = plant.unique("L");
    const writes = plant.race(8, (i) =>
      plant.put("/api/Location/Upsert", { name: `${name}-${i}` }, { key }),
    );
    const [{ tally }] = await Promise.all([writes, revoke(id)]);
    expect((tally[200] ?? 0) + (tally[401] ?? 0)).toBe(8);
    const [late] = await plant.sql(
      `select count(*) as n from change_log where key_id = ? and seq >
        (select seq from change_log where entity = 'ApiKey' and entity_id = ? and action = 'revoked')`,
      id,
      id,
    );
    expect(late).toEqual({ n: 0 });
  });

  test("a write that the retirement of its user overtakes is refused", async () => {
    const { key, ownerID } = await made({ role: "admin" });
    const sent = { name: plant.unique("L") };
    const [overtaken] = await overtake(
      plant,
      () => plant.put("/api/Location/Upsert", sent, { key }),
      () => plant.done("put", "/api/User/Upsert", { id: ownerID, isActive: false }),
    );
    expect(overtaken.status).toBe(401);
    expect((await plant.post("/api/Location/List", sent)).body).toEqual([]);
  });
});

describe("Revoke", () => {
  test("changes nothing for a revoked key", async () => {
    const { id } = await made();
    const first = await revoke(id);
    plant.now = Date.now() + 60_000;
    const again = await revoke(id);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    const rows = await plant.sql(
      "select action from change_log where entity = 'ApiKey' and entity_id = ? order by seq",
      id,
    );
    expect(rows).toEqual([{ action: "created" }, { action: "revoked" }]);
  });

  test("is 404 for a key that does not exist", async () => {
    const { status, body } = await revoke(9_999_999_999);
    expect({ status, code: body.code }).toEqual({ status: 404, code: "not_found" });
  });

  test.for([{}, { id: null }, { id: 0 }])("needs an id: %j", async (sent) => {
    const { status, body } = await plant.put("/api/ApiKey/Revoke", sent);
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer: "/id" })]);
  });

  test("of the calling key is the key's last request", async () => {
    const { id, key } = await made({ role: "admin" });
    expect((await plant.put("/api/ApiKey/Revoke", { id }, { key })).status).toBe(200);
    expect(await statusWith(key)).toBe(401);
  });
});

test.for(["viewer", "operator", "engineer"] as const)("%s may not manage keys", async (role) => {
  const as = { key: plant.keys[role] };
  const sent = { name: "Key", user: "Administrator", role: "viewer" };
  expect((await plant.post("/api/ApiKey/List", {}, as)).status).toBe(403);
  expect((await plant.post("/api/ApiKey/Create", sent, as)).status).toBe(403);
  expect((await plant.put("/api/ApiKey/Revoke", { id: 1 }, as)).status).toBe(403);
});
