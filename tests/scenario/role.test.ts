import { roleNames } from "@asbuilt/contract";
import { builtInRoles } from "@asbuilt/core";
import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { overtake } from "./overtake.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();

type Fields = Readonly<Record<string, unknown>>;

const upsert = (body: Fields) => plant.put("/api/Role/Upsert", body);
const role = (operations: readonly string[], fields: Fields = {}) =>
  plant.done("put", "/api/Role/Upsert", { name: plant.unique("Role"), operations, ...fields });
const user = (fields: Fields = {}) =>
  plant.done("put", "/api/User/Upsert", { name: plant.unique("User"), ...fields });
const keyOf = async (ofRole: string, fields: Fields = {}) => {
  const owner = await user(fields);
  const sent = { name: plant.unique("Key"), userID: owner.id, role: ofRole };
  const made = await plant.done("post", "/api/ApiKey/Create", sent);
  return { ...made, owner, as: { key: made.key } };
};
type Made = Awaited<ReturnType<typeof keyOf>>;

const list = async ({ as }: Made) => (await plant.post("/api/Location/List", {}, as)).status;
const location = ({ as }: Made) =>
  plant.put("/api/Location/Upsert", { name: plant.unique("L") }, as);
const operationsOf = async ({ as }: Made) =>
  (await plant.post("/api/Session/Get", {}, as)).body.operations;
/** The operations of every valid key. */
const ofAll = ["sessionGet", "sessionCreate", "sessionDelete"];
const change = (id: number, operations: readonly string[]) =>
  plant.done("put", "/api/Role/Upsert", { id, operations });

test("core and contract have the same built-in roles", () => {
  expect(builtInRoles).toEqual(roleNames);
});

describe("a role of the plant", () => {
  test("permits its operations, and those of its sessions, and no other", async () => {
    const { name } = await role(["locationList"]);
    const key = await keyOf(name.toUpperCase());
    expect(key.role).toBe(name);
    expect(await operationsOf(key)).toEqual(["locationList", ...ofAll]);
    expect(await list(key)).toBe(200);
    const refusal = await expectRefused(plant, () => location(key), [403, "forbidden"]);
    expect(refusal.detail).toBe(
      "This is for the roles admin, and for roles of the plant that have it; the key has the " +
        `role ${name}.`,
    );
  });

  test("has other operations from the next request on", async () => {
    const { id, name } = await role(["locationList"]);
    const key = await keyOf(name);
    expect(await list(key)).toBe(200);
    expect((await location(key)).status).toBe(403);
    await change(id, ["locationUpsert"]);
    expect(await list(key)).toBe(403);
    expect((await location(key)).status).toBe(200);
    await change(id, ["locationList"]);
    expect((await location(key)).status).toBe(403);
    expect(await list(key)).toBe(200);
  });

  test("permits nothing while it is retired", async () => {
    const { id, name } = await role(["locationList"]);
    const key = await keyOf(name);
    await plant.done("put", "/api/Role/Upsert", { id, isActive: false });
    expect(await list(key)).toBe(403);
    expect(await operationsOf(key)).toEqual(ofAll);
    await plant.done("put", "/api/Role/Upsert", { id, isActive: true });
    expect(await list(key)).toBe(200);
  });

  test("stops a write that its change overtakes", async () => {
    const { id, name } = await role(["locationUpsert"]);
    const key = await keyOf(name);
    const sent = { name: plant.unique("L") };
    const [overtaken] = await overtake(
      plant,
      () => plant.put("/api/Location/Upsert", sent, key.as),
      () => change(id, []),
    );
    expect(overtaken.status).toBe(403);
    expect((await plant.post("/api/Location/List", sent)).body).toEqual([]);
  });

  test.for(["locationLost", "LocationList"])("has no unknown operation: %j", async (name) => {
    const sent = { name: plant.unique("Role"), operations: ["locationList", name] };
    const { errors } = await expectRefused(plant, () => upsert(sent), [
      400,
      "validation_failed",
      "/operations/1",
    ]);
    expect(errors[0].detail).toContain(name);
  });

  test.for(["apiKeyCreate", "roleUpsert", "userResetPin", "userUpsert"])(
    "does not give rights: %s",
    async (operation) => {
      const sent = { name: plant.unique("Role"), operations: [operation] };
      await expectRefused(plant, () => upsert(sent), [400, "validation_failed", "/operations/0"]);
    },
  );

  test.for(["viewer", "Operator", "ADMIN"])(
    "has not the name %s of a built-in one",
    async (name) => {
      await expectRefused(plant, () => upsert({ name }), [409, "reserved", "/name"]);
      const { id } = await role([]);
      await expectRefused(plant, () => upsert({ id, name }), [409, "reserved", "/name"]);
    },
  );

  test("keeps its name while a key or a user has it", async () => {
    const { id, name } = await role([]);
    const other = plant.unique("Role");
    const key = await keyOf(name);
    await expectRefused(plant, () => upsert({ id, name: other }), [409, "fixed", "/name"]);
    await plant.done("put", "/api/ApiKey/Revoke", { id: key.id });
    const { id: userID } = await user({ roles: [name] });
    await expectRefused(plant, () => upsert({ id, name: other }), [409, "fixed", "/name"]);
    await plant.done("put", "/api/User/Upsert", { id: userID, roles: null });
    expect((await upsert({ id, name: other })).status).toBe(200);
  });

  test("is not deleted while a key or a user has it", async () => {
    const { id, name } = await role([]);
    const key = await keyOf(name, { roles: [name, "viewer"] });
    const remove = () => plant.delete("/api/Role/Delete", { id });
    const refusal = await expectRefused(plant, remove, [409, "in_use"]);
    expect(refusal.counts).toEqual({ ApiKey: 1, User: 1 });
    await plant.done("put", "/api/ApiKey/Revoke", { id: key.id });
    expect((await expectRefused(plant, remove, [409, "in_use"])).counts).toEqual({ User: 1 });
    await plant.done("put", "/api/User/Upsert", { id: key.owner.id, roles: ["viewer"] });
    expect((await remove()).status).toBe(200);
    const [kept] = (await plant.post("/api/ApiKey/List", { id: key.id })).body;
    expect(kept.role).toBe(name);
  });

  test.for(["a key", "a user"])("is not given to %s and deleted together", async (of) => {
    const { id, name } = await role([]);
    const owner = await user();
    const give = () =>
      of === "a key"
        ? plant.post("/api/ApiKey/Create", { name: "Key", userID: owner.id, role: name })
        : plant.put("/api/User/Upsert", { id: owner.id, roles: [name] });
    const [deletion] = await overtake(plant, () => plant.delete("/api/Role/Delete", { id }), give);
    expect([deletion.status, deletion.body.code]).toEqual([409, "in_use"]);
    const later = await role([]);
    const sent = { name: "Key", userID: owner.id, role: later.name };
    const [creation] = await overtake(
      plant,
      () => plant.post("/api/ApiKey/Create", sent),
      () => plant.done("delete", "/api/Role/Delete", { id: later.id }),
    );
    expect([creation.status, creation.body.code]).toEqual([404, "not_found"]);
  });
});

describe("a key", () => {
  const create = async (name: string) => {
    const { id } = await user();
    return () => plant.post("/api/ApiKey/Create", { name: "Key", userID: id, role: name });
  };

  test("is not created with a role that does not exist, or is retired", async () => {
    await expectRefused(plant, await create("Nobody's"), [404, "not_found", "/role"]);
    const { name } = await role([], { isActive: false });
    await expectRefused(plant, await create(name), [409, "inactive", "/role"]);
  });

  test("is listed by the name of its role", async () => {
    const { name } = await role([]);
    const { id } = await keyOf(name);
    const { body } = await plant.post("/api/ApiKey/List", { role: name });
    expect(body.map((key: { id: number }) => key.id)).toEqual([id]);
  });
});

describe("the roles of a user", () => {
  test("bound each of its keys, whatever the role of the key", async () => {
    const key = await keyOf("admin", { roles: ["viewer"] });
    expect(key.owner.roles).toEqual(["viewer"]);
    expect(await list(key)).toBe(200);
    const { detail } = await expectRefused(plant, () => location(key), [403, "forbidden"]);
    expect(detail).toContain("the key has the role admin, within those of its user.");
    const viewer = await plant.post("/api/Session/Get", {}, { key: plant.keys.viewer });
    expect(await operationsOf(key)).toEqual(viewer.body.operations);
  });

  test("give a key no more than its own role has", async () => {
    const key = await keyOf("viewer", { roles: ["viewer", "admin"] });
    expect((await location(key)).status).toBe(403);
  });

  test("are all of them, and take effect at the next request", async () => {
    const own = await role(["locationUpsert"]);
    const key = await keyOf("admin", { roles: ["viewer", own.name.toLowerCase()] });
    expect(key.owner.roles).toEqual(["viewer", own.name]);
    expect([await list(key), (await location(key)).status]).toEqual([200, 200]);
    await plant.done("put", "/api/User/Upsert", { id: key.owner.id, roles: ["viewer"] });
    expect([await list(key), (await location(key)).status]).toEqual([200, 403]);
    await plant.done("put", "/api/User/Upsert", { id: key.owner.id, roles: null });
    expect([await list(key), (await location(key)).status]).toEqual([200, 200]);
  });

  test("hide the history that they do not permit, and limit what is dated back", async () => {
    const key = await keyOf("admin", { roles: ["stores"] });
    const filter = { entity: "ApiKey" };
    const of = async () => (await plant.post("/api/History/List", filter, key.as)).body.length;
    expect(await of()).toBe(0);
    const { Name: productName } = await plant.product();
    const sent = {
      productName,
      visualSerialNo: plant.unique("SN"),
      qty: 1,
      occurredAt: "2020-01-01T00:00:00Z",
    };
    const receive = () => plant.post("/api/MaterialItem/Receive", sent, key.as);
    await expectRefused(plant, receive, [409, "backdated", "/occurredAt"]);
    await plant.done("put", "/api/User/Upsert", { id: key.owner.id, roles: ["admin"] });
    expect(await of()).toBeGreaterThan(0);
    expect((await receive()).status).toBe(200);
  });

  test("can be none: then its keys permit nothing but to ask who they are", async () => {
    const key = await keyOf("admin", { roles: [] });
    expect(key.owner.roles).toEqual([]);
    expect([await list(key), (await location(key)).status]).toEqual([403, 403]);
    expect((await operationsOf(key)).toSorted()).toEqual([
      "sessionCreate",
      "sessionDelete",
      "sessionGet",
    ]);
  });

  test("exist, and are in use", async () => {
    const { id } = await user();
    const give = (...roles: string[]) => plant.put("/api/User/Upsert", { id, roles });
    await expectRefused(plant, () => give("viewer", "Nobody's"), [404, "not_found", "/roles/1"]);
    const retired = await role([], { isActive: false });
    await expectRefused(plant, () => give(retired.name), [409, "inactive", "/roles/0"]);
  });
});
