import { afterEach, describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly, itemNamed } from "./assembly.ts";
import { overtake } from "./overtake.ts";
import { expectRefused } from "./refused.ts";
import { signIn } from "./signed-in.ts";

type Body = Answer["body"];
type Fields = Readonly<Record<string, unknown>>;

const plant = await openPlant();
const upsert = "/api/SignatureRule/Upsert";

afterEach(async () => {
  for (const { id } of await plant.done("post", "/api/SignatureRule/List", {})) {
    await plant.done("delete", "/api/SignatureRule/Delete", { id });
  }
});

/** Makes a user with a key, and signs in. */
async function person(role: string) {
  const owner = await plant.done("put", "/api/User/Upsert", { name: plant.unique("Person") });
  const key = { name: plant.unique("Key"), userID: owner.id, role };
  const made = await plant.done("post", "/api/ApiKey/Create", key);
  return { owner, key: made.key as string, ...(await signIn(plant, made.key)) };
}
const [worker, inspector] = [await person("operator"), await person("quality")];

const rule = (fields: Fields): Promise<Body> =>
  plant.done("put", upsert, { name: plant.unique("Rule"), meaning: "verified", ...fields });

async function sign(entity: string, of: Body, by = inspector.by, meaning = "verified") {
  const sent = { entity, id: of.id, revNo: of.revNo, meaning };
  const { status, body } = await plant.post("/api/Signature/Sign", sent, by);
  expect([status, body.meaning?.toLowerCase()]).toEqual([200, meaning]);
  return body;
}

/** Makes a unit in work with all that it needs, built by the worker. */
async function builtUnit() {
  const { parent, child, slot } = await assembly(plant, {});
  const build = { parentSerialNo: parent, childSerialNo: child, builtQty: 1 };
  const sent = { ...build, receiveAtPointOfConsumption: false };
  expect((await plant.put("/api/Build/Build", sent, { key: worker.key })).status).toBe(200);
  const unit = await itemNamed(plant, parent);
  const of = { visualSerialNo: parent };
  const complete = (more: Fields = {}) =>
    plant.put("/api/MaterialItem/Complete", { ...of, ...more }, { key: worker.key });
  return { unit, slot, complete };
}

const newItem = async (): Promise<Body> => {
  const { Name: productName } = await plant.product();
  return plant.receive({ productName, qty: 1 });
};
const held = async () => {
  const { id } = await newItem();
  return plant.done("put", "/api/MaterialItem/Hold", { id, holdReason: "Quality" });
};
const relabelling = ({ id }: Body) => ({
  id,
  newVisualSerialNo: plant.unique("NEW"),
  comment: "Smudged",
});
const required = [409, "signature_required"] as const;

describe("Complete waits", () => {
  test("for a signature of another person on the unit as it is, and names it", async () => {
    const made = await rule({ operation: "complete", roles: ["quality"], byAnother: true });
    const { unit, complete } = await builtUnit();
    const problem = await expectRefused(plant, complete, required);
    expect(problem).toMatchObject({
      item: { id: unit.id },
      signatureCount: 1,
      signatures: [
        {
          entity: "MaterialItem",
          id: unit.id,
          revNo: unit.revNo,
          name: `Item ${unit.visualSerialNo}`,
          operation: "complete",
          ruleID: made.id,
          rule: made.name,
          meaning: "Verified",
          roles: ["quality"],
          byAnother: true,
          count: 1,
          missing: 1,
        },
      ],
    });
    // Who built it signs, and this does not count: the role is wrong, and so is the person.
    await sign("MaterialItem", unit, worker.by);
    await expectRefused(plant, complete, required);
    const signature = await sign("MaterialItem", unit);
    expect((await complete()).status).toBe(200);
    const history = await plant.done("post", "/api/MaterialItem/History", { id: unit.id });
    const { id, owner } = { ...signature, owner: inspector.owner };
    expect(history.at(-1)).toMatchObject({
      action: "completed",
      detail: { signatures: [{ id, meaning: "Verified", userID: owner.id, user: owner.name }] },
    });
  });

  test("for separate persons only if the rule says so", async () => {
    const { id } = await rule({ operation: "complete", byAnother: true });
    const { unit, complete } = await builtUnit();
    await sign("MaterialItem", unit, worker.by);
    await expectRefused(plant, complete, required);
    await plant.done("put", upsert, { id, byAnother: false });
    expect((await complete()).status).toBe(200);
  });

  test("for another one than who signed that they performed it", async () => {
    await rule({ operation: "complete", byAnother: true });
    const { unit, complete } = await builtUnit();
    await sign("MaterialItem", unit, inspector.by, "performed");
    await sign("MaterialItem", unit);
    await expectRefused(plant, complete, required);
    await sign("MaterialItem", unit, (await person("operator")).by);
    expect((await complete()).status).toBe(200);
  });

  test("again, if the unit changes after it was signed", async () => {
    await rule({ operation: "complete" });
    const { unit, complete } = await builtUnit();
    await sign("MaterialItem", unit);
    await plant.done("put", "/api/MaterialItem/Relabel", relabelling(unit));
    const again = () => plant.put("/api/MaterialItem/Complete", { id: unit.id });
    const { signatures } = await expectRefused(plant, again, required);
    expect(signatures).toMatchObject([{ revNo: unit.revNo + 1, missing: 1 }]);
    expect((await complete()).status).toBe(404);
  });

  test("for two persons, and counts those that are missing", async () => {
    await rule({ operation: "complete", count: 2 });
    const { unit, complete } = await builtUnit();
    await sign("MaterialItem", unit);
    await sign("MaterialItem", unit);
    const { signatures } = await expectRefused(plant, complete, required);
    expect(signatures).toMatchObject([{ count: 2, missing: 1 }]);
    await sign("MaterialItem", unit, worker.by);
    expect((await complete()).status).toBe(200);
  });

  test("of the order, too, for each of its units", async () => {
    await rule({ operation: "complete" });
    const { unit } = await builtUnit();
    const complete = () => plant.put("/api/WorksOrder/Complete", { orderNo: unit.orderNo });
    const { order, signatures } = await expectRefused(plant, complete, required);
    expect(order).toMatchObject({ orderNo: unit.orderNo });
    expect(signatures).toMatchObject([{ id: unit.id, revNo: unit.revNo, missing: 1 }]);
    const { id } = await sign("MaterialItem", unit);
    expect((await complete()).status).toBe(200);
    const history = await plant.done("post", "/api/MaterialItem/History", { id: unit.id });
    expect(history.at(-1).detail).toMatchObject({ signatures: [{ id }] });
  });

  test("where an Update sets the end of the unit", async () => {
    await rule({ operation: "complete" });
    const { unit } = await builtUnit();
    const [available] = await plant.done("post", "/api/MaterialStatus/List", { suid: "available" });
    const whole = { ...unit, statusID: available.id, status: available.name };
    const finish = () =>
      plant.put(`/api/MaterialItem/Update/${unit.id}`, {
        ...whole,
        endDT: "2026-01-31T08:00:00.000Z",
      });
    await expectRefused(plant, finish, required);
    await sign("MaterialItem", unit);
    expect((await finish()).status).toBe(200);
  });
});

describe("a rule is limited", () => {
  test("to a product type", async () => {
    const type = await plant.done("put", "/api/ProductType/Upsert", { name: plant.unique("T") });
    const { id } = await rule({ operation: "complete", productType: type.name });
    expect((await (await builtUnit()).complete()).status).toBe(200);
    await plant.done("put", upsert, { id, productType: "General" });
    await expectRefused(plant, (await builtUnit()).complete, required);
  });

  test("to items whose BoM version has a slot of a type", async () => {
    const slotType = { name: plant.unique("Weld") };
    await plant.done("put", "/api/BuildSlotType/Upsert", slotType);
    const { id } = await rule({ operation: "complete", buildSlotType: slotType.name });
    expect((await (await builtUnit()).complete()).status).toBe(200);
    const { slot, complete, unit } = await builtUnit();
    await plant.done("put", upsert, { id, buildSlotType: slot.buildSlotType });
    await expectRefused(plant, complete, required);
    const ofOrder = () => plant.put("/api/WorksOrder/Complete", { orderNo: unit.orderNo });
    await expectRefused(plant, ofOrder, required);
  });

  test("to the time in which it is active", async () => {
    const { id } = await rule({ operation: "complete" });
    const { complete } = await builtUnit();
    await expectRefused(plant, complete, required);
    await plant.done("put", upsert, { id, isActive: false });
    expect((await complete()).status).toBe(200);
  });
});

describe("the end of a hold waits", () => {
  test("for a signature on the item", async () => {
    await rule({ operation: "release" });
    const item = await held();
    const release = () => plant.put("/api/MaterialItem/Release", { id: item.id });
    await expectRefused(plant, release, required);
    await sign("MaterialItem", item);
    expect((await release()).status).toBe(200);
  });

  test("in a batch of lines, for each line", async () => {
    await rule({ operation: "release" });
    const [one, other] = [await held(), await held()];
    await sign("MaterialItem", one);
    const lines = [{ id: one.id }, { id: other.id }];
    const { body } = await plant.put("/api/MaterialItem/ReleaseMany", { lines, atomic: false });
    expect(body.results.map(({ problem }: Body) => problem?.code)).toEqual([
      undefined,
      "signature_required",
    ]);
    // The second hold of an item ends with another signature: its revision is another one.
    const twice = await held();
    const hold = { name: plant.unique("Second") };
    await plant.done("put", "/api/HoldReason/Upsert", hold);
    const further = { id: twice.id, holdReason: hold.name };
    const now = await plant.done("put", "/api/MaterialItem/Hold", further);
    await sign("MaterialItem", now);
    const both = [{ id: twice.id, holdReason: "Quality" }, further];
    const answer = await plant.put("/api/MaterialItem/ReleaseMany", { lines: both, atomic: false });
    expect(answer.body.results.map(({ problem }: Body) => problem?.code)).toEqual([
      undefined,
      "signature_required",
    ]);
  });

  test("of a batch, for a signature on the hold", async () => {
    await rule({ operation: "release" });
    const { Name: productName } = await plant.product();
    const batch = { productName, batchNo: "B-9" };
    const sent = { ...batch, holdReason: "Quality" };
    const hold = await plant.done("put", "/api/BatchHold/Upsert", sent);
    const release = () => plant.delete("/api/BatchHold/Delete", batch);
    const { signatures } = await expectRefused(plant, release, required);
    expect(signatures).toMatchObject([{ entity: "BatchHold", id: hold.id, revNo: hold.revNo }]);
    await sign("BatchHold", hold);
    expect((await release()).status).toBe(200);
  });

  test("where an Update takes the hold away", async () => {
    await rule({ operation: "release" });
    const item = await held();
    const whole = await itemNamed(plant, item.visualSerialNo);
    const free = () =>
      plant.put(`/api/MaterialItem/Update/${item.id}`, {
        ...whole,
        holdReasonID: null,
        holdReason: null,
      });
    await expectRefused(plant, free, required);
    await sign("MaterialItem", item);
    expect((await free()).status).toBe(200);
  });
});

test("Void waits for a signature", async () => {
  await rule({ operation: "void", meaning: "approved" });
  const item = await newItem();
  const sent = { id: item.id, comment: "Received twice" };
  const send = () => plant.put("/api/MaterialItem/Void", sent);
  await expectRefused(plant, send, required);
  await sign("MaterialItem", item, inspector.by, "approved");
  expect((await send()).status).toBe(200);
});

test("allowIncomplete waits for a signature, and a complete unit does not", async () => {
  await rule({ operation: "allowIncomplete" });
  const whole = await builtUnit();
  expect((await whole.complete()).status).toBe(200);
  const { parent } = await assembly(plant, {});
  const unit = await itemNamed(plant, parent);
  const allowed = { id: unit.id, allowIncomplete: true, comment: "For the fair" };
  const complete = () => plant.put("/api/MaterialItem/Complete", allowed);
  await expectRefused(plant, complete, required);
  await sign("MaterialItem", unit);
  expect((await complete()).status).toBe(200);
  const now = await itemNamed(plant, parent);
  const dispatch = () => plant.put("/api/MaterialItem/Dispatch", allowed);
  await expectRefused(plant, dispatch, required);
  await sign("MaterialItem", now);
  expect((await dispatch()).status).toBe(200);
});

test("the release of a BoM version waits for a signature on the version", async () => {
  await rule({ operation: "bomRelease", meaning: "approved" });
  const { Name: parentProductName } = await plant.product();
  const versions = [{ version: "1.0", status: "Released" }];
  const bom = { name: plant.unique("Bom"), parentProductName };
  const made = () => plant.put("/api/Bom/Upsert", { ...bom, versions });
  const { signatures: ofNew } = await expectRefused(plant, made, required);
  expect(ofNew).toMatchObject([{ entity: "BomVersion", id: null, revNo: null, missing: 1 }]);
  const draft = { ...bom, versions: [{ version: "1.0", status: "Draft" }] };
  const { id, versions: drafts } = await plant.done("put", "/api/Bom/Upsert", draft);
  const release = () => plant.put("/api/Bom/Upsert", { id, versions });
  const { signatures } = await expectRefused(plant, release, required);
  const [{ id: versionId, revNo }] = drafts;
  expect(signatures).toMatchObject([{ entity: "BomVersion", id: versionId, revNo, missing: 1 }]);
  const signature = await sign("BomVersion", drafts[0], inspector.by, "approved");
  expect((await release()).status).toBe(200);
  const history = await plant.done("post", "/api/History/List", {
    entity: "BomVersion",
    id: versionId,
  });
  expect(history.at(-1).detail).toMatchObject({ signatures: [{ id: signature.id }] });
});

describe("a race", () => {
  test("a rule that begins while a unit is completed stops it", async () => {
    const { complete } = await builtUnit();
    const [answer] = await overtake(plant, complete, () => rule({ operation: "complete" }));
    expect(answer).toMatchObject({ status: 409, body: { code: "signature_required" } });
  });

  test("a rule that becomes stricter while a unit is completed stops it", async () => {
    const { id } = await rule({ operation: "complete" });
    const { unit, complete } = await builtUnit();
    await sign("MaterialItem", unit);
    const stricter = () => plant.done("put", upsert, { id, count: 2 });
    const [answer] = await overtake(plant, complete, stricter);
    expect(answer).toMatchObject({ status: 409, body: { code: "signature_required" } });
  });

  test("a unit that changes while it is completed needs another signature", async () => {
    await rule({ operation: "complete" });
    const { unit } = await builtUnit();
    await sign("MaterialItem", unit);
    const sent = relabelling(unit);
    const [answer] = await overtake(
      plant,
      () => plant.put("/api/MaterialItem/Complete", { id: unit.id }),
      () => plant.done("put", "/api/MaterialItem/Relabel", sent),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: "signature_required" } });
  });

  test("a rule that begins while a version is released stops it", async () => {
    const { Name: parentProductName } = await plant.product();
    const draft = { version: "1.0", status: "Draft" };
    const bom = { name: plant.unique("Bom"), parentProductName, versions: [draft] };
    const { id } = await plant.done("put", "/api/Bom/Upsert", bom);
    const versions = [{ version: "1.0", status: "Released" }];
    const [answer] = await overtake(
      plant,
      () => plant.put("/api/Bom/Upsert", { id, versions }),
      () => rule({ operation: "bomRelease" }),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: "signature_required" } });
  });
});

describe("SignatureRule/Upsert", () => {
  test("names what the rule refers to, and keeps what is left out", async () => {
    const slotType = { name: plant.unique("Weld") };
    await plant.done("put", "/api/BuildSlotType/Upsert", slotType);
    const made = await rule({
      operation: "void",
      productType: "GENERAL",
      buildSlotType: slotType.name.toLowerCase(),
      roles: ["QUALITY"],
    });
    expect(made).toMatchObject({
      operation: "void",
      productType: "General",
      buildSlotType: slotType.name,
      meaning: "Verified",
      roles: ["quality"],
      count: 1,
      byAnother: false,
      isActive: true,
    });
    const { id } = made;
    const changed = await plant.done("put", upsert, { id, count: 3, productType: null });
    expect(changed).toEqual({ ...made, revNo: 2, count: 3, productType: null });
    expect(await plant.done("post", "/api/SignatureRule/List", { id })).toEqual([changed]);
    const stale = () => plant.put(upsert, { id, revNo: 1, count: 1 });
    const { current } = await expectRefused(plant, stale, [409, "stale_revision"]);
    expect(current).toEqual(changed);
  });

  test.each([
    ["no operation", { operation: undefined }, [400, "validation_failed", "/operation"]],
    ["no meaning", { meaning: undefined }, [400, "validation_failed", "/meaning"]],
    ["an unknown operation", { operation: "move" }, [400, "validation_failed", "/operation"]],
    ["an unknown meaning", { meaning: "None" }, [404, "not_found", "/meaning"]],
    ["an unknown product type", { productType: "None" }, [404, "not_found", "/productType"]],
    ["an unknown slot type", { buildSlotType: "None" }, [404, "not_found", "/buildSlotType"]],
    ["an unknown role", { roles: ["quality", "None"] }, [404, "not_found", "/roles/1"]],
    ["no person", { count: 0 }, [400, "validation_failed", "/count"]],
  ] as const)("refuses %s", async (_, wrong, told) => {
    const sent = { name: plant.unique("Rule"), operation: "void", meaning: "verified", ...wrong };
    await expectRefused(plant, () => plant.put(upsert, sent), told);
  });

  test("refuses the name of another rule, and keeps what it refers to from being deleted", async () => {
    const { name } = await rule({ operation: "void" });
    const again = () => plant.put(upsert, { name, operation: "void", meaning: "verified" });
    await expectRefused(plant, again, [409, "duplicate", "/name"]);
    const type = await plant.done("put", "/api/ProductType/Upsert", { name: plant.unique("T") });
    await rule({ operation: "void", productType: type.name });
    const remove = () => plant.delete("/api/ProductType/Delete", { id: type.id });
    const { counts } = await expectRefused(plant, remove, [409, "in_use"]);
    expect(counts).toMatchObject({ SignatureRule: 1 });
  });
});
