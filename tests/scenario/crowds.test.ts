import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly, consumption, itemNamed } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";
import { patiently } from "./patiently.ts";

const plant = await openPlant();
const callers = 32;

const crowd = (n: number, send: (i: number) => Promise<Answer>) =>
  plant.race(n, (i) => patiently(() => send(i)));

/** Returns the net quantity that is built of a child, in units. */
async function netBuilt(childId: number): Promise<unknown> {
  const [row] = await plant.sql(
    "select coalesce(sum(qty - removed_qty), 0) / 1000000 as net from build where child_id = ?",
    childId,
  );
  return row!["net"];
}

/** Counts an item's changes in the log, one for each of its revisions. */
async function revisions(id: number): Promise<unknown> {
  const [row] = await plant.sql(
    `select count(*) as count, max(rev_no) as last from change_log
    where entity = 'MaterialItem' and entity_id = ?`,
    id,
  );
  expect(row!["count"]).toBe(row!["last"]);
  return row!["last"];
}

describe("a crowd", () => {
  test("of 40 callers that build from a stock of 25, 25 do, and nothing is left", async () => {
    const { build, child, childId } = await assembly(plant, { stock: 25 });
    const { tally } = await crowd(40, () => build());
    expect(tally).toEqual({ 200: 25, 409: 15 });
    expect(await itemNamed(plant, child)).toMatchObject({ actualQty: 0, status: "Consumed" });
    expect(await netBuilt(childId)).toBe(25);
    expect(await revisions(childId)).toBe(26);
    await expectConservation(plant);
  });

  test("32 callers that each build into a parent of their own from one lot all do", async () => {
    const { child, childId, unit } = await assembly(plant, { stock: callers, ordered: false });
    const parents: string[] = [];
    for (let i = 0; i < callers; i++) {
      parents.push((await plant.receive({ productName: unit.Name, qty: 1 })).visualSerialNo);
    }
    const { tally } = await crowd(callers, (i) => consumption(plant, parents[i]!, child).build());
    expect(tally).toEqual({ 200: callers });
    expect(await netBuilt(childId)).toBe(callers);
    await expectConservation(plant);
  });

  test("32 callers that build into a slot with room for 8 fill it exactly", async () => {
    const { build, childId } = await assembly(plant, { stock: 100, candidate: { maxQty: 8 } });
    const { tally } = await crowd(callers, () => build());
    expect(tally).toEqual({ 200: 8, 409: callers - 8 });
    expect(await netBuilt(childId)).toBe(8);
    await expectConservation(plant);
  });

  test("of 32 callers that remove one of the 20 that are built, 20 do", async () => {
    const { build, remove, child, childId } = await assembly(plant, { stock: 20 });
    await build({ builtQty: 20 });
    const { tally } = await crowd(callers, () => remove());
    expect(tally).toEqual({ 200: 20, 409: callers - 20 });
    expect(await itemNamed(plant, child)).toMatchObject({ actualQty: 20, status: "Available" });
    expect(await netBuilt(childId)).toBe(0);
    await expectConservation(plant);
  });

  test("32 callers that build and remove at the same time leave what their answers say", async () => {
    const { build, remove, child, childId } = await assembly(plant, { stock: 10 });
    await build({ builtQty: 5 });
    const { answers } = await crowd(callers, (i) => (i % 2 === 0 ? build() : remove()));
    const done = (parity: number) =>
      answers.filter(({ status }, i) => status === 200 && i % 2 === parity).length;
    const net = 5 + done(0) - done(1);
    expect(await netBuilt(childId)).toBe(net);
    expect(await itemNamed(plant, child)).toMatchObject({ actualQty: 10 - net });
    await expectConservation(plant);
  });

  test("32 callers that adjust one item never take it below 0", async () => {
    const { Name: productName } = await plant.product();
    const { id, visualSerialNo } = await plant.receive({ productName, qty: 10 });
    const { tally } = await crowd(callers, () =>
      plant.post("/api/MaterialItem/ItemAdjust", {
        materialitemid: id,
        adjustqty: -1,
        reasonSUID: "COUNT",
      }),
    );
    expect(tally).toEqual({ 200: 10, 409: callers - 10 });
    expect(await itemNamed(plant, visualSerialNo)).toMatchObject({ actualQty: 0 });
    expect(await revisions(id)).toBe(11);
    await expectConservation(plant);
  });

  test("of 32 callers that scrap one item, one does", async () => {
    const { Name: productName } = await plant.product();
    const { visualSerialNo } = await plant.receive({ productName, qty: 10 });
    const scrap = { visualSerialNo, reasonSUID: "SCRAP" };
    const { tally } = await crowd(callers, () => plant.put("/api/MaterialItem/Scrap", scrap));
    expect(tally).toEqual({ 200: 1, 409: callers - 1 });
    await expectConservation(plant);
  });

  test("of 32 callers that update the quantity they have read, one does", async () => {
    const { Name: productName } = await plant.product();
    const item = await plant.receive({ productName, qty: 100 });
    const { answers, tally } = await crowd(callers, (i) =>
      plant.put(`/api/MaterialItem/Update/${item.id}`, { ...item, actualQty: i }),
    );
    expect(tally).toEqual({ 200: 1, 409: callers - 1 });
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await itemNamed(plant, item.visualSerialNo)).toMatchObject({
      actualQty: winner,
      revNo: 2,
    });
    await expectConservation(plant);
  });

  test("of 32 callers that receive one serial, one does", async () => {
    const { Name: productName } = await plant.product();
    const visualSerialNo = plant.unique("SN");
    const received = { productName, visualSerialNo, qty: 1 };
    const { tally } = await crowd(callers, () => plant.post("/api/MaterialItem/Receive", received));
    expect(tally).toEqual({ 200: 1, 409: callers - 1 });
  });

  test("32 callers that consume one new serial make one item of it", async () => {
    const { build, part } = await assembly(plant);
    const childSerialNo = plant.unique("Lot");
    const { tally } = await crowd(callers, () =>
      build({
        childSerialNo,
        receiveAtPointOfConsumption: true,
        itemDetails: { productName: part.Name },
      }),
    );
    expect(tally).toEqual({ 200: callers });
    const item = await itemNamed(plant, childSerialNo);
    expect(item).toMatchObject({ nominalQty: 1, actualQty: 0, revNo: callers });
    expect(await netBuilt(item.id)).toBe(callers);
    await expectConservation(plant);
  });

  test("16 orders that start from one serial range get each serial once", async () => {
    const name = plant.unique("Range");
    await plant.done("put", "/api/SerialRange/Upsert", { name, prefix: `${name}-` });
    const { Name: productName } = await plant.product({ SerialRange: name });
    const { name: bom } = await plant.bom({ parentProductName: productName });
    const orders: { id: number }[] = [];
    for (let i = 0; i < 16; i++) orders.push(await plant.worksOrder({ productName, bom, qty: 3 }));
    const { answers, tally } = await crowd(16, (i) =>
      plant.put("/api/WorksOrder/Start", { id: orders[i]!.id }),
    );
    expect(tally).toEqual({ 200: 16 });
    const serials = answers.flatMap(({ body }) =>
      body.items.map((item: { visualSerialNo: string }) => item.visualSerialNo),
    );
    const expected = Array.from({ length: 48 }, (_, i) => `${name}-${i + 1}`);
    expect(new Set(serials)).toEqual(new Set(expected));
  });

  test("64 callers that start one item each make no more than the order's quantity", async () => {
    const { order, unit } = await assembly(plant);
    await plant.done("put", "/api/WorksOrder/Upsert", { id: order!.id, qty: 25 });
    const { tally } = await crowd(64, () => {
      const items = [{ visualSerialNo: plant.unique("SN"), qty: 1 }];
      return plant.put("/api/WorksOrder/Start", { id: order!.id, items });
    });
    expect(tally).toEqual({ 200: 24, 409: 40 });
    const items = await plant.post("/api/MaterialItem/List", { productName: unit.Name });
    expect(items.body).toHaveLength(25);
  });

  test("of 64 callers that start an order of 1003, two make all its items", async () => {
    const { Name: productName } = await plant.product();
    const { name: bom } = await plant.bom({ parentProductName: productName });
    const { id, orderNo } = await plant.worksOrder({ productName, bom, qty: 1003 });
    const { answers, tally } = await crowd(64, () => plant.put("/api/WorksOrder/Start", { id }));
    expect(tally).toEqual({ 200: 2, 409: 62 });
    const made = answers.filter(({ status }) => status === 200).map(({ body }) => body);
    const left = made.map(({ qtyLeft }) => qtyLeft).toSorted((one, other) => other - one);
    expect(left).toEqual([3, 0]);
    const { body: items } = await plant.post("/api/MaterialItem/GetByFilter", { orderNo });
    const serials = items.map((item: { visualSerialNo: string }) => item.visualSerialNo);
    expect(serials).toEqual(Array.from({ length: 1003 }, (_, i) => `${orderNo}-${i + 1}`));
  });

  test("32 callers that send one Idempotency-Key write once, and get the same answer", async () => {
    const { build, childId } = await assembly(plant, { stock: 100 });
    const headers = { "Idempotency-Key": plant.unique("key") };
    const { answers, tally } = await crowd(callers, () =>
      plant.post(
        "/api/MaterialItem/ItemAdjust",
        { materialitemid: childId, adjustqty: -1, reasonSUID: "COUNT" },
        { headers },
      ),
    );
    expect(tally).toEqual({ 200: callers });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]!.body).toMatchObject({ actualQty: 99 });
    expect((await build({ builtQty: 99 })).status).toBe(200);
    await expectConservation(plant);
  });

  test("32 callers that repeat their requests at the same time are each answered as before", async () => {
    const { Name: productName } = await plant.product();
    const keys = Array.from({ length: callers }, () => plant.unique("key"));
    const send = (i: number) =>
      plant.post(
        "/api/MaterialItem/Receive",
        { productName, visualSerialNo: keys[i], qty: 1 },
        { headers: { "Idempotency-Key": keys[i]! } },
      );
    const bodies = async () => (await crowd(callers, send)).answers.map(({ body }) => body);
    const first = await bodies();
    expect(first.map(({ visualSerialNo }) => visualSerialNo)).toEqual(keys);
    expect(await bodies()).toEqual(first);
  });
});
