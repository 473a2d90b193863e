import { createApp, type LogEntry, type Limits } from "@asbuilt/http";
import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant();

type Fields = Readonly<Record<string, unknown>>;

const log: LogEntry[] = [];
const limits: Limits = { addressOf: (c) => c.req.header("From") ?? "" };
const app = createApp({
  executor: plant.database.executor,
  now: Date.now,
  limits,
  log: (entry) => log.push(entry),
  asset: () => Promise.resolve(undefined),
});

/** Creates a key with bounds, and returns a function that sends requests with it. */
async function bound(bounds: Fields) {
  const sent = { name: plant.unique("Key"), user: "operator", role: "operator", ...bounds };
  const { id, key } = await plant.done("post", "/api/ApiKey/Create", sent);
  const send = async (path: string, body: object = {}, from?: string) => {
    const answer = await app.request(path, {
      method: path.startsWith("/api/Build") ? "PUT" : "POST",
      headers: {
        Authorization: `Bearer ${key}`,
        "Content-Type": "application/json",
        ...(from === undefined ? {} : { From: from }),
      },
      body: JSON.stringify(body),
    });
    // A list or a problem.
    const { code, detail } = (await answer.json()) as { code?: string; detail?: string };
    return { status: answer.status, code, detail };
  };
  const refusals = () =>
    log.filter(({ kind, keyId }) => kind === "bound_refused" && keyId === id).length;
  return { id, send, refusals };
}

const list = "/api/Location/List";
const refused = { status: 403, code: "key_bound" };

describe("a key that is bound to addresses", () => {
  test.for([
    ["192.0.2.7", true],
    ["::ffff:192.0.2.7", true],
    ["192.0.2.8", false],
    ["10.255.0.1", true],
    ["11.0.0.1", false],
    ["2001:db8:1::5", true],
    ["2001:db9::1", false],
    ["::1", false],
    ["nowhere", false],
    [undefined, false],
  ] as const)("is used from %s: %s", async ([from, isUsed]) => {
    const { send, refusals } = await bound({
      addresses: ["192.0.2.7", "10.0.0.0/8", "2001:db8::/32"],
    });
    const answer = await send(list, {}, from);
    expect(answer).toMatchObject(isUsed ? { status: 200 } : refused);
    if (!isUsed) expect(answer.detail).toContain("other addresses");
    expect(refusals()).toBe(isUsed ? 0 : 1);
  });

  test("is refused before its role and its body are looked at", async () => {
    const { send } = await bound({ addresses: ["192.0.2.7"] });
    expect(await send("/api/ApiKey/List", { nothing: 1 }, "192.0.2.8")).toMatchObject(refused);
    const fault = await send("/api/ApiKey/List", { nothing: 1 }, "192.0.2.7");
    expect(fault).toMatchObject({ status: 403, code: "forbidden" });
  });

  test("is refused as revoked from everywhere once it is", async () => {
    const { id, send } = await bound({ addresses: ["192.0.2.7"] });
    await send(list, {}, "192.0.2.8");
    await plant.done("put", "/api/ApiKey/Revoke", { id });
    for (const from of ["192.0.2.7", "192.0.2.8"]) {
      expect((await send(list, {}, from)).status).toBe(401);
    }
  });
});

describe("a key that is bound to operations", () => {
  test("is used for no other, within its role", async () => {
    const { send, refusals } = await bound({ operations: ["locationList", "productUpsert"] });
    expect((await send(list)).status).toBe(200);
    const answer = await send("/api/Product/List");
    expect(answer).toMatchObject(refused);
    expect(answer.detail).toContain("other operations than productList");
    expect(refusals()).toBe(1);
    const role = await bound({ operations: ["apiKeyList"] });
    expect(await role.send("/api/ApiKey/List")).toMatchObject({ status: 403, code: "forbidden" });
  });
});

describe("a key that is bound to external systems", () => {
  const path = "/api/MaterialItem/Receive";
  const receipt = async (system: string | null) => ({
    productName: (await plant.product()).Name,
    visualSerialNo: plant.unique("SN"),
    qty: 1,
    externalRef: system === null ? null : { system, id: plant.unique("ref") },
  });

  test("names no other in a reference, and needs none", async () => {
    const [own, other] = [plant.unique("System"), plant.unique("System")];
    const { send, refusals } = await bound({ externalSystems: [own] });
    expect((await send(path, await receipt(own))).status).toBe(200);
    expect((await send(path, await receipt(null))).status).toBe(200);
    const answer = await send(path, await receipt(other));
    expect(answer).toMatchObject(refused);
    expect(answer.detail).toContain(`other external systems than ${other}`);
    const { externalRef } = await receipt(other);
    const line = { parentSerialNo: "P", childSerialNo: "C", builtQty: 1, externalRef };
    const lines = [{ ...line, receiveAtPointOfConsumption: false }];
    expect(await send("/api/Build/BuildMany", { lines })).toMatchObject(refused);
    expect(await send("/api/ExternalRef/Get", externalRef!)).toMatchObject(refused);
    expect(refusals()).toBe(1);
    const rows = await plant.sql("select 1 from external_system where system = ?", other);
    expect(rows).toEqual([]);
  });
});

test.for([
  [{ addresses: [] }, "/addresses"],
  [{ addresses: ["10.0.0.0/33"] }, "/addresses/0"],
  [{ addresses: ["10.0.0.1", "plant.example"] }, "/addresses/1"],
  [{ addresses: ["::ffff:10.0.0.1"] }, "/addresses/0"],
  [{ externalSystems: [""] }, "/externalSystems/0"],
  [{ externalSystems: ["E".repeat(51)] }, "/externalSystems/0"],
  [{ operations: ["locationList", "nothing"] }, "/operations/1"],
] as const)("a key can't be bound to %j", async ([bounds, pointer]) => {
  const sent = { name: "Key", user: "operator", role: "operator", ...bounds };
  const { status, body } = await plant.post("/api/ApiKey/Create", sent);
  expect([status, body.code]).toEqual([400, "validation_failed"]);
  expect(body.errors).toMatchObject([{ pointer }]);
});

test("a key is listed with its bounds, and with null where it has none", async () => {
  const bounds = {
    addresses: ["10.0.0.0/8"],
    externalSystems: [plant.unique("System")],
    operations: ["buildBuild"],
  };
  const [all, none] = [await bound(bounds), await bound({ addresses: null })];
  const listed = async (id: number) => (await plant.post("/api/ApiKey/List", { id })).body;
  expect(await listed(all.id)).toMatchObject([bounds]);
  const nothing = { addresses: null, externalSystems: null, operations: null };
  expect(await listed(none.id)).toMatchObject([nothing]);
});
