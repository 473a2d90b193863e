import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { buildOf } from "./assembly.ts";
import { overtake } from "./overtake.ts";
import { expectRefused } from "./refused.ts";
import { eventsOf } from "./traced.ts";

const plant = await openPlant();
type Fields = Readonly<Record<string, unknown>>;

const candidate = (product: { readonly Name: string }, fields: Fields = {}) => ({
  product: product.Name,
  isActive: true,
  qty: 1,
  minQty: 1,
  maxQty: 1,
  isDefault: true,
  ...fields,
});

/** A product with a BoM of one slot, an order of three units by it, and parts. */
async function order(fields: Fields = {}) {
  const [unit, seal, gasket] = [
    await plant.product(),
    await plant.product(),
    await plant.product(),
  ];
  const { name: bom } = await plant.bom({ parentProductName: unit.Name });
  const place = { ParentProductName: unit.Name, bom };
  const slot = await plant.slot({
    ...place,
    description: "Seal",
    candidates: [candidate(seal, fields)],
  });
  const made = await plant.worksOrder({ productName: unit.Name, bom, qty: 4 });
  const units = [1, 2, 3].map((n) => `${made.orderNo}-${n}`);
  const items = units.map((visualSerialNo) => ({ visualSerialNo, qty: 1 }));
  await plant.done("put", "/api/WorksOrder/Start", { id: made.id, items });
  const { visualSerialNo: seals } = await plant.receive({ productName: seal.Name, qty: 10 });
  for (const one of units) await plant.done("put", "/api/Build/Build", buildOf(one, seals));
  return { unit, seal, gasket, bom, place, slot, id: made.id, orderNo: made.orderNo, units, seals };
}
type Made = Awaited<ReturnType<typeof order>>;

/** Copies version 1.0 to 1.1, which also requires a gasket; returns the copy's slots. */
async function withGasket({ unit, bom, place, gasket }: Made, candidates?: readonly Fields[]) {
  const numbers = { from: "1.0", to: "1.1" };
  await plant.done("put", "/api/Bom/CopyVersion", {
    parentProductName: unit.Name,
    bom,
    ...numbers,
  });
  const added = await plant.slot({
    ...place,
    version: "1.1",
    description: "Gasket",
    candidates: candidates ?? [candidate(gasket)],
  });
  await release({ unit, bom });
  const { body } = await plant.post("/api/BomSlot/List", { Bom: bom, Version: "1.1" });
  return { added, slots: body as readonly { id: number; description: string }[] };
}

async function release(
  { unit, bom }: Pick<Made, "unit" | "bom">,
  status = "Released",
  version = "1.1",
) {
  const { body } = await plant.post("/api/Bom/List", { parentProductName: unit.Name });
  const found = body.find(({ name }: { name: string }) => name === bom);
  const versions = found.versions.filter((one: Fields) => one["version"] === version);
  await plant.done("put", "/api/Bom/Upsert", {
    id: found.id,
    versions: versions.map(({ id }: Fields) => ({ id, status })),
  });
}

const change = (fields: Fields): Promise<Answer> =>
  plant.put("/api/WorksOrder/ChangeVersion", { version: "1.1", ...fields });
const completeness = async (visualSerialNo: string, fields: Fields = {}) =>
  (await plant.post("/api/Genealogy/Completeness", { visualSerialNo, ...fields })).body;
const asBuilt = async (visualSerialNo: string, fields: Fields = {}) =>
  (await plant.post("/api/Genealogy/AsBuilt", { visualSerialNo, ...fields })).body;
const verified = async () => (await plant.post("/api/Audit/Verify", {})).body;
const slotsOf = ({ slots }: { slots: readonly { slot: string }[] }) =>
  slots.map(({ slot }) => slot).toSorted();

test("the open units of an order go to another version, and the finished one keeps its own", async () => {
  const made = await order();
  const [first, second, finished] = made.units as [string, string, string];
  await plant.done("put", "/api/MaterialItem/Complete", { visualSerialNo: finished });
  const { added, slots } = await withGasket(made);
  const before = await completeness(first);
  expect(before).toMatchObject({ isComplete: true, bomVersionID: made.slot.bomVersionID });
  const [finishedBefore, builtBefore] = [await completeness(finished), await asBuilt(finished)];
  const builtThen = await asBuilt(first);
  const at = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 20));
  const seal = slots.find(({ description }) => description === "Seal")!;
  const changed = await change({ orderNo: made.orderNo.toLowerCase(), comment: "ECO 7" });
  expect(changed).toMatchObject({
    status: 200,
    body: { id: made.id, version: "1.1", bomVersionID: added.bomVersionID },
  });
  expect(changed.body.items).toMatchObject(
    [first, second].map((visualSerialNo) => ({
      visualSerialNo,
      fromBomVersionID: made.slot.bomVersionID,
      builds: [
        {
          childSerialNo: made.seals,
          qty: 1,
          fromBomSlotID: made.slot.id,
          fromSlot: "Seal",
          toBomSlotID: seal.id,
          toSlot: "Seal",
        },
      ],
    })),
  );
  const after = await completeness(first);
  expect(after).toMatchObject({ isComplete: false, bomVersionID: added.bomVersionID });
  expect(after.slots).toMatchObject([
    { bomSlotID: seal.id, missing: 0 },
    { bomSlotID: added.id, missing: 1 },
  ]);
  expect([await completeness(finished), await asBuilt(finished)]).toEqual([
    finishedBefore,
    builtBefore,
  ]);
  for (const time of [{ at }, { knownAt: at }]) {
    const then = await completeness(first, time);
    expect(then).toMatchObject({ isComplete: true, bomVersionID: made.slot.bomVersionID });
    expect(then.slots).toEqual(before.slots);
    expect(await asBuilt(first, time)).toEqual(builtThen);
  }
  expect(JSON.stringify(await asBuilt(first))).toContain(`"bomSlotID":${seal.id}`);
  expect(await verified()).toMatchObject({ findings: [] });
});

test("the events of what happened before stay the same", async () => {
  const made = await order({ maxQty: 2 });
  const [first] = made.units as [string, string, string];
  const { visualSerialNo } = await plant.receive({ productName: made.seal.Name, qty: 1 });
  // The unit was complete, so that this is no assembly.
  await plant.done("put", "/api/Build/Build", buildOf(first, visualSerialNo));
  await withGasket(made);
  const before = await eventsOf(plant, { visualSerialNo });
  expect(before.map(({ bizStep }) => bizStep)).toContain("installing");
  await plant.done("put", "/api/WorksOrder/ChangeVersion", { id: made.id, version: "1.1" });
  expect(await eventsOf(plant, { visualSerialNo })).toEqual(before);
  expect(await completeness(first)).toMatchObject({ isComplete: false });
});

test("an edit of a moved build or of its move is found", async () => {
  const made = await order();
  await withGasket(made);
  const { items } = (await change({ id: made.id })).body;
  const [{ id, toBomSlotID, fromBomSlotID }] = items[0].builds;
  const problems = async (set: string, restore: string) => {
    await plant.sql(set);
    const { findings } = await verified();
    await plant.sql(restore);
    return findings.map(({ problem }: { problem: string }) => problem);
  };
  const setBuild = (slot: number) => `update build set bom_slot_id = ${slot} where id = ${id}`;
  expect(await problems(setBuild(fromBomSlotID), setBuild(toBomSlotID))).toContain(
    "it is not in the slot that its last move brought it to",
  );
  const setMove = (slot: number) =>
    `update build_move set from_slot_id = ${slot} where build_id = ${id}`;
  expect(await problems(setMove(toBomSlotID), setMove(fromBomSlotID))).not.toHaveLength(0);
  expect(await verified()).toMatchObject({ findings: [] });
});

test("a unit that changed its version twice tells both, and verification follows it", async () => {
  const made = await order();
  const [first] = made.units as [string, string, string];
  await withGasket(made);
  const there = (await change({ id: made.id })).body.items[0];
  const at = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 20));
  const back = (await change({ id: made.id, version: "1.0" })).body;
  expect(back).toMatchObject({ version: "1.0", bomVersionID: made.slot.bomVersionID });
  expect(back.items[0]).toMatchObject({
    builds: [{ id: there.builds[0].id, toBomSlotID: made.slot.id }],
  });
  expect(slotsOf(await completeness(first))).toEqual(["Seal"]);
  expect(slotsOf(await completeness(first, { at }))).toEqual(["Gasket", "Seal"]);
  expect(await completeness(first, { at })).toMatchObject({ isComplete: false });
  expect(await verified()).toMatchObject({ findings: [] });
});

test("further units are built by the new version, and each unit is completed by its own", async () => {
  const made = await order();
  const [first, second, finished] = made.units as [string, string, string];
  await plant.done("put", "/api/MaterialItem/Complete", { visualSerialNo: finished });
  await withGasket(made);
  expect((await change({ id: made.id, items: [{ visualSerialNo: first }] })).body).toMatchObject({
    version: "1.0",
    items: [{ visualSerialNo: first }],
  });
  expect(slotsOf(await completeness(second))).toEqual(["Seal"]);
  const told = await plant.post("/api/WorksOrder/Completeness", { id: made.id });
  expect(told.body).toMatchObject({ openCount: 2, completeCount: 1, missing: [{ units: 1 }] });
  expect((await plant.put("/api/WorksOrder/Complete", { id: made.id })).body).toMatchObject({
    code: "incomplete",
    slots: [{ visualSerialNo: first, description: "Gasket" }],
    count: 1,
  });
  expect((await change({ id: made.id })).body.items).toMatchObject([{ visualSerialNo: second }]);
  const last = plant.unique("LAST");
  const items = [{ visualSerialNo: last, qty: 1 }];
  await plant.done("put", "/api/WorksOrder/Start", { id: made.id, items });
  expect(slotsOf(await completeness(last))).toEqual(["Gasket", "Seal"]);
  await plant.done("put", "/api/MaterialItem/Reopen", { visualSerialNo: finished, comment: "Why" });
  expect(slotsOf(await completeness(finished))).toEqual(["Seal"]);
  const { visualSerialNo: gaskets } = await plant.receive({
    productName: made.gasket.Name,
    qty: 10,
  });
  for (const one of [first, second, last]) {
    expect((await plant.put("/api/Build/Build", buildOf(one, gaskets))).status).toBe(200);
  }
  await expectRefused(plant, () => plant.put("/api/Build/Build", buildOf(finished, gaskets)), [
    409,
    "not_in_bom",
  ]);
  await plant.done("put", "/api/Build/Build", buildOf(last, made.seals));
  await plant.done("put", "/api/WorksOrder/Complete", { id: made.id });
  expect(await verified()).toMatchObject({ findings: [] });
});

test("an item that joins the order by Update is built by the version the order has then", async () => {
  const made = await order();
  const join = async () => {
    const item = await plant.receive({ productName: made.unit.Name, qty: 1 });
    const body = { ...item, scheduleID: made.id, orderNo: made.orderNo };
    return plant.done("put", `/api/MaterialItem/Update/${item.id}`, body);
  };
  const early = await join();
  const { added } = await withGasket(made);
  await change({ id: made.id, items: [{ visualSerialNo: made.units[0] }] });
  const meanwhile = await join();
  for (const { visualSerialNo } of [early, meanwhile]) {
    expect(slotsOf(await completeness(visualSerialNo))).toEqual(["Seal"]);
  }
  // They have no end, so they are open units of the order.
  const { items } = (await change({ id: made.id })).body;
  const open = [...made.units.slice(1), early.visualSerialNo, meanwhile.visualSerialNo];
  expect(items).toMatchObject(open.map((visualSerialNo) => ({ visualSerialNo })));
  const late = await join();
  expect(slotsOf(await completeness(late.visualSerialNo))).toEqual(["Gasket", "Seal"]);
  const gaskets = await plant.receive({ productName: made.gasket.Name, qty: 5 });
  const build = buildOf(late.visualSerialNo, gaskets.visualSerialNo);
  expect(await plant.done("put", "/api/Build/Build", build)).toMatchObject({
    allocations: [{ bomSlotID: added.id }],
  });
  await plant.done("put", "/api/Build/Build", buildOf(late.visualSerialNo, made.seals));
  expect(await completeness(late.visualSerialNo)).toMatchObject({ isComplete: true });
  expect(await verified()).toMatchObject({ findings: [] });
});

test("what fits nowhere is refused and named, and nothing moves", async () => {
  const made = await order();
  const [first] = made.units as [string, string, string];
  const { slots } = await withGasket(made);
  const seal = slots.find(({ description }) => description === "Seal")!;
  await plant.done("put", "/api/BomSlot/Upsert", { id: seal.id, isActive: false });
  const refused = await expectRefused(plant, () => change({ id: made.id }), [409, "not_in_bom"]);
  expect(refused).toMatchObject({ count: 3 });
  expect(refused.errors).toHaveLength(3);
  for (const word of [made.seals, '"Seal"', first]) {
    expect(refused.errors[0].detail).toContain(word);
  }
  expect(slotsOf(await completeness(first))).toEqual(["Seal"]);
  expect(await verified()).toMatchObject({ findings: [] });
});

test("a build goes to another slot that takes it, within its maximum", async () => {
  const made = await order();
  const [first] = made.units as [string, string, string];
  const both = [candidate(made.gasket), candidate(made.seal, { isDefault: false })];
  const { added, slots } = await withGasket(made, both);
  const seal = slots.find(({ description }) => description === "Seal")!;
  await plant.done("put", "/api/BomSlot/Upsert", { id: seal.id, isActive: false });
  const items = [{ visualSerialNo: first }];
  expect((await change({ id: made.id, items })).body.items).toMatchObject([
    { builds: [{ fromSlot: "Seal", toBomSlotID: added.id, toSlot: "Gasket" }] },
  ]);
  expect(await completeness(first)).toMatchObject({ isComplete: true });
  await plant.done("put", "/api/Build/Remove", {
    parentSerialNo: first,
    childSerialNo: made.seals,
    removeQty: 1,
    reasonSUID: "REWORK",
    bomSlotID: added.id,
  });
  expect(await completeness(first)).toMatchObject({ isComplete: false });
  expect(await verified()).toMatchObject({ findings: [] });
});

describe("it is refused", () => {
  test("for a version that is not released, an unknown one, and other items", async () => {
    const made = await order();
    const other = await order();
    await withGasket(made);
    const [first, , finished] = made.units as [string, string, string];
    await plant.done("put", "/api/MaterialItem/Complete", { visualSerialNo: finished });
    const { id } = made;
    await expectRefused(plant, () => change({ id, version: "7.0" }), [404, "not_found"]);
    const items = (visualSerialNo: string) => ({ id, items: [{ visualSerialNo }] });
    await expectRefused(plant, () => change(items(other.units[0]!)), [404, "not_found"]);
    await expectRefused(plant, () => change(items(finished)), [409, "item_status"]);
    const twice = [{ visualSerialNo: first }, { visualSerialNo: first.toLowerCase() }];
    await expectRefused(plant, () => change({ id, items: twice }), [400, "validation_failed"]);
    await release(made, "Draft");
    await expectRefused(plant, () => change({ id }), [409, "bom_status"]);
  });

  test("for an order that is not started, and at an older revision", async () => {
    const made = await order();
    await withGasket(made);
    const created = await plant.worksOrder({ productName: made.unit.Name, bom: made.bom });
    await expectRefused(plant, () => change({ id: created.id }), [409, "order_status"]);
    await expectRefused(plant, () => change({ id: made.id, revNo: 1 }), [409, "stale_revision"]);
  });
});

test("the version of moved units is pinned, and the slots that builds left are in use", async () => {
  const made = await order();
  const { added } = await withGasket(made);
  await plant.done("put", "/api/WorksOrder/ChangeVersion", {
    id: made.id,
    version: "1.1",
    items: [{ visualSerialNo: made.units[0] }],
  });
  const optional = { id: added.id, isRequired: false };
  await expectRefused(plant, () => plant.put("/api/BomSlot/Upsert", optional), [409, "bom_status"]);
  await plant.done("put", "/api/WorksOrder/ChangeVersion", { id: made.id, version: "1.1" });
  const remove = () => plant.delete("/api/BomSlot/Delete", { ID: made.slot.id });
  await expectRefused(plant, remove, [409, "in_use"]);
  const old = { id: made.slot.id, isRequired: false };
  await expectRefused(plant, () => plant.put("/api/BomSlot/Upsert", old), [409, "bom_status"]);
});

test("a slot that builds were in between two changes is in use", async () => {
  const made = await order();
  const { slots } = await withGasket(made);
  const numbers = { from: "1.1", to: "1.2" };
  await plant.done("put", "/api/Bom/CopyVersion", {
    parentProductName: made.unit.Name,
    bom: made.bom,
    ...numbers,
  });
  await release(made, "Released", "1.2");
  await plant.done("put", "/api/WorksOrder/ChangeVersion", { id: made.id, version: "1.1" });
  await plant.done("put", "/api/WorksOrder/ChangeVersion", { id: made.id, version: "1.2" });
  const seal = slots.find(({ description }) => description === "Seal")!;
  const remove = () => plant.delete("/api/BomSlot/Delete", { ID: seal.id });
  const refused = await expectRefused(plant, remove, [409, "in_use"]);
  expect(refused.counts).toEqual({ builds: 3 });
});

test("a repeated change answers the same, and one that changes nothing writes nothing", async () => {
  const made = await order();
  await withGasket(made);
  const first = await change({ id: made.id });
  const again = await change({ id: made.id });
  expect(again.body).toEqual({ ...first.body, items: [] });
});

describe("under a race", () => {
  const remove = (parentSerialNo: string, childSerialNo: string) =>
    plant.put("/api/Build/Remove", {
      parentSerialNo,
      childSerialNo,
      removeQty: 1,
      reasonSUID: "REWORK",
    });

  test("a change that is overtaken by a removal moves what is left", async () => {
    const made = await order();
    await withGasket(made);
    const [first] = made.units as [string, string, string];
    const [answer] = await overtake(
      plant,
      () => change({ id: made.id, items: [{ visualSerialNo: first }] }),
      () => remove(first, made.seals),
    );
    expect(answer).toMatchObject({ status: 200, body: { items: [{ builds: [] }] } });
  });

  test("a build that is overtaken by the change of its parent goes to the new version", async () => {
    const made = await order();
    const { slots } = await withGasket(made);
    const seal = slots.find(({ description }) => description === "Seal")!;
    const [first] = made.units as [string, string, string];
    await remove(first, made.seals);
    const [answer] = await overtake(
      plant,
      () => plant.put("/api/Build/Build", buildOf(first, made.seals)),
      () => change({ id: made.id }),
    );
    expect(answer).toMatchObject({ status: 200, body: { allocations: [{ bomSlotID: seal.id }] } });
  });

  test("a change that is overtaken by the completion of the order is refused", async () => {
    const made = await order();
    await withGasket(made);
    const [answer] = await overtake(
      plant,
      () => change({ id: made.id }),
      () => plant.put("/api/WorksOrder/Complete", { id: made.id }),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: "order_status" } });
  });

  test("a completion that is overtaken by the change is refused", async () => {
    const made = await order();
    await withGasket(made);
    const [answer] = await overtake(
      plant,
      () => plant.put("/api/WorksOrder/Complete", { id: made.id }),
      () => change({ id: made.id }),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: "incomplete" } });
  });
});
