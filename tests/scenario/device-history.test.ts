import { expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly, buildOf, consumption, itemNamed } from "./assembly.ts";
import { atTime } from "./at-time.ts";
import { expectRefused } from "./refused.ts";

type Body = Answer["body"];

const plant = await openPlant();
const path = "/api/DeviceHistoryRecord/Get";
const recordOf = (body: object): Promise<Body> => plant.done("post", path, body);
const asBuilt = (body: object): Promise<Body> => plant.done("post", "/api/Genealogy/AsBuilt", body);
const shown = { edhrBomRequired: 1, edhrBuildRequired: 1 };
const actionsOf = (record: Body, { id }: Body): string[] =>
  record.changes
    .filter((change: Body) => change.entity === "MaterialItem" && change.id === id)
    .map(({ action }: Body) => action);
const serials = (rows: Body) => rows.map(({ visualSerialNo }: Body) => visualSerialNo);

const update = async (serial: string, changes: object) => {
  const item = await itemNamed(plant, serial);
  await plant.done("put", `/api/MaterialItem/Update/${item.id}`, { ...item, ...changes });
};

/** Makes a unit of an order with a part in it, in a slot that the record shows. */
const unitWithPart = async (slot: Readonly<Record<string, number>> = shown) => {
  const made = await assembly(plant, { slot, stock: 3 });
  expect((await made.build()).status).toBe(200);
  return { ...made, unit: await itemNamed(plant, made.parent) };
};

test("the record of a unit has what it is, what it was designed and built of, and its changes", async () => {
  const { unit, parent, child, childId, slot, bom, order } = await unitWithPart();
  const record = await recordOf({ visualSerialNo: parent.toLowerCase() });
  expect(record).toMatchObject({
    form: "asbuilt-device-history-1",
    id: unit.id,
    visualSerialNo: parent,
    at: null,
    knownAt: null,
  });
  expect(serials(record.items)).toEqual([parent, child]);
  expect(record.items[0]).toMatchObject({ orderNo: order!.orderNo, status: "WIP", nominalQty: 1 });
  const rows = await asBuilt({ visualSerialNo: parent });
  expect(record.contents).toEqual(
    rows.map(({ userNow: _now, places: _places, ...row }: Body) => row),
  );
  expect(record.orders).toEqual(
    await plant.done("post", "/api/WorksOrder/List", { orderNo: order!.orderNo }),
  );
  const { slots, ...design } = record.designs[0];
  expect(design).toEqual({
    id: unit.id,
    visualSerialNo: parent,
    bom: bom.name,
    bomID: bom.id,
    version: "1.0",
    bomVersionID: slot.bomVersionID,
  });
  const compared = await plant.done("post", "/api/Genealogy/Completeness", { id: unit.id });
  expect(slots).toEqual([{ ...compared.slots[0], instruction: null, ...shown }]);
  expect(actionsOf(record, unit)).toEqual(["started", "builtInto"]);
  expect(actionsOf(record, { id: childId })).toEqual(["received", "built"]);
  const history = await plant.done("post", "/api/MaterialItem/History", { id: unit.id });
  const { sealID, text, ...change } = record.changes.find(({ id }: Body) => id === unit.id);
  expect([sealID, JSON.parse(text)[0]]).toEqual([null, change.seq]);
  const { userNow: _now, ...listed } = history[0];
  expect(change).toEqual(listed);
});

test("its JSON is canonical", async () => {
  const { parent } = await unitWithPart();
  const answer = await plant.fetch(path, { method: "POST", body: { visualSerialNo: parent } });
  const text = await answer.text();
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([key, member]) => [key, sorted(member)] as const);
    return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  };
  expect(text).toBe(JSON.stringify(sorted(JSON.parse(text))));
});

test("a lot in it tells nothing of the other units that it went into", async () => {
  const { parent, child, childId, unit, part } = await unitWithPart();
  const other = await plant.receive({ productName: unit.productName, qty: 1 });
  const elsewhere = consumption(plant, other.visualSerialNo, child);
  expect((await elsewhere.build()).status).toBe(200);
  expect((await elsewhere.remove()).status).toBe(200);
  const record = await recordOf({ visualSerialNo: parent });
  expect(actionsOf(record, { id: childId })).toEqual(["received", "built"]);
  expect(record.changes.map(({ id }: Body) => id)).not.toContain(other.id);
  expect(part.Name).toBe(record.items[1].productName);
});

test("a part that was taken out stays in its changes, with the reason", async () => {
  const { parent, childId, unit, remove } = await unitWithPart();
  expect((await remove({ comments: "Scratched" })).status).toBe(200);
  const record = await recordOf({ visualSerialNo: parent });
  expect(record.contents).toEqual([]);
  expect(serials(record.items)).toEqual([parent]);
  expect(actionsOf(record, unit)).toEqual(["started", "builtInto", "removedFrom"]);
  expect(actionsOf(record, { id: childId })).toEqual(["built", "removed"]);
  const removed = record.changes.at(-1);
  expect(removed).toMatchObject({ action: "removed", comment: "Scratched", reasonSUID: "REWORK" });
});

test("it has the units in the unit, with their designs, orders and changes", async () => {
  const inner = await unitWithPart();
  const outer = await assembly(plant, { slot: shown });
  await outer.alternate(inner.unit.productName);
  await plant.done("put", "/api/MaterialItem/Complete", { visualSerialNo: inner.parent });
  await plant.done("put", "/api/Build/Build", buildOf(outer.parent, inner.parent));
  const record = await recordOf({ visualSerialNo: outer.parent });
  expect(serials(record.items)).toEqual([outer.parent, inner.parent, inner.child]);
  expect(serials(record.designs)).toEqual([outer.parent, inner.parent]);
  expect(new Set(record.orders.map(({ orderNo }: Body) => orderNo))).toEqual(
    new Set([outer.order!.orderNo, inner.order!.orderNo]),
  );
  expect(actionsOf(record, inner.unit)).toEqual(["started", "builtInto", "completed", "built"]);
});

test("slots with 0 stay out: of the design, or with all that was built into them", async () => {
  const undesigned = await unitWithPart({ edhrBomRequired: 0, edhrBuildRequired: 1 });
  const one = await recordOf({ visualSerialNo: undesigned.parent });
  expect([one.designs[0].slots, serials(one.contents)]).toEqual([[], [undesigned.child]]);
  const unbuilt = await unitWithPart({ edhrBomRequired: 1, edhrBuildRequired: 0 });
  const other = await recordOf({ visualSerialNo: unbuilt.parent });
  expect([other.designs[0].slots.length, other.contents]).toEqual([1, []]);
  expect(serials(other.items)).toEqual([unbuilt.parent]);
});

test("holds, also of the batch, case data and what was allowed are in it", async () => {
  const { parent, child, childId, unit, part } = await unitWithPart();
  await update(child, { batchNo: "G-77" });
  const batch = { productName: part.Name, batchNo: "G-77", holdReason: "Quality" };
  await plant.done("put", "/api/BatchHold/Upsert", { ...batch, comment: "Weak bond" });
  await plant.done("put", "/api/MaterialItem/Hold", {
    visualSerialNo: child,
    holdReason: "Quality",
    comment: "Looks dull",
  });
  await plant.done("put", "/api/MaterialItem/Complete", {
    visualSerialNo: parent,
    allowHeld: true,
    comment: "The customer waits",
  });
  await plant.done("delete", "/api/BatchHold/Delete", { ...batch, comment: "It holds" });
  const record = await recordOf({ visualSerialNo: parent });
  expect(actionsOf(record, { id: childId })).toEqual(["received", "built", "updated", "held"]);
  const completed = record.changes.find(({ action }: Body) => action === "completed");
  expect(completed).toMatchObject({ id: unit.id, comment: "The customer waits" });
  expect(record.deviations).toEqual([{ seq: completed.seq, allowed: ["contains_held"] }]);
  const ofBatch = record.changes.filter(({ entity }: Body) => entity === "BatchHold");
  expect(ofBatch.map(({ action }: Body) => action)).toEqual(["created", "deleted"]);
});

test("it is the record of a time, as it was known at another one", async () => {
  const on = (day: number) => `2026-10-${String(day).padStart(2, "0")}T08:00:00.000Z`;
  const made = await atTime(plant, on(1), () => unitWithPart());
  const { parent, child, unit } = made;
  await atTime(plant, on(3), () => made.remove({ occurredAt: on(2) }));
  await atTime(plant, on(4), () => update(parent, { visualSerialNo: `${parent}-NEW` }));
  await atTime(plant, on(5), () =>
    plant.done("put", "/api/MaterialItem/Complete", {
      id: unit.id,
      allowIncomplete: true,
      comment: "As a sample",
    }),
  );
  const state = async (times: object) => {
    const record = await recordOf({ id: unit.id, ...times });
    const [first] = record.items;
    const { built } = record.designs[0].slots[0].candidates[0];
    const what = [first.visualSerialNo, first.status, serials(record.contents), built];
    return [...what, record.changes.length, record.deviations.length];
  };
  const ofOrder = 2;
  expect(await state({})).toEqual([`${parent}-NEW`, "Available", [], 0, ofOrder + 7, 1]);
  expect(await state({ at: on(1) })).toEqual([parent, "WIP", [child], 1, ofOrder + 4, 0]);
  expect(await state({ at: on(2) })).toEqual([parent, "WIP", [], 0, ofOrder + 5, 0]);
  expect(await state({ knownAt: on(2) })).toEqual([parent, "WIP", [child], 1, ofOrder + 4, 0]);
  expect(await state({ knownAt: on(4) })).toEqual([`${parent}-NEW`, "WIP", [], 0, ofOrder + 6, 0]);
});

test("a unit that does not exist is refused", async () => {
  const ask = (body: object) => () => plant.post(path, body);
  await expectRefused(plant, ask({ visualSerialNo: "NONE" }), [
    404,
    "not_found",
    "/visualSerialNo",
  ]);
  await expectRefused(plant, ask({}), [400, "validation_failed"]);
});
