import { beforeEach, describe, expect, test } from "vitest";
import { build, buildMany } from "../../src/consumption/build.ts";
import { loadBuild } from "../../src/consumption/build.facts.ts";
import { loadRemove } from "../../src/consumption/remove.facts.ts";
import { dispatchItem } from "../../src/material-item/dispatch.ts";
import { requireInItsLife, timesOfReceipt } from "../../src/material-item/item-times.ts";
import { moveItem } from "../../src/material-item/move.ts";
import { receive } from "../../src/material-item/receive.ts";
import { returnItem } from "../../src/material-item/return.ts";
import { startWorksOrder } from "../../src/works-order/start.ts";
import { upsertWorksOrder } from "../../src/works-order/upsert.ts";
import { now, q } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { atFault, refusalDetails, refusedWith } from "../refused.ts";

const timeOf = (at: number) => new Date(at).toISOString();
const refused = (at: number, fact: string, limit: number, rule: string) =>
  atFault(
    "before_it_was",
    `occurredAt is ${timeOf(at)}, but item ${fact} at ${timeOf(limit)}: ${rule}.`,
    "/occurredAt",
  );
const received = "nothing can happen to an item before it is received";
const started = "nothing can happen to an item before it is started";

describe("the life of an item", () => {
  const item = { id: 7, visualSerialNo: "LOT-7" };
  const times = { ...timesOfReceipt(7, 100), returnedAt: 300, leftAt: 400 };
  const other = timesOfReceipt(1, 1000);
  const refusalAt = (occurredAt: number, of = times) =>
    refusalDetails(() => requireInItsLife([other, of], item, { occurredAt }));

  test("begins when it was received or started", () => {
    const rule = (begun: string) => `nothing can happen to an item before it is ${begun}`;
    expect(refusalAt(99)).toEqual(refused(99, "LOT-7 was received", 100, rule("received")));
    const unit = { ...times, isStarted: true };
    expect(refusalAt(99, unit)).toEqual(refused(99, "LOT-7 was started", 100, rule("started")));
  });

  test("continues from its last Return, and then from its Dispatch while it is away", () => {
    const rule = (verb: string) => `nothing can be dated before the last ${verb} of an item`;
    const returned = refused(299, "LOT-7 was returned", 300, rule("Return"));
    expect(refusalAt(299)).toEqual(returned);
    const left = refused(399, "LOT-7 was dispatched", 400, rule("Dispatch"));
    expect(refusalAt(399)).toEqual(left);
  });

  test("includes those moments, and does not concern what happens now", () => {
    const dated = (occurredAt?: number | null) => requireInItsLife([times], item, { occurredAt });
    expect(dated(400)).toBeUndefined();
    expect(requireInItsLife([timesOfReceipt(7, 100)], item, { occurredAt: 100 })).toBeUndefined();
    for (const undated of [undefined, null]) {
      expect(requireInItsLife([], item, { occurredAt: undated })).toBeUndefined();
    }
  });
});

describe("the times of items", () => {
  let { database, context, rows } = openPlant();
  beforeEach(() => {
    ({ database, context, rows } = openPlant());
  });
  const at = (time: number) => ({ ...context, now: () => time });
  const lot = { visualSerialNo: "Lot-1" };
  const receiveLot = (occurredAt?: number) =>
    receive(context, { productName: "Seal", qty: q(10), ...lot, occurredAt });
  const move = (occurredAt: number) =>
    moveItem(context, { ...lot, location: "EAST", comment: "Moved", occurredAt });

  test("are the time of a receipt, as it was sent or else recorded", async () => {
    await receiveLot(now - 100);
    expect(await move(now - 100)).toMatchObject({ revNo: 2 });
    expect(await refusedWith(move(now - 101))).toEqual(
      refused(now - 101, "Lot-1 was received", now - 100, received),
    );
    const undated = { productName: "Seal", qty: q(1), visualSerialNo: "Lot-2" };
    await receive(at(now - 50), undated);
    const early = { visualSerialNo: "LOT-2", location: "EAST", occurredAt: now - 51 };
    expect(await refusedWith(moveItem(context, early))).toEqual(
      refused(now - 51, "Lot-2 was received", now - 50, received),
    );
  });

  test("are the time of a start, as it is corrected", async () => {
    const version = { major: 1, minor: 0 };
    const order = { orderNo: "WO", productName: "PUMP", bom: "main", version, qty: q(1) };
    await upsertWorksOrder(context, order);
    await startWorksOrder(at(now - 100), { id: 1, items: [{ visualSerialNo: "U-1", qty: q(1) }] });
    const early = moveItem(context, { id: 1, location: "EAST", occurredAt: now - 101 });
    const ofStart = refused(now - 101, "U-1 was started", now - 100, started);
    expect(await refusedWith(early)).toEqual(ofStart);
    database.exec(`update material_item set start_at = ${now - 200}`);
    await moveItem(context, { id: 1, location: "EAST", comment: "Then", occurredAt: now - 101 });
    database.exec("update material_item set start_at = null");
    const cleared = moveItem(context, { id: 1, location: "MAIN", occurredAt: now - 101 });
    expect(await refusedWith(cleared)).toEqual(ofStart);
  });

  test("of a received item do not include the start that Update can give it", async () => {
    await receiveLot(now - 100);
    database.exec(`update material_item set start_at = ${now}`);
    expect(await move(now - 100)).toMatchObject({ revNo: 2 });
  });

  test("are those of its Dispatch while it is away, and of its last Return", async () => {
    await receiveLot(now - 100);
    const leave = (occurredAt: number) => dispatchItem(context, { ...lot, occurredAt });
    const comeBack = (occurredAt: number) =>
      returnItem(context, { ...lot, comment: "Back", occurredAt });
    await leave(now - 80);
    const leaving = "nothing can be dated before the last Dispatch of an item";
    expect(await refusedWith(comeBack(now - 81))).toEqual(
      refused(now - 81, "Lot-1 was dispatched", now - 80, leaving),
    );
    await comeBack(now - 60);
    const coming = "nothing can be dated before the last Return of an item";
    const early = refused(now - 61, "Lot-1 was returned", now - 60, coming);
    expect(await refusedWith(move(now - 61))).toEqual(early);
    expect(await refusedWith(leave(now - 61))).toEqual(early);
    await move(now - 60);
    await leave(now - 60);
    await comeBack(now - 40);
    await leave(now - 20);
    expect((await refusedWith(comeBack(now - 21))).message).toContain("was dispatched");
    await comeBack(now - 20);
    expect((await refusedWith(move(now - 21))).message).toContain("was returned");
    expect(rows("select count(*) from change_log where action = 'returned'")).toEqual([[3]]);
  });

  test("do not include a Dispatch that Update has corrected", async () => {
    await receiveLot(now - 100);
    await dispatchItem(context, { ...lot, occurredAt: now - 80 });
    database.exec("update material_item set status_id = 2");
    expect(await dispatchItem(context, { ...lot, occurredAt: now - 90 })).toMatchObject({
      revNo: 3,
    });
  });
});

describe("a build", () => {
  let { database, context } = openPlant();
  beforeEach(async () => {
    ({ database, context } = openPlant());
    const pump = { productName: "Pump", visualSerialNo: "Pump-1", qty: q(1) };
    await receive(context, { ...pump, occurredAt: now - 100 });
    const seals = { productName: "Seal", visualSerialNo: "Lot-1", qty: q(10) };
    await receive(context, { ...seals, occurredAt: now - 50 });
  });
  const line = {
    parentSerialNo: "PUMP-1",
    childSerialNo: "LOT-1",
    builtQty: q(1),
    receiveAtPointOfConsumption: false,
  };
  const atConsumption = {
    ...line,
    childSerialNo: "New-1",
    receiveAtPointOfConsumption: true,
    itemDetails: { productName: "Seal" },
  };

  test("is not before its parent or its child", async () => {
    const of = (occurredAt: number) => build(context, { ...line, occurredAt });
    expect(await refusedWith(of(now - 101))).toEqual(
      refused(now - 101, "Pump-1 was received", now - 100, received),
    );
    expect(await refusedWith(of(now - 51))).toEqual(
      refused(now - 51, "Lot-1 was received", now - 50, received),
    );
    expect(await of(now - 50)).toMatchObject({ at: now - 50 });
  });

  test("that receives its child is not before its parent only", async () => {
    const of = (occurredAt: number) => build(context, { ...atConsumption, occurredAt });
    expect((await refusedWith(of(now - 101))).code).toBe("before_it_was");
    expect(await of(now - 90)).toMatchObject({ child: { actualQty: 0 } });
    // It receives more of the same, all that it builds.
    expect(await of(now - 95)).toMatchObject({ child: { nominalQty: q(1), actualQty: 0 } });
    // Some of what it builds is there since the first.
    database.exec("update material_item set actual_qty = 500000, status_id = 2 where id = 3");
    expect((await refusedWith(of(now - 91))).message).toContain("New-1 was received");
  });

  test("of stock is not before its receipt, also with the details of one", async () => {
    const details = { receiveAtPointOfConsumption: true, itemDetails: { productName: "Seal" } };
    const early = build(context, { ...line, ...details, occurredAt: now - 51 });
    expect((await refusedWith(early)).code).toBe("before_it_was");
    database.exec(
      "update material_item set made_at_consumption = 1, actual_qty = 0, status_id = 2",
    );
    const undetailed = build(context, { ...line, occurredAt: now - 51 });
    expect((await refusedWith(undetailed)).code).toBe("before_it_was");
  });

  test("of a batch is not before the lines that received its items", async () => {
    const lines = [
      { ...atConsumption, occurredAt: now - 70 },
      { ...line, parentSerialNo: "NEW-1", occurredAt: now - 71 },
    ];
    const outcomes = await buildMany(context, { lines });
    expect(outcomes.map((one) => ("refused" in one ? one.refused.message : "built"))).toEqual([
      "built",
      expect.stringContaining("New-1 was received"),
    ]);
  });
});

test("times are read for the inputs that say when they happened, and for no others", () => {
  const serials = (name: string) => ({ parentSerialNo: `${name}-P`, childSerialNo: `${name}-C` });
  const builds = { builtQty: 1, receiveAtPointOfConsumption: false };
  const removes = { removeQty: 1, reasonSUID: "R" };
  for (const undated of [{}, { occurredAt: null }]) {
    expect(loadBuild([{ ...serials("A"), ...builds, ...undated }]).times).toBeUndefined();
    expect(loadRemove([{ ...serials("A"), ...removes, ...undated }]).times).toBeUndefined();
  }
  const dated = { ...serials("B"), occurredAt: 0 };
  const { times } = loadBuild([
    { ...serials("A"), ...builds },
    { ...dated, ...builds },
  ]);
  expect(times!.params.slice(0, 2)).toEqual(["[]", '["b-p","b-c"]']);
  const removal = loadRemove([
    { ...serials("A"), ...removes },
    { ...dated, ...removes },
  ]);
  expect(removal.times!.params).toEqual(['[["b-p","b-c"]]']);
});
