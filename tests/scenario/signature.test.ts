import { afterEach, describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly, itemNamed } from "./assembly.ts";
import { overtake } from "./overtake.ts";
import { expectRefused } from "./refused.ts";
import { signIn, withCookie } from "./signed-in.ts";

type Body = Answer["body"];
type Fields = Readonly<Record<string, unknown>>;

const plant = await openPlant();
const minuteMs = 60_000;
const sign = "/api/Signature/Sign";

afterEach(() => {
  plant.now = undefined;
});

/** Makes a user with a key, and signs in. */
async function person(role = "quality") {
  const sent = { name: plant.unique("Person") };
  const owner = await plant.done("put", "/api/User/Upsert", sent);
  const key = { name: plant.unique("Key"), userID: owner.id, role };
  const made = await plant.done("post", "/api/ApiKey/Create", key);
  return { owner, key: made.key as string, ...(await signIn(plant, made.key)) };
}

const newItem = async (): Promise<Body> => {
  const { Name: productName } = await plant.product();
  return plant.receive({ productName, qty: 1 });
};
const signed = (item: Body, more: Fields = {}) => ({
  entity: "MaterialItem",
  id: item.id,
  revNo: item.revNo,
  meaning: "verified",
  ...more,
});
const list = (filter: Fields) => plant.done("post", "/api/Signature/List", filter);
const ofItem = ({ id }: Body) => list({ entity: "MaterialItem", id });

describe("a signature", () => {
  test("names the revision, its digest in the log, and the names of then", async () => {
    const [{ by, owner }, item] = [await person(), await newItem()];
    const at = (plant.now = Date.now());
    const { status, body } = await plant.post(sign, signed(item, { comment: "Checked" }), by);
    expect(status).toBe(200);
    const fields = {
      id: expect.any(Number),
      revNo: 1,
      entity: "MaterialItem",
      recordID: item.id,
      recordRevNo: item.revNo,
      digest: expect.stringMatching(/^[\w-]{43}$/),
      meaningID: expect.any(Number),
      meaning: "Verified",
      userID: owner.id,
      user: owner.name,
      roles: ["quality"],
      method: "session",
      at: new Date(at).toISOString(),
      comment: "Checked",
      covers: true,
    };
    expect(body).toEqual(fields);
    expect(await ofItem(item)).toEqual([fields]);
    // The names are those of then, also when they change.
    await plant.done("put", "/api/User/Upsert", { id: owner.id, name: plant.unique("Renamed") });
    const [meaning] = await plant.done("post", "/api/SignatureMeaning/List", { suid: "verified" });
    await plant.done("put", "/api/SignatureMeaning/Upsert", { id: meaning.id, name: "Checked" });
    expect(await ofItem(item)).toEqual([fields]);
    await plant.done("put", "/api/SignatureMeaning/Upsert", { id: meaning.id, name: "Verified" });
  });

  test("has the digest that the device history record proves", async () => {
    const [{ by }, item] = [await person(), await newItem()];
    const { body } = await plant.post(sign, signed(item), by);
    const record = await plant.done("post", "/api/DeviceHistoryRecord/Get", { id: item.id });
    const { revNo: _revNo, meaningID: _meaning, ...shown } = body;
    const change = record.changes.find(({ entity }: Body) => entity === "Signature");
    expect(record.signatures).toEqual([{ seq: change.seq, ...shown }]);
    const { text } = record.changes.find(({ entity }: Body) => entity === "MaterialItem");
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    expect(Buffer.from(bytes).toString("base64url")).toBe(body.digest);
    expect(change).toMatchObject({ action: "signed", id: body.id });
    expect(change.after).toMatchObject({ recordID: item.id, digest: body.digest });
  });

  test("no longer covers a record that changed, and the history of the item has both", async () => {
    const [{ by }, item] = [await person(), await newItem()];
    expect((await plant.post(sign, signed(item), by)).status).toBe(200);
    const at = new Date().toISOString();
    await plant.done("put", "/api/MaterialItem/Hold", { id: item.id, holdReason: "Quality" });
    expect(await ofItem(item)).toMatchObject([{ recordRevNo: item.revNo, covers: false }]);
    expect(await list({ entity: "MaterialItem", id: item.id, covers: true })).toEqual([]);
    expect(await list({ entity: "MaterialItem", id: item.id, covers: false })).toHaveLength(1);
    const history = await plant.done("post", "/api/MaterialItem/History", { id: item.id });
    expect(history.map(({ action }: Body) => action)).toEqual(["received", "signed", "held"]);
    const record = (known: Fields) =>
      plant.done("post", "/api/DeviceHistoryRecord/Get", { id: item.id, ...known });
    expect((await record({})).signatures).toMatchObject([{ covers: false }]);
    expect((await record({ knownAt: at })).signatures).toMatchObject([{ covers: true }]);
  });

  test("is of an order, a BoM version, a product and a batch hold, too", async () => {
    const { by } = await person("engineer");
    const { unit, slot, order, parent } = await assembly(plant, {});
    const [found] = await plant.done("post", "/api/WorksOrder/List", { orderNo: order!.orderNo });
    const [versions] = await plant.done("post", "/api/Bom/List", { id: found.bomID });
    const version = versions.versions.find(({ id }: Body) => id === slot.bomVersionID);
    const batch = { productName: unit.Name, batchNo: "B-7", holdReason: "Quality" };
    const hold = await plant.done("put", "/api/BatchHold/Upsert", batch);
    const [product] = await plant.done("post", "/api/Product/List", { ID: unit.ID });
    for (const [entity, of] of [
      ["WorksOrder", { orderNo: String(order!.orderNo).toLowerCase(), revNo: found.revNo }],
      ["BomVersion", { id: version.id, revNo: version.revNo }],
      ["Product", { id: unit.ID, revNo: product.revNo }],
      ["BatchHold", { id: hold.id, revNo: hold.revNo }],
      ["MaterialItem", { visualSerialNo: parent, revNo: (await itemNamed(plant, parent)).revNo }],
    ] as const) {
      const { status, body } = await plant.post(sign, { entity, meaning: "Approved", ...of }, by);
      expect([entity, status, body.covers]).toEqual([entity, 200, true]);
    }
  });

  test("is listed by its signer, its meaning and the serial of its item", async () => {
    const [{ by, owner }, item] = [await person(), await newItem()];
    const { body } = await plant.post(sign, signed(item, { meaning: "RELEASED" }), by);
    for (const filter of [
      { user: owner.name.toUpperCase() },
      { userID: owner.id },
      { userID: owner.id, meaning: "released" },
      { visualSerialNo: item.visualSerialNo.toLowerCase() },
    ]) {
      expect(await list(filter)).toEqual([body]);
    }
    expect(await list({ userID: owner.id, meaning: "approved" })).toEqual([]);
  });

  test("keeps its meaning from being deleted", async () => {
    const [{ by }, item] = [await person(), await newItem()];
    const meaning = { name: plant.unique("Witnessed") };
    const { id } = await plant.done("put", "/api/SignatureMeaning/Upsert", meaning);
    expect((await plant.post(sign, signed(item, { meaning: meaning.name }), by)).status).toBe(200);
    const remove = () => plant.delete("/api/SignatureMeaning/Delete", { id });
    const { counts } = await expectRefused(plant, remove, [409, "in_use"]);
    expect(counts).toMatchObject({ Signature: 1 });
  });
});

describe("Sign refuses", () => {
  test("a key without a session, and signs nothing", async () => {
    const [{ key }, item] = [await person(), await newItem()];
    const send = () => plant.post(sign, signed(item), { key });
    await expectRefused(plant, send, [403, "sign_in_again"]);
    expect(await ofItem(item)).toEqual([]);
  });

  test("a session that began more than 5 minutes ago, until the person signs in again", async () => {
    const { by, key, expiresAt } = await person();
    const item = await newItem();
    // It ends after 12 hours, and begins no earlier than the newest change.
    const began = Date.parse(expiresAt) - 12 * 60 * minuteMs;
    plant.now = began + 4 * minuteMs;
    expect((await plant.post(sign, signed(item), by)).status).toBe(200);
    plant.now = began + 6 * minuteMs;
    const late = () => plant.post(sign, signed(item), by);
    await expectRefused(plant, late, [403, "sign_in_again"]);
    // A clock that is set back makes it no fresher.
    await plant.done("put", "/api/Location/Upsert", { name: plant.unique("L") });
    plant.now = began + 4 * minuteMs;
    await expectRefused(plant, late, [403, "sign_in_again"]);
    plant.now = began + 7 * minuteMs;
    const again = await signIn(plant, key);
    expect((await plant.post(sign, signed(item), again.by)).status).toBe(200);
  });

  test("a revision that is not the current one, and names that", async () => {
    const [{ by }, item] = [await person(), await newItem()];
    await plant.done("put", "/api/MaterialItem/Hold", { id: item.id, holdReason: "Quality" });
    for (const revNo of [item.revNo, item.revNo + 2]) {
      const send = () => plant.post(sign, signed(item, { revNo }), by);
      const { current } = await expectRefused(plant, send, [409, "stale_revision", "/revNo"]);
      expect(current).toEqual({ id: item.id, revNo: item.revNo + 1 });
    }
    expect(await ofItem(item)).toEqual([]);
  });

  test("a revision that is overtaken while it is signed", async () => {
    const [{ by }, item] = [await person(), await newItem()];
    const hold = { id: item.id, holdReason: "Quality" };
    const [answer] = await overtake(
      plant,
      () => plant.post(sign, signed(item), by),
      () => plant.done("put", "/api/MaterialItem/Hold", hold),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: "stale_revision" } });
    expect(await ofItem(item)).toEqual([]);
  });

  test.each([
    ["an id that no item has", { id: 999_999 }, [404, "not_found", "/id"]],
    [
      "a serial that no item has",
      { id: undefined, visualSerialNo: "None" },
      [404, "not_found", "/visualSerialNo"],
    ],
    ["a meaning that there is not", { meaning: "Sealed" }, [404, "not_found", "/meaning"]],
    ["no id", { id: undefined }, [400, "validation_failed", ""]],
    [
      "a serial of an order",
      { entity: "WorksOrder", visualSerialNo: "A" },
      [400, "validation_failed", ""],
    ],
  ] as const)("%s", async (_, wrong, told) => {
    const [{ by }, item] = [await person(), await newItem()];
    await expectRefused(plant, () => plant.post(sign, signed(item, wrong), by), told);
  });

  test("a record that is gone, and a meaning that is retired", async () => {
    const [{ by }, item] = [await person(), await newItem()];
    const product = await plant.product();
    await plant.done("delete", "/api/Product/Delete", { ID: product.ID });
    const gone = { entity: "Product", id: product.ID, revNo: 1 };
    const send = () => plant.post(sign, { ...signed(item), ...gone }, by);
    await expectRefused(plant, send, [404, "not_found", "/id"]);
    const meaning = { name: plant.unique("Old"), isActive: false };
    await plant.done("put", "/api/SignatureMeaning/Upsert", meaning);
    const retired = () => plant.post(sign, signed(item, { meaning: meaning.name }), by);
    await expectRefused(plant, retired, [409, "inactive", "/meaning"]);
  });

  test("a viewer", async () => {
    const [{ by }, item] = [await person("viewer"), await newItem()];
    await expectRefused(plant, () => plant.post(sign, signed(item), by), [403, "forbidden"]);
  });
});

test("a signature repeated under its Idempotency-Key is one, also when the sign-in is old", async () => {
  const [{ by, owner }, item] = [await person(), await newItem()];
  const headers = { ...by.headers, "Idempotency-Key": plant.unique("sign") };
  const first = await plant.post(sign, signed(item), { ...by, headers });
  plant.now = Date.now() + 10 * minuteMs;
  const again = await plant.post(sign, signed(item), { ...by, headers });
  expect(again.body).toEqual(first.body);
  expect(await list({ userID: owner.id })).toHaveLength(1);
});

describe("with a PIN", () => {
  const pin = "739105";

  /** Makes a person with a PIN of their own. */
  async function withPin() {
    const made = await person();
    const { status } = await plant.put("/api/User/SetPin", { pin }, made.by);
    expect(status).toBe(200);
    return made;
  }

  test("a key signs without a session, and an old session does too", async () => {
    const [{ key, by, owner, expiresAt }, item] = [await withPin(), await newItem()];
    const first = await plant.post(sign, signed(item, { pin }), { key });
    expect(first).toMatchObject({ status: 200, body: { method: "pin", userID: owner.id } });
    plant.now = Date.parse(expiresAt) - (12 * 60 - 20) * minuteMs;
    const later = await plant.post(sign, signed(item, { pin }), by);
    expect(later).toMatchObject({ status: 200, body: { method: "pin" } });
    expect(JSON.stringify(await plant.sql("select * from change_log"))).not.toContain(pin);
  });

  test("a wrong one signs nothing, also in a fresh session", async () => {
    const [{ by }, item] = [await withPin(), await newItem()];
    const wrong = () => plant.post(sign, signed(item, { pin: "860214" }), by);
    await expectRefused(plant, wrong, [403, "pin_refused"]);
    expect(await ofItem(item)).toEqual([]);
  });

  test("that an administrator chose signs nothing", async () => {
    const [{ owner, key }, item] = [await withPin(), await newItem()];
    await plant.done("put", "/api/User/ResetPin", { userID: owner.id, pin: "860214" });
    const send = () => plant.post(sign, signed(item, { pin: "860214" }), { key });
    await expectRefused(plant, send, [403, "pin_temporary"]);
  });

  test("a person who acts at a station signs as that person, with their own roles", async () => {
    const [{ owner, key }, at, item] = [await withPin(), await person("viewer"), await newItem()];
    const badge = plant.unique("Badge");
    const roles = ["quality", "operator"];
    await plant.done("put", "/api/User/Upsert", { id: owner.id, badge, roles });
    const { headers, body } = await plant.post("/api/Session/ActAs", { badge, pin }, at.by);
    const acting = withCookie(headers.get("Set-Cookie")!.split(";", 1)[0]!);
    const fresh = await plant.post(sign, signed(item), acting);
    const { id: userID, name: user } = owner;
    expect(fresh.body).toMatchObject({ userID, user, roles, method: "session" });
    plant.now = Date.parse(body.createdAt) + 10 * minuteMs;
    const late = () => plant.post(sign, signed(item), acting);
    await expectRefused(plant, late, [403, "sign_in_again"]);
    const again = await plant.post(sign, signed(item, { pin }), acting);
    expect(again.body).toMatchObject({ userID, roles, method: "pin" });
    // With the own key, only its role counts.
    const own = await plant.post(sign, signed(item, { pin }), { key });
    expect(own.body).toMatchObject({ userID, roles: ["quality"] });
  });

  test("a repetition under an Idempotency-Key needs no other guess", async () => {
    const [{ key, owner }, item] = [await withPin(), await newItem()];
    const headers = { "Idempotency-Key": plant.unique("sign") };
    const send = (sent: string) => plant.post(sign, signed(item, { pin: sent }), { key, headers });
    const first = await send(pin);
    expect(first.status).toBe(200);
    expect((await send("860214")).body).toEqual(first.body);
    expect(await list({ userID: owner.id })).toHaveLength(1);
  });
});
