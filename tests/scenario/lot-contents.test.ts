import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { itemNamed } from "./assembly.ts";
import { hoursAfter } from "./at-time.ts";
import { idsOf, type Item, lotsOf, partOf } from "./lots.ts";
import { nest } from "./nest.ts";
import { overtake } from "./overtake.ts";

const plant = await openPlant();
const lots = lotsOf(plant);
const { merged } = lots;
const { receive, built, remove, product, bom } = await nest(plant);

const put = (verb: string, { id }: Item, fields: object = {}) =>
  plant.put(`/api/MaterialItem/${verb}`, { id, ...fields });
const hold = (item: Item) => put("Hold", item, { holdReason: "quality" });
const heldUnits = async (item: Item) => {
  const { status, body } = await hold(item);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.whereUsedCount).toBe(body.whereUsed.length);
  return idsOf(body.whereUsed);
};
/** The paths of what is on hold in an item, as Completeness lists them. */
const heldIn = async ({ id }: Item, times: object = {}) => {
  const { body } = await plant.post("/api/Genealogy/Completeness", { id, ...times });
  expect(body.heldCount).toBe(body.held.length);
  return body.held.map(({ path }: { path: Item[] }) => idsOf(path));
};

/** A unit with a part of a lot, and what was built into the lot before the split and after it. */
async function splitLot() {
  const [lot, early, late, unit] = [
    await receive(),
    await receive(),
    await receive(),
    await receive(),
  ];
  await built(lot, early);
  const part = await partOf(lots, lot, 4);
  await built(lot, late);
  await built(unit, part);
  return { lot, early, late, unit, part };
}

describe("a part contains what was in its lot when it was split off", () => {
  test("the gates of what it is in refuse that if it is on hold, and name the way", async () => {
    const { lot, early, late, unit, part } = await splitLot();
    expect(await heldUnits(early)).toEqual(idsOf([lot, unit]));
    expect(await heldUnits(late)).toEqual([lot.id]);
    const refused = await put("Dispatch", unit);
    expect(refused.body).toMatchObject({ code: "contains_held", heldCount: 1 });
    expect(idsOf(refused.body.held[0].path)).toEqual(idsOf([unit, part, lot, early]));
    expect(await heldIn(unit)).toEqual([idsOf([unit, part, lot, early])]);
    expect(await heldIn(part)).toEqual([idsOf([part, lot, early])]);
    expect(await heldIn(lot)).toEqual([idsOf([lot, early]), idsOf([lot, late])]);
    const allowed = await put("Dispatch", unit, { allowHeld: true, comment: "Agreed" });
    expect(allowed.status).toBe(200);
  });

  test("a Remove from the lot takes it out of the part, too", async () => {
    const { lot, early, unit } = await splitLot();
    await remove(lot, early);
    expect(await heldUnits(early)).toEqual([]);
    expect((await put("Dispatch", unit)).status).toBe(200);
  });

  test("the lot itself is not in it", async () => {
    const { lot, unit } = await splitLot();
    expect(await heldUnits(lot)).toEqual([]);
    expect((await put("Dispatch", unit)).status).toBe(200);
  });

  test("a lot that was split whole is at the top of nothing", async () => {
    const [lot, inside] = [await receive(), await receive()];
    await built(lot, inside);
    const [one, other] = [await partOf(lots, lot, 4), await partOf(lots, lot, 6)];
    expect(await heldUnits(inside)).toEqual(idsOf([one, other]));
  });

  test("whatever order it is recorded in, and in parts of parts", async () => {
    const time = (hour: number) => ({ occurredAt: `2026-01-0${hour}T00:00:00Z` });
    const [lot, late, unit] = [
      await receive(time(1)),
      await receive(time(1)),
      await receive(time(1)),
    ];
    const takeOff = async (from: Item, qty: number, hour: number): Promise<Item> =>
      (await lots.split(from, [qty], time(hour))).body.parts[0];
    const part = await takeOff(lot, 4, 3);
    const partOfPart = await takeOff(part, 2, 5);
    await built(unit, partOfPart, time(6));
    await built(lot, late, time(2));
    expect(await heldUnits(late)).toEqual(idsOf([lot, unit, part]));
    expect(await heldIn(unit)).toEqual([idsOf([unit, partOfPart, part, lot, late])]);
  });

  test("in an earlier state it is what was there then", async () => {
    const { time, during } = hoursAfter(plant, "2026-03-01T00:00:00Z");
    const [lot, early, late] = await during(0, async () => [
      await receive(),
      await receive(),
      await receive(),
    ]);
    await during(1, () => built(lot, early));
    const part = await during(2, () => partOf(lots, lot, 4));
    await during(3, () => built(lot, late));
    await during(4, () => hold(early));
    await during(4, () => hold(late));
    expect(await heldIn(part, { at: time(3) })).toEqual([]);
    expect(await heldIn(part, { at: time(5) })).toEqual([idsOf([part, lot, early])]);
    expect(await heldIn(lot, { at: time(5) })).toEqual([idsOf([lot, early]), idsOf([lot, late])]);
  });
});

describe("a lot contains what was in an item that was merged into it", () => {
  test("from the merge on, and what it was built into before contains it not", async () => {
    const [into, from, early, late, before, after] = [
      await receive(),
      await receive(),
      await receive(),
      await receive(),
      await receive(),
      await receive(),
    ];
    await built(before, into);
    await built(from, early);
    await merged(into, [from]);
    expect(await heldUnits(early)).toEqual([into.id]);
    await built(from, late);
    await built(after, into);
    expect(await heldUnits(early)).toEqual([after.id]);
    expect(await heldUnits(late)).toEqual([]);
    expect((await put("Dispatch", before)).status).toBe(200);
    expect((await put("Dispatch", after)).body.code).toBe("contains_held");
    expect(await heldIn(after)).toEqual([idsOf([after, into, from, early])]);
  });
});

describe("a works order", () => {
  /** Starts an order of one unit. */
  async function start() {
    const { id } = await plant.worksOrder({ productName: product, bom });
    const visualSerialNo = plant.unique("UNIT");
    const items = [{ visualSerialNo, qty: 1 }];
    await plant.done("put", "/api/WorksOrder/Start", { id, items });
    return { order: { id }, unit: await itemNamed(plant, visualSerialNo) };
  }
  const isComplete = async (order: object) =>
    (await plant.post("/api/WorksOrder/Completeness", order)).body.units.map(
      (unit: Item) => unit.isComplete,
    );

  test("is not complete while a part in its unit contains a unit in work", async () => {
    const [{ order, unit }, inner] = [await start(), await start()];
    const lot = await receive();
    await built(lot, inner.unit);
    const part = await partOf(lots, lot, 4);
    await built(unit, part);
    expect(await isComplete(order)).toEqual([false]);
    const refused = await plant.put("/api/WorksOrder/Complete", order);
    expect(refused.body).toMatchObject({ code: "incomplete", count: 0, unfinishedCount: 1 });
    expect(idsOf(refused.body.unfinished[0].path)).toEqual(idsOf([unit, part, lot, inner.unit]));
    expect(await isComplete(inner.order)).toEqual([true]);
    await plant.done("put", "/api/MaterialItem/Complete", { id: inner.unit.id });
    expect(await isComplete(order)).toEqual([true]);
    expect((await plant.put("/api/WorksOrder/Complete", order)).status).toBe(200);
  });

  test("is complete if the unit in work went into the lot after the split", async () => {
    const [{ order, unit }, inner] = [await start(), await start()];
    const lot = await receive();
    const part = await partOf(lots, lot, 4);
    await built(unit, part);
    await built(lot, inner.unit);
    expect(await isComplete(order)).toEqual([true]);
    expect((await plant.put("/api/WorksOrder/Complete", order)).status).toBe(200);
  });
});

describe("a gate that is overtaken", () => {
  test("by the hold of what is in the lot of a part is refused", async () => {
    const { early, unit } = await splitLot();
    const [answer, held] = await overtake(
      plant,
      () => put("Dispatch", unit),
      () => hold(early),
    );
    expect(answer.body.code).toBe("contains_held");
    expect(idsOf(held.body.whereUsed)).toContain(unit.id);
  });

  test("by a Build into the lot that is dated before the split is refused", async () => {
    const time = (hour: number) => ({ occurredAt: `2026-01-0${hour}T00:00:00Z` });
    const [lot, late, unit] = [
      await receive(time(1)),
      await receive(time(1)),
      await receive(time(1)),
    ];
    const part = (await lots.split(lot, [4], time(3))).body.parts[0];
    await built(unit, part, time(4));
    const [answer] = await overtake(
      plant,
      () => put("Dispatch", unit),
      async () => {
        await built(lot, late, time(2));
        return hold(late);
      },
    );
    expect(answer.body.code).toBe("contains_held");
  });

  test("by a Build into the lot after the split is not", async () => {
    const { lot, unit } = await splitLot();
    const other = await receive();
    const [answer] = await overtake(
      plant,
      () => put("Dispatch", unit),
      async () => {
        await built(lot, other);
        return hold(other);
      },
    );
    expect(answer.status).toBe(200);
  });
});
