import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly, consumption } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";
import { type Item, lotsOf } from "./lots.ts";
import { overtake } from "./overtake.ts";
import { patiently } from "./patiently.ts";

const plant = await openPlant();
const { split, merge, get } = lotsOf(plant);
const { Name: productName } = await plant.product();
const stock = (qty = 10, fields: object = {}): Promise<Item> =>
  plant.receive({ productName, qty, ...fields });
const item = (verb: string, { id }: Item, fields: object = {}) =>
  plant.put(`/api/MaterialItem/${verb}`, { id, ...fields });
const hold = (one: Item) => item("Hold", one, { holdReason: "quality" });

/** A lot of a part, a second one like it, and the Builds of both. */
async function buildable(qty = 10) {
  const made = await assembly(plant, { stock: qty, candidate: { maxQty: 100 } });
  const lot = await get({ id: made.childId });
  const other = await plant.receive({ productName: made.part.Name, qty });
  return {
    ...made,
    lot,
    other,
    buildOther: consumption(plant, made.parent, other.visualSerialNo).build,
  };
}

const code = ({ status, body }: Answer) => [status, body.code];

describe("a split that is overtaken", () => {
  test("by a Build of the lot takes off what is left, or is refused", async () => {
    const { lot, build } = await buildable();
    const [done] = await overtake(
      plant,
      () => split(lot, [4]),
      () => build({ builtQty: 5 }),
    );
    expect(done.body.lot).toMatchObject({ actualQty: 1, revNo: 3 });
    const [late] = await overtake(
      plant,
      () => split(lot, [1]),
      () => build(),
    );
    expect(code(late)).toEqual([409, "item_status"]);
  });

  test("by another split of the lot takes off what is left", async () => {
    const lot = await stock();
    const [late, first] = await overtake(
      plant,
      () => split(lot, [6]),
      () => split(lot, [6]),
    );
    expect(first.status).toBe(200);
    expect(code(late)).toEqual([409, "insufficient_quantity"]);
  });

  test("by a receipt of a part's serial is refused, and so is such a receipt", async () => {
    const lot = await stock();
    const visualSerialNo = plant.unique("Label");
    const part = { qty: 1, visualSerialNo };
    const [late] = await overtake(
      plant,
      () => split(lot, [part]),
      () => stock(1, { visualSerialNo }),
    );
    expect(code(late)).toEqual([409, "duplicate"]);
    const label = plant.unique("Label");
    const [receipt] = await overtake(
      plant,
      () => plant.post("/api/MaterialItem/Receive", { productName, visualSerialNo: label, qty: 1 }),
      () => split(lot, [{ qty: 1, visualSerialNo: label }]),
    );
    expect(code(receipt)).toEqual([409, "duplicate"]);
  });

  test("by a hold of the lot gives a part on hold", async () => {
    const lot = await stock();
    const [done] = await overtake(
      plant,
      () => split(lot, [1]),
      () => hold(lot),
    );
    expect(done.body).toMatchObject({
      lot: { holdReason: "Quality" },
      parts: [{ holdReason: "Quality" }],
    });
  });

  test("while its product becomes tracked by serial is refused", async () => {
    const product = await plant.product({ InventoryDecimalPlaces: 1 });
    const lot = await plant.receive({ productName: product.Name, qty: 1 });
    const [late, tracked] = await overtake(
      plant,
      () => split(lot, [0.5]),
      () => plant.put("/api/Product/Upsert", { ID: product.ID, Tracking: "Serial" }),
    );
    expect(tracked.status).toBe(200);
    expect(code(late)).toEqual([409, "tracking"]);
  });

  test("by the retirement of its location or hold reason is refused", async () => {
    const suid = plant.unique("GOES");
    for (const [resource, field] of [
      ["Location", "location"],
      ["HoldReason", "holdReason"],
    ] as const) {
      const { id } = await plant.done("put", `/api/${resource}/Upsert`, { suid, name: suid });
      const part = { qty: 1, visualSerialNo: plant.unique("Part"), [field]: suid };
      const lot = await stock();
      const [late] = await overtake(
        plant,
        () => split(lot, [part]),
        () => plant.done("put", `/api/${resource}/Upsert`, { id, isActive: false }),
      );
      expect(code(late)).toEqual([409, "inactive"]);
    }
  });
});

describe("a merge that is overtaken", () => {
  test("by a Build of either item puts together what is left", async () => {
    const { lot, other, build, buildOther } = await buildable();
    const [done] = await overtake(
      plant,
      () => merge(lot, [other]),
      () => buildOther({ builtQty: 3 }),
    );
    expect(done.body).toMatchObject({ lot: { actualQty: 17 }, merged: [{ actualQty: 0 }] });
    const more = await plant.receive({ productName: lot.productName, qty: 5 });
    const [again] = await overtake(
      plant,
      () => merge(lot, [more]),
      () => build({ builtQty: 7 }),
    );
    expect(again.body.lot).toMatchObject({ actualQty: 15 });
  });

  test("by a hold of an item that it would take in is refused", async () => {
    const [into, one] = [await stock(), await stock()];
    const [late] = await overtake(
      plant,
      () => merge(into, [one]),
      () => hold(one),
    );
    expect(code(late)).toEqual([409, "details_contradict"]);
  });

  test("by the merge in the other direction is refused", async () => {
    const [into, one] = [await stock(), await stock()];
    const [late, first] = await overtake(
      plant,
      () => merge(into, [one]),
      () => merge(one, [into]),
    );
    expect(first.body.lot).toMatchObject({ actualQty: 20 });
    expect(code(late)).toEqual([409, "item_status"]);
  });

  test("while its product becomes tracked by serial is refused", async () => {
    const product = await plant.product();
    const one = () => plant.receive({ productName: product.Name, qty: 1 });
    const [into, from] = [await one(), await one()];
    const [late, tracked] = await overtake(
      plant,
      () => merge(into, [from]),
      () => plant.put("/api/Product/Upsert", { ID: product.ID, Tracking: "Serial" }),
    );
    expect(tracked.status).toBe(200);
    expect(code(late)).toEqual([409, "tracking"]);
  });
});

describe("what a split or merge overtakes", () => {
  test("a Build of a lot that is split meanwhile finds what is left", async () => {
    const { lot, build } = await buildable();
    const [late] = await overtake(
      plant,
      () => build({ builtQty: 8 }),
      () => split(lot, [5]),
    );
    expect(code(late)).toEqual([409, "insufficient_quantity"]);
  });

  test("a Build of a lot that is merged meanwhile is refused", async () => {
    const { lot, other, build } = await buildable();
    const [late] = await overtake(
      plant,
      () => build(),
      () => merge(other, [lot]),
    );
    expect(code(late)).toEqual([409, "item_status"]);
  });

  test("a Void of a lot that is split meanwhile is refused", async () => {
    const lot = await stock();
    const [late] = await overtake(
      plant,
      () => item("Void", lot, { comment: "Never came" }),
      () => split(lot, [5]),
    );
    expect(code(late)).toEqual([409, "in_use"]);
  });

  test("a cancellation of an order whose unit is split meanwhile is refused", async () => {
    const { Name } = await plant.product({ DefaultBatchSize: 10 });
    const { name: bom } = await plant.bom({ parentProductName: Name });
    const { id } = await plant.worksOrder({ productName: Name, bom, qty: 10 });
    const items = [{ visualSerialNo: plant.unique("Unit"), qty: 10 }];
    const [unit] = (await plant.done("put", "/api/WorksOrder/Start", { id, items })).items;
    await item("Complete", unit);
    const [late] = await overtake(
      plant,
      () => plant.put("/api/WorksOrder/Cancel", { id }),
      () => split(unit, [4]),
    );
    expect(code(late)).toEqual([409, "in_use"]);
  });
});

describe("a crowd", () => {
  const callers = 64;
  const net = async (ids: readonly number[]) => {
    const [row] = await plant.sql(
      `select (select sum(actual_qty) from material_item where id in (select value from json_each(?1)))
        / 1000000 as stock, (select coalesce(sum(qty - removed_qty), 0) from build
        where child_id in (select value from json_each(?1))) / 1000000 as built`,
      JSON.stringify(ids),
    );
    return row!;
  };

  test("of 64 callers that split and build one lot makes and loses nothing", async () => {
    const { lot, build } = await buildable(40);
    const { answers } = await plant.race(callers, (nth) =>
      patiently(() => (nth % 2 === 0 ? split(lot, [1]) : build())),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(40);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(callers - 40);
    const parts = done.flatMap<Item>(({ body }) => body.parts ?? []);
    expect(await net([lot.id, ...parts.map(({ id }) => id)])).toEqual({
      stock: parts.length,
      built: 40 - parts.length,
    });
    expect(await get(lot)).toMatchObject({ actualQty: 0, status: "Consumed", revNo: 41 });
    await expectConservation(plant);
  });

  test("of 64 callers that merge, split and build two lots makes and loses nothing", async () => {
    const { lot, other, build, buildOther } = await buildable(100);
    const ways = [
      () => build(),
      () => buildOther(),
      () => split(lot, [1]),
      () => merge(lot, [other]),
    ];
    const { answers } = await plant.race(callers, (nth) => patiently(() => ways[nth % 4]!()));
    const parts = answers.flatMap<Item>(({ body }) => body.parts ?? []);
    const merges = answers.filter(({ body }) => body.merged);
    expect(merges).toHaveLength(1);
    const { stock: left, built } = await net([lot.id, other.id, ...parts.map(({ id }) => id)]);
    expect(Number(left) + Number(built)).toBe(200);
    expect(await get(other)).toMatchObject({ actualQty: 0, status: "Consumed" });
    await expectConservation(plant);
  });
});
