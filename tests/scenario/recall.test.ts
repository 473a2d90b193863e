import { createApp } from "@asbuilt/http";
import { expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { idsOf } from "./lots.ts";
import { nest, pagesOf } from "./nest.ts";
import { expectRefused } from "./refused.ts";

type Item = Answer["body"];

const plant = await openPlant();
const { product, built, receive, remove } = await nest(plant);
const path = "/api/Genealogy/Recall";
const other = await nest(plant);

const recall = async (body: object) => (await plant.post(path, body)).body;

/** Makes a match in one item, which is in another one, and items without a match beside them. */
async function chain(fields: Readonly<Record<string, unknown>>) {
  const [match, mid, top, aside] = [
    await receive(fields),
    await receive(),
    await receive(),
    await receive(),
  ];
  await built(mid, match);
  await built(top, mid);
  await built(top, aside);
  return { match, mid, top };
}

test("a recall names the matches, and each item that contains one at any level, with the path", async () => {
  const batchNo = plant.unique("Batch");
  const { match, mid, top } = await chain({ batchNo });
  const found = await recall({ batchNo });
  expect(idsOf(found)).toEqual([match.id, mid.id, top.id]);
  expect(found.map(({ level }: Item) => level)).toEqual([0, 1, 2]);
  const step = ({ id, visualSerialNo }: Item) => ({ id, visualSerialNo });
  expect(found[2]).toEqual({
    id: top.id,
    level: 2,
    visualSerialNo: top.visualSerialNo,
    batchNo: null,
    productID: top.productID,
    productName: product,
    version: "A",
    statusID: top.statusID,
    status: "Available",
    holdReason: null,
    actualQty: 10,
    unit: "each",
    isHeld: false,
    isDispatched: false,
    isInStock: true,
    origin: null,
    destination: null,
    formerly: [],
    removed: null,
    path: [step(top), step(mid), step(match)],
  });
  expect(found[0]).toMatchObject({ batchNo, actualQty: 9, path: [step(match)] });
});

test("of several paths the shortest is returned, and of several matches the nearest", async () => {
  const batchNo = plant.unique("Batch");
  const { match, mid, top } = await chain({ batchNo });
  await built(top, match);
  const nearer = await receive({ batchNo });
  await built(mid, nearer);
  const found = await recall({ batchNo });
  expect(idsOf(found)).toEqual([match.id, mid.id, top.id, nearer.id]);
  expect(found.map(({ path: way }: Item) => idsOf(way))).toEqual([
    [match.id],
    [mid.id, match.id],
    [top.id, match.id],
    [nearer.id],
  ]);
});

test("only net links count", async () => {
  const batchNo = plant.unique("Batch");
  const { match, mid, top } = await chain({ batchNo });
  await remove(top, mid);
  expect(idsOf(await recall({ batchNo }))).toEqual([match.id, mid.id]);
  await remove(mid, match);
  expect(idsOf(await recall({ batchNo }))).toEqual([match.id]);
});

test("a recall says which items are held, dispatched or in stock", async () => {
  const batchNo = plant.unique("Batch");
  const { match, mid, top } = await chain({ batchNo });
  await plant.done("put", "/api/MaterialItem/Dispatch", { id: top.id });
  await plant.done("put", "/api/MaterialItem/Hold", { id: mid.id, holdReason: "Quality" });
  await plant.done("put", "/api/MaterialItem/Scrap", { id: match.id, reasonSUID: "SCRAP" });
  const flags = (await recall({ batchNo })).map((item: Item) => [
    item.status,
    item.holdReason,
    item.isHeld,
    item.isDispatched,
    item.isInStock,
  ]);
  expect(flags).toEqual([
    ["Scrapped", null, false, false, false],
    ["Available", "Quality", true, false, true],
    ["Dispatched", null, false, true, false],
  ]);
});

test("a match is found by each filter, without regard to case except of the version", async () => {
  const batchNo = plant.unique("Batch");
  const deliveryNo = plant.unique("Delivery");
  const version = plant.unique("Version");
  const serial = plant.unique("Ärmel");
  const { match, mid, top } = await chain({ batchNo, deliveryNo, version, visualSerialNo: serial });
  const all = idsOf([match, mid, top]);
  const found: [filter: object, ids: number[]][] = [
    [{ batchNo }, all],
    [{ batchNo: batchNo.toUpperCase() }, all],
    [{ deliveryNo }, all],
    [{ deliveryNo: deliveryNo.toUpperCase() }, all],
    [{ version }, all],
    [{ version: version.toUpperCase() }, []],
    [{ visualSerialNo: serial.toUpperCase() }, all],
    [{ batchNo, deliveryNo, version, productName: product.toUpperCase() }, all],
    [{ batchNo, productName: other.product }, []],
    [{ batchNo: "none" }, []],
    [{ productName: "none" }, []],
  ];
  for (const [filter, ids] of found) {
    expect(idsOf(await recall(filter)), JSON.stringify(filter)).toEqual(ids);
  }
});

test("a batch and a delivery are one in every spelling of their letters", async () => {
  const five = [];
  for (const batchNo of ["G-77", "g-77", "G-77", " G-77\r\n", "G-77"]) {
    five.push(await receive({ batchNo, deliveryNo: "DN-9001" }));
  }
  await receive({ batchNo: "G-78", deliveryNo: "DN-9002" });
  for (const filter of [
    { batchNo: "g-77" },
    { batchNo: "G-77" },
    { deliveryNo: "dn-9001" },
    { deliveryNo: "Dn-9001 " },
  ]) {
    expect(idsOf(await recall(filter)), JSON.stringify(filter)).toEqual(idsOf(five));
  }
  const lot = await receive({ batchNo: "Größe-Ä\u00e9", deliveryNo: "ΣΑΣ-1" });
  for (const filter of [
    { batchNo: "GRÖSSE-äÉ" },
    { batchNo: "größe-a\u0308e\u0301" },
    { deliveryNo: "σας-1" },
  ]) {
    expect(idsOf(await recall(filter)), JSON.stringify(filter)).toEqual([lot.id]);
  }
});

test("a product's items are all recalled, with the items that they are in", async () => {
  const part = await other.receive();
  const [one, two] = [await other.receive(), await other.receive()];
  expect((await other.build(one, part)).status).toBe(200);
  expect((await other.build(two, one)).status).toBe(200);
  const found = await recall({ productName: other.product.toLowerCase() });
  expect(idsOf(found)).toEqual([part.id, one.id, two.id]);
  expect(found.map(({ level }: Item) => level)).toEqual([0, 0, 0]);
});

test("from and to limit when a match was received, by the time at which it happened", async () => {
  const batchNo = plant.unique("Batch");
  const early = await receive({ batchNo, occurredAt: "2026-01-10T08:00:00Z" });
  const late = await receive({ batchNo, occurredAt: "2026-01-20T08:00:00Z" });
  const now = await receive({ batchNo });
  const between = async (from?: string, to?: string) => idsOf(await recall({ batchNo, from, to }));
  expect(await between("2026-01-10T08:00:00Z", "2026-01-20T08:00:00Z")).toEqual([early.id]);
  expect(await between("2026-01-10T08:00:00.001Z", "2026-02-01")).toEqual([late.id]);
  expect(await between("2026-02-01")).toEqual([now.id]);
  expect(await between(undefined, "2026-01-15")).toEqual([early.id]);
  expect(await between("2026-01-15", "2026-01-14")).toEqual([]);
});

test.for([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
  "an item that contains a match throughout is found, whatever else is done after read %i",
  async (read) => {
    const batchNo = plant.unique("Batch");
    const { match, mid, top } = await chain({ batchNo });
    const beside = await receive();
    await built(top, beside);
    let reads = 0;
    const answer = await recallBetween(batchNo, async () => {
      if (++reads !== read) return;
      await built(beside, match);
      expect(await remove(top, mid, 1)).toMatchObject({ status: 200 });
    });
    expect(idsOf(answer)).toContain(top.id);
  },
);

/** Runs a recall, and does some work after each of its reads. */
async function recallBetween(batchNo: string, after: () => Promise<void>): Promise<Item[]> {
  const { executor } = plant.database;
  const app = createApp({
    executor: {
      ...executor,
      read: async (statements) => {
        const results = await executor.read(statements);
        await after();
        return results;
      },
    },
    now: Date.now,
    log: () => {},
    asset: () => Promise.resolve(undefined),
  });
  const headers = {
    Authorization: `Bearer ${plant.keys.viewer}`,
    "Content-Type": "application/json",
  };
  const answer = await app.request(path, {
    method: "POST",
    headers,
    body: JSON.stringify({ batchNo }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Item[];
}

test("a recall is paged by id", async () => {
  const batchNo = plant.unique("Batch");
  await chain({ batchNo });
  await chain({ batchNo });
  const whole = await recall({ batchNo });
  expect(whole).toHaveLength(6);
  for (const limit of [1, 4, 5, 6]) {
    const pages = await pagesOf(plant, path, { batchNo }, limit);
    expect(pages.flat()).toEqual(whole);
    expect(pages).toHaveLength(Math.ceil(6 / limit));
  }
});

test.for<[field: string, body: object]>([
  ["", {}],
  ["", { from: "2026-01-01", to: "2026-02-01" }],
  ["/batchNo", { batchNo: "" }],
  ["/batchNo", { batchNo: "x".repeat(51) }],
  ["/productName", { productName: "" }],
  ["/from", { batchNo: "B", from: "yesterday" }],
  ["/batch", { batch: "B" }],
])("a recall is refused at %j: %o", async ([pointer, body]) => {
  await expectRefused(plant, () => plant.post(path, body), [400, "validation_failed", pointer]);
});
