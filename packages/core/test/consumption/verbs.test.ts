import { beforeEach, expect, test } from "vitest";
import { build } from "../../src/consumption/build.ts";
import type { BuildInput } from "../../src/consumption/build.facts.ts";
import { removeBuilt } from "../../src/consumption/remove.ts";
import type { RemoveInput } from "../../src/consumption/remove.facts.ts";
import { receive } from "../../src/material-item/receive.ts";
import { openPlant } from "../plant.ts";
import { refusedWith } from "../refused.ts";
import { now, q } from "./plant.ts";

let { database, context, rows, relied, logged } = openPlant();

beforeEach(async () => {
  ({ database, context, rows, relied, logged } = openPlant());
  const occurredAt = now - 10;
  const part = { qty: q(10), visualSerialNo: "Lot-1", productName: "Seal", occurredAt };
  await receive(context, { productName: "Pump", visualSerialNo: "Pump-1", qty: q(1), occurredAt });
  await receive(context, part);
});

const consume = (changes: Partial<BuildInput> = {}) =>
  build(context, {
    parentSerialNo: "PUMP-1",
    childSerialNo: "LOT-1",
    builtQty: q(2),
    receiveAtPointOfConsumption: false,
    ...changes,
  });
const takeOut = (changes: Partial<RemoveInput> = {}) =>
  removeBuilt(context, {
    parentSerialNo: "PUMP-1",
    childSerialNo: "LOT-1",
    removeQty: q(1),
    reasonSUID: "return",
    ...changes,
  });
const seq = (ordinal: number) => ({ pending: "seq", ordinal });
const took = (qty: number) => ({ bomSlotId: 1, candidateId: 1, qty });
const builds = () =>
  rows("select parent_id, child_id, bom_slot_id, candidate_id, qty, removed_qty from build");

test("a build is returned and logged with the quantity of each candidate", async () => {
  const at = now - 5;
  expect(await consume({ occurredAt: at })).toMatchObject({
    id: 3,
    parent: { id: 1, revNo: 2, visualSerialNo: "Pump-1" },
    child: { id: 2, revNo: 2, actualQty: q(8) },
    qty: q(2),
    allocations: [took(q(2))],
    at,
    userId: 1,
  });
  expect(logged()).toEqual([
    [
      "MaterialItem 1 builtInto",
      { detail: { qty: q(2), allocations: [took(q(2))], childSerialNo: "Lot-1" } },
    ],
    [
      "MaterialItem 2 built",
      {
        actualQty: q(8),
        detail: { qty: q(2), parentId: 1 },
        parts: [[1, 1, q(2)]],
      },
    ],
  ]);
  expect(rows("select occurred_at from change_log where seq > 2")).toEqual([[at], [at]]);
  expect(builds()).toEqual([[1, 2, 1, 1, q(2), 0]]);
});

test("a child is received by the build that consumes it", async () => {
  const details = { productName: "Ring", batchNo: "B", currency: "The USD", costPerUnit: q(3) };
  const made = await consume({
    childSerialNo: "Ring-1",
    bomSlotID: 2,
    receiveAtPointOfConsumption: true,
    itemDetails: details,
  });
  expect(made.child).toMatchObject({ id: 3, actualQty: 0, batchNo: "B", currency: "The USD" });
  expect(logged().map(([event]) => event)).toEqual([
    "MaterialItem 1 builtInto",
    "MaterialItem 3 receivedAndBuilt",
  ]);
  expect(logged()[1]![1]).toMatchObject({
    visualSerialNo: "Ring-1",
    detail: { qty: q(2), parentId: 1 },
    parts: [[2, 3, q(2)]],
  });
  expect(builds()).toEqual([[1, 3, 2, 3, q(2), 0]]);
  const none = consume({
    childSerialNo: "Ring-2",
    receiveAtPointOfConsumption: true,
    itemDetails: { ...details, currency: "None" },
  });
  expect((await refusedWith(none)).code).toBe("not_found");
});

test("the shortfall of a lot that a build received is booked", async () => {
  database.exec("update material_item set made_at_consumption = 1 where id = 2");
  const details = { productName: "Seal" };
  const short = { builtQty: q(12), receiveAtPointOfConsumption: true, itemDetails: details };
  expect(await consume(short)).toMatchObject({ child: { id: 2, actualQty: 0 } });
  expect(logged()[1]![1]).toMatchObject({ detail: { qty: q(12), parentId: 1, shortfall: q(2) } });
  expect(rows("select seq, material_item_id, qty, material_reason_id from adjustment")).toEqual([
    [4, 2, q(2), null],
  ]);
});

test.for([
  ["a parent", { parentSerialNo: "None" }],
  ["a child", { childSerialNo: "None" }],
  ["a slot", { bomSlotID: 9 }],
] as const)("%s of a build or removal must exist", async ([, changes]) => {
  const refusal = { code: "not_found", errors: [{ pointer: `/${Object.keys(changes)[0]}` }] };
  expect(await refusedWith(consume(changes))).toMatchObject(refusal);
  await consume();
  expect(await refusedWith(takeOut(changes))).toMatchObject(refusal);
});

test("an item can't be built into its own parts, at any level", async () => {
  database.exec("update slot_candidate set product_id = 4 where id = 3");
  await receive(context, { productName: "Pump", visualSerialNo: "Pump-2", qty: q(1) });
  await receive(context, { productName: "Pump", visualSerialNo: "Pump-3", qty: q(1) });
  const into = (parentSerialNo: string, childSerialNo: string) =>
    consume({ parentSerialNo, childSerialNo, builtQty: q(1) });
  await into("Pump-1", "Pump-2");
  await into("Pump-2", "Pump-3");
  expect(relied()).toContainEqual(["MaterialItem", 1, 2]);
  expect((await refusedWith(into("Pump-3", "Pump-1"))).code).toBe("cycle");
});

test("a removal is returned and logged with the builds that it takes back", async () => {
  await consume({ occurredAt: now - 6 });
  await consume({ builtQty: q(3), occurredAt: now - 6 });
  const removed = await takeOut({ removeQty: q(4), comments: "Why", occurredAt: now - 5 });
  expect(removed).toMatchObject({
    id: 7,
    parent: { id: 1, revNo: 4 },
    child: { id: 2, revNo: 4, actualQty: q(9) },
    qty: q(4),
    allocations: [took(q(4))],
    at: now - 5,
    userId: 1,
  });
  const removal = (buildId: number, qty: number) => ({
    kind: "insertPart",
    part: "removal",
    values: { seq: seq(0), buildId, qty },
  });
  expect(logged()).toEqual([
    [
      "MaterialItem 1 removedFrom",
      { detail: { qty: q(4), allocations: [took(q(4))], childSerialNo: "Lot-1" } },
      "Why",
    ],
    [
      "MaterialItem 2 removed",
      {
        actualQty: q(9),
        detail: { qty: q(4), parentId: 1 },
        parts: [removal(2, q(3)), removal(1, q(1))],
      },
      "Why",
    ],
  ]);
  expect(rows("select reason_id, occurred_at from change_log where seq > 6")).toEqual([
    [2, now - 5],
    [2, now - 5],
  ]);
  expect(rows("select removed_qty from build order by id")).toEqual([[q(1)], [q(3)]]);
  expect(rows("select seq, build_id, qty from removal order by id")).toEqual([
    [7, 2, q(3)],
    [7, 1, q(1)],
  ]);
});

test("material that is removed as scrap is written off", async () => {
  database.exec("update material_reason set disposition = 'scrap' where id = 2");
  await consume();
  expect(await takeOut()).toMatchObject({ child: { actualQty: q(8) } });
  expect(rows("select seq, material_item_id, qty, material_reason_id from adjustment")).toEqual([
    [6, 2, -q(1), 2],
  ]);
});

test("the last scrap that is removed from a used-up lot scraps it", async () => {
  database.exec("update material_reason set disposition = 'scrap' where id = 2");
  await consume({ builtQty: q(6) });
  await consume({ builtQty: q(4) });
  expect((await takeOut({ removeQty: q(4) })).child.status).toBe("The CONSUMED");
  expect((await takeOut({ removeQty: q(6) })).child.status).toBe("The SCRAPPED");
});

test("material that is removed to hold gets the hold reason of the same name", async () => {
  database.exec(`update material_reason set disposition = 'hold', name_key = 'the quality',
    name = 'The QUALITY' where id = 2`);
  await consume();
  expect((await takeOut()).child.holdReason).toBe("The QUALITY");
});
