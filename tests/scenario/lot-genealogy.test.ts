import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { hoursAfter } from "./at-time.ts";
import { expectRefused } from "./refused.ts";
import { idsOf, type Item, lotsOf, partOf } from "./lots.ts";
import { nest, pagesOf } from "./nest.ts";

const plant = await openPlant();
const lots = lotsOf(plant);
const { merged } = lots;
const { receive, built, remove } = await nest(plant);

const genealogy = async (verb: string, { id }: Item, fields: object = {}): Promise<Item[]> =>
  (await plant.post(`/api/Genealogy/${verb}`, { id, ...fields })).body;
const asBuilt = (item: Item, fields = {}) => genealogy("AsBuilt", item, fields);
const whereUsed = (item: Item, fields = {}) => genealogy("WhereUsed", item, fields);

describe("a part", () => {
  test("is found by its lot, with what it was built into, and names the lot that it came from", async () => {
    const [lot, unit, top] = [await receive(), await receive(), await receive()];
    const part = await partOf(lots, lot, 4);
    await built(unit, part);
    await built(top, unit);
    const used = await whereUsed(lot);
    expect(idsOf(used)).toEqual([part.id, unit.id, top.id]);
    expect(used[0]).toMatchObject({
      level: 1,
      childID: lot.id,
      link: "split",
      bomSlotID: 0,
      slot: "",
      qty: 4,
      unit: "each",
      visualSerialNo: part.visualSerialNo,
    });
    expect(used[1]).toMatchObject({ level: 2, childID: part.id, link: "build" });
    const inside = await asBuilt(top);
    expect(idsOf(inside)).toEqual([unit.id, part.id, lot.id]);
    expect(inside[2]).toMatchObject({ level: 3, parentID: part.id, link: "split", qty: 4 });
  });

  test("is in the recall of its lot, as a match of its own if its batch was corrected", async () => {
    const batchNo = plant.unique("Batch");
    const [lot, unit] = [await receive({ batchNo }), await receive()];
    const part = await partOf(lots, lot, 4);
    await built(unit, part);
    const changed = { ...(await lots.get(part)), batchNo: "OTHER" };
    await plant.done("put", `/api/MaterialItem/Update/${part.id}`, changed);
    const recalled = (await plant.post("/api/Genealogy/Recall", { batchNo })).body;
    expect(idsOf(recalled)).toEqual([lot.id, unit.id, part.id]);
    expect(idsOf(recalled[1].path)).toEqual([unit.id, part.id]);
    expect(recalled[2].formerly).toMatchObject([{ field: "batchNo", value: batchNo }]);
  });

  test("contains what was built into its lot before the split, and nothing from after it", async () => {
    const [lot, early, late] = [await receive(), await receive(), await receive()];
    await built(lot, early);
    const part = await partOf(lots, lot, 4);
    await built(lot, late);
    expect(idsOf(await asBuilt(part))).toEqual([lot.id, early.id]);
    expect(idsOf(await asBuilt(lot))).toEqual([early.id, late.id]);
    expect(idsOf(await whereUsed(early))).toEqual([lot.id, part.id]);
    expect(idsOf(await whereUsed(late))).toEqual([lot.id]);
  });

  test("does not contain what was taken out of its lot again", async () => {
    const [lot, early] = [await receive(), await receive()];
    await built(lot, early);
    const part = await partOf(lots, lot, 4);
    await remove(lot, early);
    expect(idsOf(await asBuilt(part))).toEqual([lot.id]);
  });

  test("is refused by the gates like its lot if something in it is on hold, and the recall finds it", async () => {
    const [lot, inside] = [await receive(), await receive()];
    await built(lot, inside);
    const part = await partOf(lots, lot, 4);
    const put = (verb: string, { id }: Item, fields = {}) =>
      plant.put(`/api/MaterialItem/${verb}`, { id, ...fields });
    await put("Hold", inside, { holdReason: "quality" });
    expect((await put("Dispatch", lot)).body.code).toBe("contains_held");
    const taken = { qty: 2, newVisualSerialNo: plant.unique("Part") };
    const refused = await put("Dispatch", lot, taken);
    expect(refused.body).toMatchObject({ code: "contains_held", held: [{ id: inside.id }] });
    expect((await put("Dispatch", part)).body.code).toBe("contains_held");
    const allowed = { allowHeld: true, comment: "Agreed with the customer" };
    const sent = await put("Dispatch", lot, { ...taken, ...allowed });
    expect(sent.body).toMatchObject({ status: "Dispatched", actualQty: 2, lot: { id: lot.id } });
    const history = await plant.post("/api/MaterialItem/History", { id: sent.body.id });
    expect(history.body.at(-1)).toMatchObject({ action: "dispatched", detail: { heldCount: 1 } });
    const { visualSerialNo } = inside;
    const recalled = (await plant.post("/api/Genealogy/Recall", { visualSerialNo })).body;
    expect(idsOf(recalled)).toEqual([lot.id, inside.id, part.id, sent.body.id]);
  });

  test("contains what was built before the split, though it was recorded after it", async () => {
    const [lot, late] = [
      await receive({ occurredAt: "2026-01-01T00:00:00Z" }),
      await receive({ occurredAt: "2026-01-01T00:00:00Z" }),
    ];
    const parts = [{ qty: 4, visualSerialNo: plant.unique("Part") }];
    const fields = { occurredAt: "2026-01-03T00:00:00Z" };
    const [part] = (await lots.split(lot, parts, fields)).body.parts;
    await built(lot, late, { occurredAt: "2026-01-02T00:00:00Z" });
    expect(idsOf(await asBuilt(part))).toEqual([lot.id, late.id]);
    expect(idsOf(await whereUsed(late))).toEqual([lot.id, part.id]);
  });
});

describe("a merged item", () => {
  test("is found in what the other item was built into from then on, not before", async () => {
    const [into, from, early, late] = [
      await receive(),
      await receive(),
      await receive(),
      await receive(),
    ];
    await built(early, into);
    await merged(into, [from]);
    await built(late, into);
    const used = await whereUsed(from);
    expect(idsOf(used)).toEqual([into.id, late.id]);
    expect(used[0]).toMatchObject({ link: "merge", qty: 10, level: 1 });
    expect(idsOf(await whereUsed(into))).toEqual([early.id, late.id]);
    expect(idsOf(await asBuilt(late))).toEqual([into.id, from.id]);
    expect(idsOf(await asBuilt(early))).toEqual([into.id]);
  });

  test("passes on what was in it before, and not what is built into it later", async () => {
    const [into, from, early, late] = [
      await receive(),
      await receive(),
      await receive(),
      await receive(),
    ];
    await built(from, early);
    await merged(into, [from]);
    await built(from, late);
    expect(idsOf(await asBuilt(into))).toEqual([from.id, early.id]);
    expect(idsOf(await whereUsed(early))).toEqual([from.id, into.id]);
    expect(idsOf(await whereUsed(late))).toEqual([from.id]);
  });

  test("reaches the parts that are split off the other item afterwards alone", async () => {
    const [into, from, unit] = [await receive(), await receive(), await receive()];
    const before = await partOf(lots, into, 1);
    await merged(into, [from]);
    const after = await partOf(lots, into, 1);
    await built(unit, after);
    expect(idsOf(await whereUsed(from))).toEqual([into.id, after.id, unit.id]);
    expect(idsOf(await asBuilt(before))).toEqual([into.id]);
    expect(idsOf(await asBuilt(unit))).toEqual([after.id, into.id, from.id]);
  });

  test("is found by a longer way too, if only that leads on", async () => {
    // The merge leads to the lot in two steps, after the lot was used. The Builds take three.
    const [lot, seal, mid, ring, cap, early] = [
      await receive(),
      await receive(),
      await receive(),
      await receive(),
      await receive(),
      await receive(),
    ];
    await built(ring, seal);
    await built(cap, ring);
    await built(lot, cap);
    await built(early, lot);
    await built(mid, seal);
    await merged(lot, [mid]);
    expect(new Set(idsOf(await whereUsed(seal)))).toEqual(
      new Set(idsOf([ring, cap, lot, mid, early])),
    );
  });
});

describe("in an earlier state", () => {
  test("a structure has the splits and merges of that time, by when it is known", async () => {
    const { time, during } = hoursAfter(plant, "2026-02-01T00:00:00Z");
    const [lot, from, unit] = await during(0, async () => [
      await receive(),
      await receive(),
      await receive(),
    ]);
    const part = await during(2, () => partOf(lots, lot, 4));
    await during(4, () => merged(part, [from]));
    await during(6, () => built(unit, part));
    expect(idsOf(await whereUsed(lot, { at: time(1) }))).toEqual([]);
    expect(idsOf(await whereUsed(lot, { at: time(3) }))).toEqual([part.id]);
    expect(idsOf(await whereUsed(from, { at: time(3) }))).toEqual([]);
    expect(idsOf(await whereUsed(from, { at: time(5) }))).toEqual([part.id]);
    expect(idsOf(await asBuilt(unit, { knownAt: time(5) }))).toEqual([]);
    expect(idsOf(await asBuilt(unit))).toEqual([part.id, lot.id, from.id]);
    expect(idsOf(await asBuilt(part, { at: time(3) }))).toEqual([lot.id]);
  });
});

describe("a structure with splits and merges", () => {
  test("is listed to a depth, in pages, and in each place", async () => {
    const [lot, unit] = [await receive(), await receive()];
    const [one, other] = [await partOf(lots, lot, 1), await partOf(lots, lot, 1)];
    await built(unit, one);
    await built(unit, other);
    expect(idsOf(await whereUsed(lot, { depth: 1 }))).toEqual([one.id, other.id]);
    const all = await whereUsed(lot);
    expect(idsOf(all)).toEqual([one.id, unit.id, other.id]);
    expect(all[1]!.places).toBe(2);
    expect(idsOf(await whereUsed(lot, { paths: true }))).toEqual([
      one.id,
      unit.id,
      other.id,
      unit.id,
    ]);
    const pages = await pagesOf(plant, "/api/Genealogy/WhereUsed", { id: lot.id }, 1);
    expect(pages.flat()).toEqual(all);
  });

  test("ends where a split was merged back, and where a part was built into its own lot", async () => {
    const lot = await receive();
    const [back, inside] = [await partOf(lots, lot, 2), await partOf(lots, lot, 2)];
    await merged(lot, [back]);
    await built(lot, inside);
    expect(idsOf(await whereUsed(lot))).toEqual([back.id, inside.id]);
    expect(idsOf(await asBuilt(lot))).toEqual([back.id, inside.id]);
    const recalled = (
      await plant.post("/api/Genealogy/Recall", { visualSerialNo: lot.visualSerialNo })
    ).body;
    expect(idsOf(recalled)).toEqual([lot.id, back.id, inside.id]);
  });

  test("still refuses an item that does not exist", async () => {
    await expectRefused(
      plant,
      () => plant.post("/api/Genealogy/WhereUsed", { id: 9_999_999_999 }),
      [404, "not_found"],
    );
  });
});
