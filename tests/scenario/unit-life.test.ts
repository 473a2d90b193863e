import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly, buildOf, consumption, itemNamed } from "./assembly.ts";
import { expectRefused } from "./refused.ts";
import { eventsOf } from "./traced.ts";

const plant = await openPlant();
type Fields = Readonly<Record<string, unknown>>;

/** A verb on one item. */
const item = (verb: string, visualSerialNo: string, fields: Fields = {}): Promise<Answer> =>
  plant.put(`/api/MaterialItem/${verb}`, { visualSerialNo, ...fields });
const done = (verb: string, visualSerialNo: string, fields: Fields = {}) =>
  plant.done("put", `/api/MaterialItem/${verb}`, { visualSerialNo, ...fields });
const now = (visualSerialNo: string) => itemNamed(plant, visualSerialNo);
const genealogy = async (what: string, visualSerialNo: string, fields: Fields = {}) =>
  (await plant.post(`/api/Genealogy/${what}`, { visualSerialNo, ...fields })).body;

/** Starts an order of units that each need one part. Returns it with the serials of its units. */
async function order(count: number, parts = count) {
  const part = await plant.product();
  const unit = await plant.product();
  const bom = await plant.bom({ parentProductName: unit.Name });
  const candidates = [{ product: part.Name, isActive: true, qty: 1, minQty: 1, isDefault: true }];
  await plant.slot({ ParentProductName: unit.Name, bom: bom.name, candidates });
  const { id } = await plant.worksOrder({ productName: unit.Name, bom: bom.name, qty: count });
  const units = Array.from({ length: count }, () => plant.unique("UNIT"));
  const items = units.map((visualSerialNo) => ({ visualSerialNo, qty: 1 }));
  await plant.done("put", "/api/WorksOrder/Start", { id, items });
  const stock: string[] = [];
  while (stock.length < parts) {
    stock.push((await plant.receive({ productName: part.Name, qty: 1 })).visualSerialNo);
  }
  return { id, unit, part, bom, units, parts: stock };
}
const build = (parent: string, child: string) =>
  plant.done("put", "/api/Build/Build", buildOf(parent, child));
const completeOrder = (id: number, fields: Fields = {}) =>
  plant.put("/api/WorksOrder/Complete", { id, ...fields });

test("a unit is shipped while its order continues, comes back, is repaired, and is shipped again", async () => {
  const { id, units, parts } = await order(3, 4);
  const [first, second, third] = units as [string, string, string];
  const [old, other, last, spare] = parts as [string, string, string, string];
  await build(first, old);
  expect(await done("Complete", first)).toMatchObject({ status: "Available" });
  await done("Dispatch", first);
  const shippedAt = (await now(first)).lastEditDT;
  await build(second, other);
  expect((await plant.post("/api/WorksOrder/List", { id })).body[0].status).toBe("Started");
  // An empty unit is not finished, and does not leave.
  await expectRefused(plant, () => item("Complete", third), [409, "incomplete"]);
  await expectRefused(plant, () => item("Dispatch", third), [409, "item_status"]);
  await build(third, last);
  expect((await completeOrder(id)).status).toBe(200);
  expect([await now(first), await now(second), await now(third)]).toMatchObject([
    { status: "Dispatched" },
    { status: "Available" },
    { status: "Available" },
  ]);
  // The part turns out to be bad after it was shipped.
  const held = await done("Hold", old, { holdReason: "Quality" });
  expect(held).toMatchObject({
    whereUsed: [{ visualSerialNo: first, status: "Dispatched" }],
    whereUsedCount: 1,
  });
  await done("Return", first, { comment: "Complaint", holdReason: "Quality" });
  await done("Release", first);
  await expectRefused(plant, () => item("Dispatch", first), [409, "contains_held"]);
  await done("Reopen", first, { comment: "Replace the part" });
  await expectRefused(plant, () => item("Dispatch", first), [409, "item_status"]);
  const { remove } = consumption(plant, first, old);
  expect((await remove({ reasonSUID: "QUALITY" })).status).toBe(200);
  await expectRefused(plant, () => item("Complete", first), [409, "incomplete"]);
  await build(first, spare);
  expect(await genealogy("Completeness", first)).toMatchObject({ isComplete: true, heldCount: 0 });
  await done("Complete", first);
  await done("Dispatch", first);
  // The record says at each time what was in the unit.
  const contents = async (fields?: Fields) =>
    (await genealogy("AsBuilt", first, fields)).map((one: Answer["body"]) => one.visualSerialNo);
  expect(await contents({ at: shippedAt })).toEqual([old]);
  expect(await contents()).toEqual([spare]);
  expect(await genealogy("WhereUsed", old)).toEqual([]);
  const history = await plant.post("/api/MaterialItem/History", { visualSerialNo: first });
  const actions = history.body.map((one: Answer["body"]) => one.action);
  const story = "started builtInto completed dispatched returned released reopened removedFrom";
  const again = "builtInto completed dispatched";
  const inOrder = actions[0] === "started" ? actions : actions.toReversed();
  expect(inOrder).toEqual(`${story} ${again}`.split(" "));
  const events = await eventsOf(plant, { visualSerialNo: first });
  expect(events.map(({ bizStep, action }) => `${bizStep} ${action}`)).toEqual([
    "commissioning ADD",
    "assembling ADD",
    "shipping OBSERVE",
    "receiving OBSERVE",
    "holding OBSERVE",
    "holding OBSERVE",
    "removing DELETE",
    "assembling ADD",
    "shipping OBSERVE",
  ]);
});

test("a Remove opens a finished unit of a completed order, which is then repaired", async () => {
  const { id, units, parts } = await order(1, 2);
  const [unit, part, spare] = [units[0]!, parts[0]!, parts[1]!];
  await build(unit, part);
  await completeOrder(id);
  expect((await consumption(plant, unit, part).remove({ reasonSUID: "QUALITY" })).status).toBe(200);
  expect(await now(unit)).toMatchObject({ status: "WIP", endDT: null });
  await expectRefused(plant, () => item("Dispatch", unit), [409, "item_status"]);
  await build(unit, spare);
  await expectRefused(plant, () => item("Dispatch", unit), [409, "item_status"]);
  expect(await done("Complete", unit)).toMatchObject({ status: "Available" });
  expect(await done("Dispatch", unit)).toMatchObject({ status: "Dispatched" });
});

test("a finished unit takes no material until it is opened", async () => {
  const { units, parts } = await order(2, 2);
  const [unit, part, spare] = [units[0]!, parts[0]!, parts[1]!];
  await build(unit, part);
  await done("Complete", unit);
  const send = () => plant.put("/api/Build/Build", buildOf(unit, spare));
  await expectRefused(plant, send, [409, "item_status", "/parentSerialNo"]);
  await done("Reopen", unit, { comment: "One more" });
  expect((await send()).status).toBe(200);
});

test("an Update to Available does not let an empty unit leave", async () => {
  const { units } = await order(1);
  const unit = await now(units[0]!);
  const { id: statusID } = (await plant.post("/api/MaterialStatus/List", { suid: "Available" }))
    .body[0];
  const { status: _status, ...record } = unit;
  const updated = { ...record, statusID };
  await plant.done("put", `/api/MaterialItem/Update/${unit.id}`, updated);
  const problem = await expectRefused(plant, () => item("Dispatch", units[0]!), [
    409,
    "incomplete",
  ]);
  expect(problem).toMatchObject({ count: 1, slots: [{ visualSerialNo: units[0], required: 1 }] });
});

describe("a unit at three levels", () => {
  /** A unit with a board in it, in which there is a part. Only the part is from stock. */
  async function nested() {
    const board = await order(1);
    const boards = { product: board.unit.Name, isActive: true, qty: 1, minQty: 1, isDefault: true };
    const unit = await assembly(plant, { stock: 1, otherSlots: [{ candidates: [boards] }] });
    await unit.build();
    await build(board.units[0]!, board.parts[0]!);
    return { top: unit.parent, board: board.units[0]!, part: board.parts[0]!, order: board.id };
  }

  test("is not finished before the board in it is", async () => {
    const { top, board } = await nested();
    await build(top, board);
    const send = () => item("Complete", top);
    const problem = await expectRefused(plant, send, [409, "incomplete"]);
    expect(problem).toMatchObject({
      count: 0,
      unfinishedCount: 1,
      unfinished: [{ visualSerialNo: board, path: [{ visualSerialNo: top }, {}] }],
    });
    expect(problem.detail).toContain(`${board} in ${top}`);
    expect(await genealogy("Completeness", top)).toMatchObject({
      isComplete: false,
      unfinished: [{ visualSerialNo: board }],
    });
    // The board is finished where it is.
    expect(await done("Complete", board)).toMatchObject({ status: "Consumed" });
    expect(await done("Complete", top)).toMatchObject({ status: "Available" });
  });

  test("does not pass with a part on hold, unless that is allowed with a comment", async () => {
    const { top, board, part } = await nested();
    await done("Complete", board);
    await build(top, board);
    const held = await done("Hold", part, { holdReason: "Quality" });
    expect(held).toMatchObject({ whereUsed: [{ visualSerialNo: top, status: "WIP" }] });
    for (const verb of ["Complete", "Dispatch"] as const) {
      const problem = await expectRefused(plant, () => item(verb, top), [409, "contains_held"]);
      const path = [top, board, part].map((visualSerialNo) => ({ visualSerialNo }));
      expect(problem).toMatchObject({ heldCount: 1, held: [{ visualSerialNo: part, path }] });
      const bare = () => item(verb, top, { allowHeld: true });
      await expectRefused(plant, bare, [400, "validation_failed", "/comment"]);
      await done(verb, top, { allowHeld: true, comment: "Known and harmless" });
    }
    const { body } = await plant.post("/api/MaterialItem/History", { visualSerialNo: top });
    const logged = body.filter((one: Answer["body"]) => one.detail?.heldCount === 1);
    expect(logged.map((one: Answer["body"]) => one.action).toSorted()).toEqual([
      "completed",
      "dispatched",
    ]);
  });
});

describe("a receipt that never was", () => {
  test("is voided: its serial is free, and its history stays", async () => {
    const { Name: productName } = await plant.product();
    const { visualSerialNo, id } = await plant.receive({ productName, qty: 5 });
    await expectRefused(plant, () => item("Void", visualSerialNo), [
      400,
      "validation_failed",
      "/comment",
    ]);
    const voided = await done("Void", visualSerialNo, { comment: "Wrong label" });
    expect(voided).toMatchObject({ id, status: "Voided", actualQty: 0, visualSerialNo });
    const right = await plant.receive({ productName, qty: 7, visualSerialNo });
    expect(await now(visualSerialNo)).toMatchObject({ id: right.id, actualQty: 7 });
    expect((await plant.get(`/api/MaterialItem/Get/${id}`)).body).toMatchObject({
      status: "Voided",
      visualSerialNo,
    });
    const history = await plant.post("/api/MaterialItem/History", { id });
    const actions = history.body.map((one: Answer["body"]) => one.action).toSorted();
    expect(actions).toEqual(["received", "voided"]);
  });

  test("is declared an error, under the id and time of its event", async () => {
    const own = await openPlant();
    const { Name: productName } = await own.product();
    const occurredAt = "2026-01-05T08:00:00.000Z";
    const { id } = await own.receive({ productName, qty: 5, occurredAt });
    const [received] = await eventsOf(own, {});
    await own.done("put", "/api/MaterialItem/Void", { id, comment: "Wrong label" });
    const all = await eventsOf(own, {});
    expect(all).toEqual([
      received,
      {
        ...received,
        recordTime: expect.any(String),
        errorDeclaration: { declarationTime: expect.any(String), reason: "did_not_occur" },
      },
    ]);
    expect(await eventsOf(own, { from: "2026-01-05", to: "2026-01-06" })).toEqual(all);
    expect(await eventsOf(own, { from: "2026-01-06" })).toEqual([]);
  });

  test("must not have been used", async () => {
    const { child, build: into, remove } = await assembly(plant, { stock: 2 });
    await into();
    await remove();
    const problem = await expectRefused(plant, () => item("Void", child, { comment: "Mistake" }), [
      409,
      "in_use",
    ]);
    expect(problem.counts).toMatchObject({ builtInto: 0, builtElsewhere: 1, dispatched: 0 });
  });

  test("of a started unit leaves the order with the others", async () => {
    const { id, units, parts } = await order(2, 1);
    await done("Void", units[1]!, { comment: "Started twice" });
    await build(units[0]!, parts[0]!);
    expect((await completeOrder(id)).status).toBe(200);
  });
});

test("a scrapped item that a count finds again is in stock only as a correction", async () => {
  const { Name: productName } = await plant.product();
  const { visualSerialNo, id } = await plant.receive({ productName, qty: 5 });
  await done("Scrap", visualSerialNo, { reasonSUID: "SCRAP" });
  const adjust = (reasonSUID: string) =>
    plant.post("/api/MaterialItem/ItemAdjust", { materialitemid: id, adjustqty: 3, reasonSUID });
  await expectRefused(plant, () => adjust("COUNT"), [409, "item_status"]);
  expect((await adjust("CORRECTION")).body).toMatchObject({ status: "Available", actualQty: 3 });
});

test("an order is completed without its finished, dispatched and scrapped units", async () => {
  const { id, units, parts } = await order(4, 3);
  const [finished, dispatched, scrapped, left] = units as [string, string, string, string];
  await build(finished, parts[0]!);
  await build(dispatched, parts[1]!);
  const { endDT, revNo } = await done("Complete", finished);
  await done("Complete", dispatched);
  await done("Dispatch", dispatched);
  await done("Scrap", scrapped, { reasonSUID: "SCRAP" });
  const problem = await expectRefused(plant, () => completeOrder(id), [409, "incomplete"]);
  expect(problem).toMatchObject({ count: 1, slots: [{ visualSerialNo: left }] });
  await build(left, parts[2]!);
  expect((await completeOrder(id)).status).toBe(200);
  expect(await now(finished)).toMatchObject({ endDT, revNo, status: "Available" });
  expect(await now(dispatched)).toMatchObject({ status: "Dispatched" });
  expect(await now(scrapped)).toMatchObject({ status: "Scrapped", endDT: null });
  expect(await now(left)).toMatchObject({ status: "Available" });
});
