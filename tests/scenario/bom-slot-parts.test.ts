import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "./refused.ts";
import { candidateOf, slotMaker } from "./whole-slot.ts";

const plant = await openPlant();
const { property } = slotMaker(plant);

type Fields = Readonly<Record<string, unknown>>;
interface Candidate {
  id: number;
  product: string;
  isDefault: boolean;
  isActive: boolean;
}

const parent = await plant.product();
const bom = await plant.bom({ parentProductName: parent.Name });

const slotOf = (fields: Fields = {}) =>
  plant.slot({ ParentProductName: parent.Name, bom: bom.name, ...fields });
const upsertCandidates = (bomSlotID: number, ...candidates: readonly Fields[]) =>
  plant.put("/api/BomSlot/UpsertCandidates", { bomSlotID, candidates });
const deleteCandidate = (ID: number) => plant.delete("/api/BomSlot/DeleteCandidate", { ID });
const upsertProperties = (bomSlotID: number, ...properties: readonly Fields[]) =>
  plant.put("/api/BomSlot/UpsertProperties", { bomSlotID, properties });
const clear = (BomSlotId: number, name: string, path = "/api/BomSlot/ClearProperty") =>
  plant.delete(path, { BomSlotId, property: name });
const slotById = async (Id: number) => (await plant.post("/api/BomSlot/List", { Id })).body[0];

/** Makes a slot with two candidates, in a BoM that a works order can pin. */
async function ownSlot(fields: Fields = {}) {
  const { Name: ParentProductName } = await plant.product();
  const { name } = await plant.bom({ parentProductName: ParentProductName });
  const [seal, ring] = [await plant.product(), await plant.product()];
  return plant.slot({
    ParentProductName,
    bom: name,
    candidates: [candidateOf(seal.Name, { isDefault: true }), candidateOf(ring.Name)],
    ...fields,
  });
}

/** Builds one of a slot's first candidate into a received item of its parent product. */
async function buildOn(slot: { ParentProductName: string; candidates: readonly Candidate[] }) {
  const parentItem = await plant.receive({ productName: slot.ParentProductName, qty: 1 });
  const child = await plant.receive({ productName: slot.candidates[0]!.product, qty: 9 });
  await plant.done("put", "/api/Build/Build", {
    parentSerialNo: parentItem.visualSerialNo,
    childSerialNo: child.visualSerialNo,
    builtQty: 1,
    receiveAtPointOfConsumption: false,
  });
}

async function startOrder(slot: { ParentProductName: string; bom: string }) {
  const order = await plant.worksOrder({ productName: slot.ParentProductName, bom: slot.bom });
  await plant.done("put", "/api/WorksOrder/Start", { orderNo: order.orderNo });
}

describe("UpsertCandidates", () => {
  test("returns the changed candidates in the order of the request", async () => {
    const slot = await ownSlot();
    const [seal, ring] = slot.candidates;
    const { Name } = await plant.product();
    const { status, body } = await upsertCandidates(
      slot.id,
      { id: ring.id, qty: 4 },
      candidateOf(Name, { version: "B", maxQty: 5 }),
    );
    expect(status).toBe(200);
    expect(body).toEqual([
      { ...ring, revNo: 2, qty: 4 },
      expect.objectContaining({ bomSlotID: slot.id, product: Name, version: "B", maxQty: 5 }),
    ]);
    expect((await slotById(slot.id)).candidates).toEqual([seal, ...body]);
  });

  test("accepts what ListCandidates returned, and changes nothing", async () => {
    const slot = await ownSlot();
    const listed = (await plant.post("/api/BomSlot/ListCandidates", { bomSlotID: slot.id })).body;
    expect(listed).toEqual(slot.candidates);
    expect((await upsertCandidates(slot.id, ...listed)).body).toEqual(listed);
    expect(await slotById(slot.id)).toEqual(slot);
    expect((await upsertCandidates(slot.id)).body).toEqual([]);
  });

  test("moves the default to the new one, and returns the old one last", async () => {
    const slot = await ownSlot();
    const { Name } = await plant.product();
    const { body } = await upsertCandidates(slot.id, candidateOf(Name, { isDefault: true }));
    expect(body).toEqual([
      expect.objectContaining({ product: Name, isDefault: true }),
      { ...slot.candidates[0], revNo: 2, isDefault: false },
    ]);
    const [, , created] = (await slotById(slot.id)).candidates;
    const back = await upsertCandidates(slot.id, { id: slot.candidates[1].id, isDefault: true });
    expect(back.body).toEqual([
      { ...slot.candidates[1], revNo: 2, isDefault: true },
      { ...created, revNo: 2, isDefault: false },
    ]);
    const none = await upsertCandidates(slot.id, { id: slot.candidates[1].id, isDefault: false });
    expect(none.body).toEqual([{ ...slot.candidates[1], revNo: 3 }]);
  });

  test("a slot, a candidate or a product that does not exist is 404", async () => {
    const [slot, other] = [await ownSlot(), await ownSlot()];
    const { Name } = await plant.product();
    const cases: [() => ReturnType<typeof upsertCandidates>, string][] = [
      [() => upsertCandidates(9_999_999_999, candidateOf(Name)), "/bomSlotID"],
      [() => upsertCandidates(slot.id, { id: other.candidates[0].id }), "/candidates/0/id"],
      [() => upsertCandidates(slot.id, candidateOf(Name.toUpperCase())), "/candidates/0/product"],
      [
        () => upsertCandidates(slot.id, candidateOf(Name, { useUom: "Each" })),
        "/candidates/0/useUom",
      ],
    ];
    for (const [send, pointer] of cases) {
      await expectRefused(plant, send, [404, "not_found", pointer]);
    }
  });

  test("a retired product is kept, and not accepted for a new candidate", async () => {
    const slot = await ownSlot();
    const [{ id, product: name, productID: ID }] = slot.candidates;
    await plant.done("put", "/api/Product/Upsert", { ID, IsActive: false });
    const { body } = await upsertCandidates(slot.id, { id, product: name, qty: 3 });
    expect(body).toMatchObject([{ product: name, qty: 3 }]);
    const other = await ownSlot();
    await expectRefused(plant, () => upsertCandidates(other.id, candidateOf(name)), [
      409,
      "inactive",
    ]);
  });

  test.for<[string, (name: string) => Fields[]]>([
    ["the same product", (name) => [candidateOf(name)]],
    [
      "the same version in another case",
      (name) => [candidateOf(name, { version: "é" }), candidateOf(name, { version: "É" })],
    ],
  ])("a second candidate of %s is a duplicate", async ([, candidates]) => {
    const slot = await ownSlot();
    const send = () => upsertCandidates(slot.id, ...candidates(slot.candidates[0].product));
    await expectRefused(plant, send, [409, "duplicate"]);
    expect(await slotById(slot.id)).toEqual(slot);
  });

  test("two candidates can't change places in one request", async () => {
    const slot = await ownSlot();
    const [seal, ring] = slot.candidates;
    const swap = [
      { id: seal.id, product: ring.product },
      { id: ring.id, product: seal.product },
    ];
    await expectRefused(plant, () => upsertCandidates(slot.id, ...swap), [409, "duplicate"]);
  });

  test("quantities that decrease compared with the stored ones are refused", async () => {
    const slot = await ownSlot();
    const [{ id }] = slot.candidates;
    await expectRefused(plant, () => upsertCandidates(slot.id, { id, minQty: 3 }), [
      409,
      "quantity_range",
      "/candidates/0/minQty",
    ]);
    await expectRefused(plant, () => upsertCandidates(slot.id, { id, maxQty: 1 }), [
      409,
      "quantity_range",
      "/candidates/0/maxQty",
    ]);
  });

  test("quantities may be finer than the product's decimals, but their units must convert", async () => {
    const slot = await slotOf();
    const { Name } = await plant.product({ BaseUnit: "m", InventoryDecimalPlaces: 3 });
    const add = (fields: Fields) => () => upsertCandidates(slot.id, candidateOf(Name, fields));
    await expectRefused(plant, add({ useUom: "kg" }), [
      409,
      "unit_mismatch",
      "/candidates/0/useUom",
    ]);
    const sixteenth = { useUom: "in", qty: 0.0625, minQty: 0.000001 };
    expect((await add(sixteenth)()).body).toMatchObject([sixteenth]);
  });

  test("a candidate that was built against keeps product, version and unit", async () => {
    const slot = await ownSlot();
    await buildOn(slot);
    const [{ id }, { id: other }] = slot.candidates;
    const { Name } = await plant.product();
    for (const change of [{ product: Name }, { version: "B" }, { useUom: "each" }]) {
      const pointer = `/candidates/0/${Object.keys(change)[0]}`;
      const send = () => upsertCandidates(slot.id, { id, ...change });
      const problem = await expectRefused(plant, send, [409, "fixed", pointer]);
      expect(problem.counts).toEqual({ builds: 1 });
      expect((await upsertCandidates(slot.id, { id: other, ...change })).status).toBe(200);
    }
    const { status } = await upsertCandidates(
      slot.id,
      { id, qty: 3, isActive: false },
      candidateOf((await plant.product()).Name),
    );
    expect(status).toBe(200);
  });

  test("a pinned version accepts an alternate", async () => {
    const slot = await ownSlot();
    await startOrder(slot);
    const { Name } = await plant.product();
    expect((await upsertCandidates(slot.id, candidateOf(Name))).status).toBe(200);
  });

  test("accepts at most 1000 candidates of a slot", async () => {
    const [slot, { Name }] = [await slotOf(), await plant.product()];
    const another = (version: string) => candidateOf(Name, { version });
    const candidates = Array.from({ length: 1000 }, (_, index) => another(String(index)));
    const { status, body } = await upsertCandidates(slot.id, ...candidates);
    expect(status).toBe(200);
    expect(body.map(({ version }: { version: string }) => version)).toEqual(
      candidates.map(({ version }) => version),
    );
    const changed = body.map((candidate: Fields, index: number) => ({
      ...candidate,
      ...(index % 2 === 0 ? { qty: 3 } : { isActive: false }),
    }));
    const revised = changed.map((candidate: Fields) => ({ ...candidate, revNo: 2 }));
    expect((await upsertCandidates(slot.id, ...changed)).body).toEqual(revised);
    const refusal = [409, "too_many", "/candidates"] as const;
    const upserted = () =>
      plant.put("/api/BomSlot/Upsert", { id: slot.id, candidates: [another("another")] });
    await expectRefused(plant, () => upsertCandidates(slot.id, another("another")), refusal);
    await expectRefused(plant, upserted, refusal);
    const removed = await plant.delete("/api/BomSlot/Delete", { ID: slot.id });
    // The creation and the change of the candidates have changed the slot.
    expect(removed.body).toEqual({ ...slot, revNo: 3, candidates: revised });
    const more = [...candidates, another("1000")];
    expect((await upsertCandidates(slot.id, ...more)).status).toBe(400);
  });
});

describe("DeleteCandidate", () => {
  test("deletes an unused candidate, and returns its last state", async () => {
    const slot = await ownSlot();
    const [seal, ring] = slot.candidates;
    const { status, body } = await deleteCandidate(seal.id);
    expect([status, body]).toEqual([200, seal]);
    expect((await slotById(slot.id)).candidates).toEqual([ring]);
    await expectRefused(plant, () => deleteCandidate(seal.id), [404, "not_found", "/ID"]);
  });

  test("is refused for a candidate that was built, with the hint to retire it", async () => {
    const slot = await ownSlot();
    await buildOn(slot);
    const [seal, ring] = slot.candidates;
    const problem = await expectRefused(plant, () => deleteCandidate(seal.id), [409, "in_use"]);
    expect(problem.counts).toEqual({ builds: 1 });
    expect(problem.detail).toContain("isActive");
    expect((await deleteCandidate(ring.id)).status).toBe(200);
  });

  test("is refused where a started works order pins the version", async () => {
    const slot = await ownSlot();
    await startOrder(slot);
    const send = () => deleteCandidate(slot.candidates[1].id);
    const problem = await expectRefused(plant, send, [409, "in_use"]);
    expect(problem.counts).toEqual({ worksOrders: 1 });
  });
});

describe("ListCandidates", () => {
  test("returns those of a slot by id, or all", async () => {
    const [one, other] = [await ownSlot(), await ownSlot()];
    const list = async (filter: Fields) =>
      (await plant.post("/api/BomSlot/ListCandidates", filter)).body;
    expect(await list({ bomSlotID: one.id })).toEqual(one.candidates);
    const all: Candidate[] = await list({});
    expect(all).toEqual(expect.arrayContaining([...one.candidates, ...other.candidates]));
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => a - b));
    const page = await plant.post("/api/BomSlot/ListCandidates?limit=1", { bomSlotID: one.id });
    expect(page.body).toEqual([one.candidates[0]]);
    expect(page.headers.get("Link")).toContain(`cursor=${one.candidates[0].id}`);
  });
});

describe("UpsertProperties", () => {
  test("sets and changes values, and returns them in the order of the request", async () => {
    const [torque, colour] = [await property(), await property()];
    const slot = await slotOf({ Properties: [{ property: torque, value: "4 Nm" }] });
    const { status, body } = await upsertProperties(
      slot.id,
      { property: colour, value: "Blue" },
      { property: torque.toUpperCase(), value: "5 Nm" },
    );
    expect(status).toBe(200);
    expect(body).toEqual([
      { property: colour, propertyID: expect.any(Number), slotID: slot.id, value: "Blue" },
      { ...slot.Properties[0], value: "5 Nm" },
    ]);
    expect((await slotById(slot.id)).Properties).toEqual([body[1], body[0]]);
    const kept = await upsertProperties(slot.id, { property: torque });
    expect(kept.body).toEqual([body[1]]);
  });

  test("accepts what ListProperties returned, and changes nothing", async () => {
    const slot = await slotOf({ Properties: [{ property: await property(), value: "4 Nm" }] });
    const listed = (await plant.post("/api/BomSlot/ListProperties", { bomSlotID: slot.id })).body;
    expect(listed).toEqual(slot.Properties);
    expect((await upsertProperties(slot.id, ...listed)).body).toEqual(listed);
    expect((await upsertProperties(slot.id)).body).toEqual([]);
  });

  test("a slot or a definition that does not exist is 404: none is created", async () => {
    const slot = await slotOf();
    const name = await property();
    const set = (id: number, entry: Fields) => () => upsertProperties(id, entry);
    await expectRefused(plant, set(9_999_999_999, { property: name, value: "x" }), [
      404,
      "not_found",
      "/bomSlotID",
    ]);
    await expectRefused(plant, set(slot.id, { property: "Nothing", value: "x" }), [
      404,
      "not_found",
      "/properties/0/property",
    ]);
    await expectRefused(plant, set(slot.id, { property: name }), [
      404,
      "not_found",
      "/properties/0/value",
    ]);
  });

  test("keeps the values before and after in the history of the slot", async () => {
    const torque = await property();
    const fit = await property();
    const slot = await slotOf({ Properties: [{ property: torque, value: "4 Nm" }] });
    await upsertProperties(slot.id, { property: torque, value: "5 Nm" });
    await clear(slot.id, torque);
    await upsertProperties(slot.id, { property: fit, value: "H7" });
    await plant.done("delete", "/api/BomSlot/Delete", { ID: slot.id });
    const { body } = await plant.post("/api/History/List", { entity: "BomSlot", id: slot.id });
    type Told = Readonly<Record<"action" | "detail", unknown>>;
    expect(body.map(({ action, detail }: Told) => [action, detail])).toEqual([
      ["created", { properties: [{ property: torque, before: null, after: "4 Nm" }] }],
      ["propertiesChanged", { properties: [{ property: torque, before: "4 Nm", after: "5 Nm" }] }],
      ["propertyCleared", { property: torque, value: "5 Nm" }],
      ["propertiesChanged", { properties: [{ property: fit, before: null, after: "H7" }] }],
      ["deleted", { properties: [{ property: fit, before: "H7", after: null }] }],
    ]);
  });
});

describe("ListProperties", () => {
  test("returns those of a slot in the order of setting, or all, in pages", async () => {
    const names = [await property(), await property(), await property()];
    const Properties = names.map((name) => ({ property: name, value: name }));
    const [slot, other] = [await slotOf({ Properties }), await slotOf({ Properties })];
    const path = "/api/BomSlot/ListProperties";
    expect((await plant.post(path, { bomSlotID: slot.id })).body).toEqual(slot.Properties);
    const all = await plant.post(path, {});
    expect(all.body).toEqual(expect.arrayContaining([...slot.Properties, ...other.Properties]));
    const first = await plant.post(`${path}?limit=2`, { bomSlotID: slot.id });
    expect(first.body).toEqual(slot.Properties.slice(0, 2));
    const next = /<(.+)>; rel="next"/.exec(first.headers.get("Link")!)![1]!;
    expect((await plant.post(next, { bomSlotID: slot.id })).body).toEqual(slot.Properties.slice(2));
  });
});

describe("ClearProperty", () => {
  test.for(["/api/BomSlot/ClearProperty", "/api/Bom Slot/ClearProperty"])(
    "clears by %s in any case, and returns the last value",
    async (path) => {
      const [torque, colour] = [await property(), await property()];
      const Properties = [torque, colour].map((name) => ({ property: name, value: "x" }));
      const slot = await slotOf({ Properties });
      const { status, body } = await clear(slot.id, torque.toUpperCase(), encodeURI(path));
      expect([status, body]).toEqual([200, slot.Properties[0]]);
      expect((await slotById(slot.id)).Properties).toEqual([slot.Properties[1]]);
      await expectRefused(plant, () => clear(slot.id, torque, encodeURI(path)), [
        404,
        "not_found",
        "/property",
      ]);
    },
  );

  test("takes effect once for each Idempotency-Key, on either of its paths", async () => {
    const name = await property();
    const { id: BomSlotId } = await slotOf({ Properties: [{ property: name, value: "x" }] });
    const headers = { "Idempotency-Key": plant.unique("key") };
    const send = (path: string) =>
      plant.delete(`/api/${path}/ClearProperty`, { BomSlotId, property: name }, { headers });
    const first = await send("BomSlot");
    const again = await send("Bom%20Slot");
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
  });

  test("a slot that does not exist is 404", async () => {
    const name = await property();
    await expectRefused(plant, () => clear(9_999_999_999, name), [404, "not_found", "/BomSlotId"]);
  });

  test.for(["built", "pinned"])("is refused where the slot is %s", async (use) => {
    const torque = await property();
    const slot = await ownSlot({ Properties: [{ property: torque, value: "x" }] });
    if (use === "built") await buildOn(slot);
    else await startOrder(slot);
    const problem = await expectRefused(plant, () => clear(slot.id, torque), [409, "in_use"]);
    expect(problem.counts).toEqual(use === "built" ? { builds: 1 } : { worksOrders: 1 });
    expect((await upsertProperties(slot.id, { property: torque, value: "y" })).status).toBe(200);
  });
});

test("each change of a slot, a candidate or a property changes the BoM version, too", async () => {
  const torque = await property();
  const slot = await ownSlot();
  const revision = async () =>
    Number(
      (await plant.sql("select rev_no from bom_version where id = ?", slot.bomVersionID))[0]!
        .rev_no,
    );
  const writes = [
    () => plant.put("/api/BomSlot/Upsert", { id: slot.id, description: "Other" }),
    () => upsertCandidates(slot.id, { id: slot.candidates[0].id, qty: 1 }),
    () => upsertProperties(slot.id, { property: torque, value: "x" }),
    () => clear(slot.id, torque),
    () => deleteCandidate(slot.candidates[0].id),
    () => plant.delete("/api/BomSlot/Delete", { ID: slot.id }),
  ];
  for (const send of writes) {
    const before = await revision();
    expect((await send()).status).toBe(200);
    expect(await revision()).toBe(before + 1);
  }
});
