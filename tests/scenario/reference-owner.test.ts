import { createApp } from "@asbuilt/http";
import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly, buildOf, itemNamed } from "./assembly.ts";
import { overtake } from "./overtake.ts";
import { patiently } from "./patiently.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();

type Fields = Readonly<Record<string, unknown>>;

const path = "/api/MaterialItem/Receive";
const product = await plant.product();
const { operator, engineer } = plant.keys;
const newSystem = () => plant.unique("System");

/** Returns a receipt under a new reference of a system. */
const receiptOf = (system: string, fields: Fields = {}): Fields => ({
  productName: product.Name,
  visualSerialNo: plant.unique("SN"),
  qty: 1,
  externalRef: { system, id: plant.unique("ref") },
  ...fields,
});
const send = (key: string, receipt: Fields) => plant.post(path, receipt, { key });
const owned = [409, "reference_owned", "/externalRef"] as const;

/** Creates a key of the user that is named after a role. Returns the key itself. */
async function keyOf(user: string, fields: Fields = {}): Promise<string> {
  const sent = { name: plant.unique("Key"), user, role: "operator", ...fields };
  return (await plant.done("post", "/api/ApiKey/Create", sent)).key;
}

/** The entries of the security log about a system. */
const reported = (system: string) => plant.log.filter((entry) => entry["system"] === system);

describe("the references of a system", () => {
  test("belong to the user who used it first, with every key of that user", async () => {
    const system = newSystem();
    expect((await send(operator, receiptOf(system))).status).toBe(200);
    expect((await send(await keyOf("operator"), receiptOf(system))).status).toBe(200);
    const problem = await expectRefused(plant, () => send(engineer, receiptOf(system)), owned);
    expect(problem.detail).toContain(system);
    expect(reported(system)).toMatchObject([
      { level: "info", kind: "reference_refused", operation: "materialItemReceive" },
    ]);
    expect((await send(engineer, receiptOf(system.toLowerCase()))).status).toBe(200);
    expect((await send(engineer, receiptOf(system, { externalRef: null }))).status).toBe(200);
  });

  test("are not repeated for another user, who learns nothing of them", async () => {
    const system = newSystem();
    const receipt = receiptOf(system);
    await send(operator, receipt);
    await expectRefused(plant, () => send(engineer, receipt), owned);
    const other = { ...receipt, qty: 2 };
    await expectRefused(plant, () => send(engineer, other), owned);
  });

  test("do not belong to a user whose request was refused", async () => {
    const system = newSystem();
    const unknown = receiptOf(system, { productName: "None" });
    await expectRefused(plant, () => send(operator, unknown), [404, "not_found"]);
    expect((await send(engineer, receiptOf(system))).status).toBe(200);
    await expectRefused(plant, () => send(operator, receiptOf(system)), owned);
  });

  test("belong to one user if two use the system first at the same time", async () => {
    const system = newSystem();
    const [overtaken, first] = await overtake(
      plant,
      () => send(operator, receiptOf(system)),
      () => send(engineer, receiptOf(system)),
    );
    expect(first.status).toBe(200);
    expect(overtaken).toMatchObject({ status: 409, body: { code: "reference_owned" } });
  });

  test("belong to one user if many requests of two users come together", async () => {
    for (let round = 0; round < 5; round++) {
      const system = newSystem();
      const { answers } = await plant.race(12, (i) =>
        patiently(() => send(i % 2 === 0 ? operator : engineer, receiptOf(system))),
      );
      const won = answers.map(({ status }) => status === 200);
      const first = won.indexOf(true);
      expect(won).toEqual(won.map((_, i) => i % 2 === first % 2));
      const rows = await plant.sql("select user_id from external_system where system = ?", system);
      expect(rows).toHaveLength(1);
    }
  });
});

test("a line of a batch is refused alone, or with its batch", async () => {
  const made = await assembly(plant);
  const [own, foreign] = [newSystem(), newSystem()];
  await send(engineer, receiptOf(foreign));
  const lineOf = (system: string) => ({
    ...buildOf(made.parent, made.child),
    externalRef: { system, id: plant.unique("ref") },
  });
  const lines = [lineOf(own), lineOf(foreign), lineOf(own)];
  // The reports about a key that was refused a moment ago would be counted in one line.
  const key = await keyOf("operator");
  const buildMany = (fields: Fields) =>
    plant.put("/api/Build/BuildMany", { lines, ...fields }, { key });
  const atomic = [409, "reference_owned", "/lines/1/externalRef"] as const;
  await expectRefused(plant, () => buildMany({ atomic: true }), atomic);
  const { body } = await buildMany({});
  expect(body).toMatchObject({ done: 2, refused: 1 });
  expect(body.results[1].problem).toMatchObject({
    code: "reference_owned",
    errors: [{ pointer: "/lines/1/externalRef" }],
  });
  expect(reported(foreign)).not.toEqual([]);
  expect(await itemNamed(plant, made.child)).toMatchObject({ actualQty: 8 });
});

describe("a system that an administrator gives to another user", () => {
  const give = (system: string, user = "engineer") => keyOf(user, { externalSystems: [system] });

  test("is that user's, whose keys are then its only ones", async () => {
    const system = newSystem();
    await send(operator, receiptOf(system));
    const bound = await give(system);
    expect((await send(bound, receiptOf(system))).status).toBe(200);
    expect((await send(engineer, receiptOf(system))).status).toBe(200);
    await expectRefused(plant, () => send(operator, receiptOf(system)), owned);
    await give(system, "operator");
    expect((await send(operator, receiptOf(system))).status).toBe(200);
    await expectRefused(plant, () => send(bound, receiptOf(system)), owned);
  });

  test("repeats the requests of both users for the user who sent them, and for the owner", async () => {
    const system = newSystem();
    const [before, after] = [receiptOf(system), receiptOf(system)];
    const first = await send(operator, before);
    await give(system);
    const second = await send(engineer, after);
    for (const [key, receipt, answer] of [
      [operator, before, first],
      [engineer, before, first],
      [engineer, after, second],
    ] as const) {
      const again = await send(key, receipt);
      expect([again.status, again.body]).toEqual([200, answer.body]);
      expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    }
    await expectRefused(plant, () => send(operator, after), owned);
  });

  test("is no longer the user's whose request was on its way", async () => {
    const system = newSystem();
    await send(operator, receiptOf(system));
    const [overtaken] = await overtake(
      plant,
      () => send(operator, receiptOf(system)),
      () => give(system),
    );
    expect(overtaken).toMatchObject({ status: 409, body: { code: "reference_owned" } });
  });

  test("can be one that nobody has used", async () => {
    const system = newSystem();
    await give(system);
    await expectRefused(plant, () => send(operator, receiptOf(system)), owned);
  });
});

test("a command on the database itself takes no system from its owner, and keeps none", async () => {
  const admin = (await plant.post("/api/ApiKey/List", { role: "admin" })).body[0];
  const command = createApp({
    executor: plant.database.executor,
    now: Date.now,
    log: () => {},
    principal: { keyId: 0, userId: admin.userID, role: "admin" },
    asset: () => Promise.resolve(undefined),
  });
  const load = async (receipt: Fields) => {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify(receipt);
    const answer = await command.request(path, { method: "POST", headers, body });
    return { status: answer.status, body: await answer.json() };
  };
  const system = newSystem();
  const receipt = receiptOf(system);
  const loaded = await load(receipt);
  expect(loaded.status).toBe(200);
  expect((await send(operator, receiptOf(system))).status).toBe(200);
  const again = await send(operator, receipt);
  expect([again.status, again.body]).toEqual([200, loaded.body]);
  expect((await load(receiptOf(system))).status).toBe(200);
  await expectRefused(plant, () => send(engineer, receiptOf(system)), owned);
});
