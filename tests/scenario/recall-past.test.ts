import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { idsOf, type Item, lotsOf, partOf } from "./lots.ts";
import { nest, pagesOf } from "./nest.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const { product, built, receive, remove } = await nest(plant);
const lots = lotsOf(plant);
const path = "/api/Genealogy/Recall";

const recall = async (body: object): Promise<Item[]> => (await plant.post(path, body)).body;
const summary = async (body: object) =>
  (await plant.post("/api/Genealogy/RecallSummary", body)).body;
const done = ({ status, body }: Answer) => expect(status, JSON.stringify(body)).toBe(200);
const removed = async (parent: Item, child: Item) => done(await remove(parent, child));
const update = async ({ id }: Item, changes: object): Promise<Item> => {
  const { body } = await plant.get(`/api/MaterialItem/Get/${id}`);
  return plant.done("put", `/api/MaterialItem/Update/${id}`, { ...body, ...changes });
};

describe("an item whose batch, delivery or serial was changed", () => {
  test("is found by what it was, with everything that it is in, and says until when", async () => {
    const [batchNo, corrected] = [plant.unique("Old"), plant.unique("New")];
    const [item, unit] = [await receive({ batchNo }), await receive()];
    await built(unit, item);
    const { lastEditDT } = await update(item, { batchNo: corrected });
    const found = await recall({ batchNo: batchNo.toLowerCase() });
    expect(idsOf(found)).toEqual([item.id, unit.id]);
    expect(found[0]).toMatchObject({
      level: 0,
      batchNo: corrected,
      formerly: [{ field: "batchNo", value: batchNo, until: lastEditDT }],
    });
    expect(found[1]).toMatchObject({ level: 1, formerly: [] });
    expect((await recall({ batchNo: corrected }))[0]).toMatchObject({ id: item.id, formerly: [] });
  });

  test("is found by each of them, and by all together", async () => {
    const old = {
      batchNo: plant.unique("Old"),
      deliveryNo: plant.unique("Old"),
      visualSerialNo: plant.unique("Old"),
    };
    const item = await receive(old);
    await update(item, { visualSerialNo: plant.unique("New") });
    await update(item, { batchNo: plant.unique("New"), deliveryNo: null });
    for (const field of ["batchNo", "deliveryNo", "visualSerialNo"] as const) {
      const [found] = await recall({ [field]: old[field].toUpperCase() });
      expect(found, field).toMatchObject({
        id: item.id,
        formerly: [{ field, value: old[field] }],
      });
    }
    const [found] = await recall({ ...old, productName: product, version: item.version });
    expect(found.formerly.map(({ field }: Item) => field)).toEqual([
      "batchNo",
      "deliveryNo",
      "visualSerialNo",
    ]);
  });

  test("is found by one that it had with another that it has, and by no other filter", async () => {
    const [batchNo, deliveryNo] = [plant.unique("Old"), plant.unique("Delivery")];
    const item = await receive({ batchNo, deliveryNo, occurredAt: "2026-01-10T08:00:00Z" });
    await update(item, { batchNo: plant.unique("New") });
    const found = await recall({ batchNo, deliveryNo });
    expect(found).toMatchObject([{ id: item.id, formerly: [{ field: "batchNo" }] }]);
    for (const other of [
      { deliveryNo: plant.unique("Other") },
      { productName: "none" },
      { version: "none" },
      { from: "2026-02-01" },
      { to: "2026-01-01" },
    ]) {
      expect(await recall({ batchNo, ...other }), JSON.stringify(other)).toEqual([]);
    }
    expect(idsOf(await recall({ batchNo, from: "2026-01-10", to: "2026-01-11" }))).toEqual([
      item.id,
    ]);
  });

  test("says the last time, and nothing once it has the value again", async () => {
    const [first, second] = [plant.unique("First"), plant.unique("Second")];
    const item = await receive({ batchNo: first });
    await update(item, { batchNo: second });
    await update(item, { batchNo: first.toUpperCase() });
    expect((await recall({ batchNo: first }))[0].formerly).toEqual([]);
    const { lastEditDT: until } = await update(item, { batchNo: null });
    const formerly = [{ field: "batchNo", value: first.toUpperCase(), until }];
    expect(await recall({ batchNo: first })).toMatchObject([{ id: item.id, formerly }]);
  });

  test("is found by letters beyond ASCII in any case", async () => {
    const item = await receive({ batchNo: "Größe-Ä1", deliveryNo: "ΣΑΣ-2" });
    await update(item, { batchNo: "G-1", deliveryNo: "D-1" });
    expect(idsOf(await recall({ batchNo: "GRÖSSE-ä1" }))).toEqual([item.id]);
    expect(idsOf(await recall({ deliveryNo: "σας-2" }))).toEqual([item.id]);
  });

  test("is found beside the item that has its serial now", async () => {
    const visualSerialNo = plant.unique("Serial");
    const first = await receive({ visualSerialNo });
    await plant.done("put", "/api/MaterialItem/Relabel", {
      id: first.id,
      newVisualSerialNo: plant.unique("Serial"),
      comment: "Label unreadable",
    });
    const second = await receive({ visualSerialNo });
    const found = await recall({ visualSerialNo });
    expect(idsOf(found)).toEqual([first.id, second.id]);
    expect(found.map(({ formerly }) => formerly.length)).toEqual([1, 0]);
  });

  test("is paged with those that have the batch now", async () => {
    const batchNo = plant.unique("Batch");
    const items = [];
    for (let count = 0; count < 5; count++) items.push(await receive({ batchNo }));
    for (const item of [items[0]!, items[3]!]) await update(item, { batchNo: null });
    const whole = await recall({ batchNo });
    expect(idsOf(whole)).toEqual(idsOf(items));
    expect((await pagesOf(plant, path, { batchNo }, 2)).flat()).toEqual(whole);
  });
});

describe("with includeRemoved, an item that contained a match", () => {
  test("is listed with when, by whom and why the match was taken out", async () => {
    const batchNo = plant.unique("Batch");
    const [match, mid, top] = [await receive({ batchNo }), await receive(), await receive()];
    await built(mid, match);
    await built(top, mid);
    const { body } = await plant.put("/api/Build/Remove", {
      parentSerialNo: top.visualSerialNo,
      childSerialNo: mid.visualSerialNo,
      removeQty: 1,
      reasonSUID: "REWORK",
      comments: "A scratch",
    });
    expect(idsOf(await recall({ batchNo }))).toEqual([match.id, mid.id]);
    const found = await recall({ batchNo, includeRemoved: true });
    expect(idsOf(found)).toEqual([match.id, mid.id, top.id]);
    expect(found.map((item) => item.removed !== null)).toEqual([false, false, true]);
    expect(found[2]).toMatchObject({
      level: 2,
      removed: {
        at: body.at,
        userID: body.userID,
        user: expect.any(String),
        reasonSUID: "REWORK",
        comment: "A scratch",
      },
    });
    expect(idsOf(found[2].path)).toEqual([top.id, mid.id, match.id]);
  });

  test("is not listed as removed while any of it is left, or once it is back", async () => {
    const batchNo = plant.unique("Batch");
    const [match, unit] = [await receive({ batchNo }), await receive()];
    await built(unit, match, { builtQty: 3 });
    await removed(unit, match);
    const both = async () =>
      (await recall({ batchNo, includeRemoved: true })).map((item) => item.removed !== null);
    expect(await both()).toEqual([false, false]);
    await removed(unit, match);
    await removed(unit, match);
    expect(await both()).toEqual([false, true]);
    await built(unit, match);
    expect(await both()).toEqual([false, false]);
  });

  test("is every one above it, and none that was made of it after the Remove", async () => {
    const batchNo = plant.unique("Batch");
    const [match, mid, top, after] = [
      await receive({ batchNo }),
      await receive(),
      await receive(),
      await receive(),
    ];
    await built(mid, match);
    await built(top, mid);
    await removed(mid, match);
    await built(after, mid);
    expect(idsOf(await recall({ batchNo }))).toEqual([match.id]);
    const found = await recall({ batchNo, includeRemoved: true });
    expect(idsOf(found)).toEqual([match.id, mid.id, top.id]);
    expect(found[2].removed).toEqual(found[1].removed);
  });

  test("was taken out before the match went into its child: it never contained it", async () => {
    const batchNo = plant.unique("Batch");
    const [match, mid, top] = [await receive({ batchNo }), await receive(), await receive()];
    await built(top, mid);
    await removed(top, mid);
    await built(mid, match);
    expect(idsOf(await recall({ batchNo, includeRemoved: true }))).toEqual([match.id, mid.id]);
  });

  test("is a part that was split off a lot meanwhile, with what it went into", async () => {
    const batchNo = plant.unique("Batch");
    const [match, lot, unit] = [await receive({ batchNo }), await receive(), await receive()];
    await built(lot, match);
    const part = await partOf(lots, lot, 4);
    await built(unit, part);
    await removed(lot, match);
    const late = await partOf(lots, lot, 2);
    const found = await recall({ batchNo, includeRemoved: true });
    expect(idsOf(found)).toEqual([match.id, lot.id, unit.id, part.id]);
    expect(idsOf(found)).not.toContain(late.id);
  });

  test("is paged with all others", async () => {
    const batchNo = plant.unique("Batch");
    const match = await receive({ batchNo });
    for (let count = 0; count < 4; count++) {
      const unit = await receive();
      await built(unit, match);
      if (count % 2 === 0) await removed(unit, match);
    }
    const body = { batchNo, includeRemoved: true };
    const whole = await recall(body);
    expect(whole).toHaveLength(5);
    expect((await pagesOf(plant, path, body, 2)).flat()).toEqual(whole);
  });
});

describe("the summary of a recall", () => {
  test("counts what the recall lists: by status, on hold, dispatched and in stock", async () => {
    const batchNo = plant.unique("Batch");
    const [match, renamed, mid, top] = [
      await receive({ batchNo }),
      await receive({ batchNo }),
      await receive(),
      await receive(),
    ];
    await update(renamed, { batchNo: null });
    await built(mid, match);
    await built(top, mid);
    await removed(top, mid);
    await plant.done("put", "/api/MaterialItem/Hold", { id: mid.id, holdReason: "Quality" });
    await plant.done("put", "/api/MaterialItem/Scrap", { id: match.id, reasonSUID: "SCRAP" });
    await plant.done("put", "/api/MaterialItem/Dispatch", { id: top.id });
    const body = { batchNo, includeRemoved: true };
    const listed = await recall(body);
    expect(listed).toHaveLength(4);
    const counted = await summary(body);
    expect(counted).toMatchObject({
      count: 4,
      matches: 2,
      formerMatches: 1,
      removed: 1,
      held: 1,
      dispatched: 1,
      inStock: 2,
    });
    const byStatus = Map.groupBy(listed, ({ statusID }) => statusID);
    expect(counted.statuses).toEqual(
      [...byStatus]
        .toSorted(([one], [other]) => one - other)
        .map(([statusID, items]) => ({ statusID, status: items[0].status, count: items.length })),
    );
    expect(await summary({ batchNo })).toMatchObject({ count: 3, removed: 0 });
  });

  test("is empty where nothing matches", async () => {
    expect(await summary({ batchNo: "none", includeRemoved: true })).toEqual({
      count: 0,
      matches: 0,
      formerMatches: 0,
      removed: 0,
      held: 0,
      dispatched: 0,
      inStock: 0,
      statuses: [],
    });
  });

  test("is refused without a filter", async () => {
    await expectRefused(plant, () => plant.post("/api/Genealogy/RecallSummary", {}), [
      400,
      "validation_failed",
      "",
    ]);
  });
});
