import { setImmediate as immediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/requests.ts";
import { assembly, buildOf } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";
import type { Item } from "./lots.ts";
import { overtake } from "./overtake.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
await plant.done("put", "/api/HoldReason/Upsert", { suid: "SUS", name: "Suspect" });
const operator = { key: plant.keys.operator };

/** A batch of glue, a unit that takes it, and the ways to hold the batch and lift the hold. */
async function glue({ batchNo = plant.unique("G"), ...given }: { batchNo?: string } & object = {}) {
  const made = await assembly(plant, {
    candidate: { qty: 10, minQty: 0, maxQty: 100 },
    ...given,
  });
  const { Name: productName } = made.part;
  const batch = { productName, batchNo };
  return {
    ...made,
    batch,
    can: (fields: object = {}): Promise<Item> =>
      plant.receive({ productName, batchNo, qty: 5, ...fields }),
    hold: (fields: object = {}, as: object = {}) =>
      plant.put("/api/BatchHold/Upsert", { ...batch, holdReason: "Quality", ...fields }, as),
    lift: (fields: object = {}, as: object = {}) =>
      plant.delete("/api/BatchHold/Delete", { ...batch, ...fields }, as),
    buildOf: (item: Item, qty = 1) =>
      plant.put("/api/Build/Build", buildOf(made.parent, item.visualSerialNo, qty)),
  };
}
const get = async ({ id }: Item): Promise<Item> =>
  (await plant.get(`/api/MaterialItem/Get/${id}`)).body;
const ok = ({ status, body }: Answer): Item => {
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const onHold = [409, "item_on_hold"] as const;

describe("a batch on hold", () => {
  test("holds what is there of it, and what is received later, in whatever case it is named", async () => {
    const { batch, can, hold, buildOf: build } = await glue();
    const first = await can();
    const held = ok(await hold({ batchNo: batch.batchNo.toLowerCase(), comment: "Notice 4711" }));
    expect(held).toMatchObject({ revNo: 1, holdReason: "Quality", comment: "Notice 4711" });
    const later = await can({ batchNo: batch.batchNo.toLowerCase() });
    const holds = [
      { holdReasonID: held.holdReasonID, holdReason: "Quality", batchHoldID: held.id },
    ];
    for (const item of [later, await get(first), await get(later)]) {
      expect(item).toMatchObject({ holdReason: "Quality", holds });
    }
    for (const item of [first, later]) {
      const problem = await expectRefused(plant, () => build(item), [...onHold, "/childSerialNo"]);
      expect(problem.hold).toMatchObject({ reason: "Quality", comment: "Notice 4711" });
      const dispatch = () => plant.put("/api/MaterialItem/Dispatch", { id: item.id });
      await expectRefused(plant, dispatch, onHold);
      const release = () => plant.put("/api/MaterialItem/Release", { id: item.id });
      await expectRefused(plant, release, onHold);
    }
    const other = await can({ batchNo: plant.unique("Other") });
    expect(other.holds).toEqual([]);
    ok(await build(other));
  });

  test("holds what many receipts bring, and refuses what a point of consumption would make", async () => {
    const { batch, hold, parent } = await glue();
    ok(await hold());
    const line = () => ({ ...batch, visualSerialNo: plant.unique("Can"), qty: 2 });
    const { body } = await plant.post("/api/MaterialItem/ReceiveMany", { lines: [line(), line()] });
    for (const { answer } of body.results) expect(answer.holdReason).toBe("Quality");
    const made = {
      ...buildOf(parent, plant.unique("Can"), 1),
      receiveAtPointOfConsumption: true,
      itemDetails: batch,
    };
    const pointer = "/itemDetails/batchNo";
    await expectRefused(plant, () => plant.put("/api/Build/Build", made), [...onHold, pointer]);
    const lines = await plant.put("/api/Build/BuildMany", { lines: [made] });
    expect(lines.body.results[0].problem.code).toBe("item_on_hold");
  });

  test("holds an item that comes into it by Update, a split, or a late delivery note", async () => {
    const { batch, can, hold, parent } = await glue();
    const lot = await can();
    const stray = await can({ batchNo: null });
    const serial = plant.unique("Made");
    ok(
      await plant.put("/api/Build/Build", {
        ...buildOf(parent, serial, 1),
        receiveAtPointOfConsumption: true,
        itemDetails: { productName: batch.productName },
      }),
    );
    ok(await hold());
    const moved = ok(
      await plant.put(`/api/MaterialItem/Update/${stray.id}`, { ...stray, batchNo: batch.batchNo }),
    );
    expect(moved.holds).toHaveLength(1);
    // The same record is sent back: the hold of the batch does not become one of the item.
    const again = ok(await plant.put(`/api/MaterialItem/Update/${stray.id}`, moved));
    expect(again).toEqual(moved);
    const parts = [{ qty: 1, visualSerialNo: plant.unique("Part") }];
    const split = ok(await plant.put("/api/MaterialItem/Split", { id: lot.id, parts }));
    expect(split.parts[0].holds).toHaveLength(1);
    const adopted = await plant.receive({ ...batch, visualSerialNo: serial, qty: 3 });
    expect(adopted.holds).toHaveLength(1);
    expect(await get(adopted)).toEqual(adopted);
    await expectConservation(plant);
  });

  test("is lifted: its items are free, except those that another hold stops", async () => {
    const { can, hold, lift, buildOf: build } = await glue();
    const [free, own, both] = [await can(), await can(), await can()];
    // Held for the same reason before: this is not the hold of the batch.
    ok(await plant.put("/api/MaterialItem/Hold", { id: own.id, holdReason: "Quality" }));
    ok(await hold());
    ok(await plant.put("/api/MaterialItem/Hold", { id: both.id, holdReason: "Suspect" }));
    expect((await get(both)).holds).toMatchObject([
      { holdReason: "Suspect", batchHoldID: null },
      { holdReason: "Quality" },
    ]);
    ok(await lift({ comment: "Sound" }));
    ok(await build(free));
    for (const item of [own, both]) await expectRefused(plant, () => build(item), onHold);
    expect((await get(own)).holds).toMatchObject([{ holdReason: "Quality", batchHoldID: null }]);
    await expectRefused(plant, () => lift(), [404, "not_found"]);
  });

  test("can have several holds, and each is lifted by its reason", async () => {
    const { can, hold, lift, buildOf: build } = await glue();
    const item = await can();
    const first = ok(await hold());
    expect(ok(await hold())).toEqual(first);
    expect(ok(await hold({ comment: "Why" }))).toMatchObject({ id: first.id, revNo: 2 });
    ok(await hold({ holdReason: "sus" }));
    expect((await get(item)).holds).toHaveLength(2);
    await expectRefused(plant, () => lift(), [...onHold, "/holdReason"]);
    ok(await lift({ holdReason: "QUALITY" }));
    await expectRefused(plant, () => build(item), onHold);
    ok(await lift());
    ok(await build(item));
  });

  test("is put on hold by an operator, and lifted by an engineer", async () => {
    const { hold, lift } = await glue();
    ok(await hold({}, operator));
    await expectRefused(plant, () => lift({}, operator), [403, "forbidden"]);
    ok(await lift());
  });

  test("needs a product and an active reason that exist", async () => {
    const { hold } = await glue();
    const nobody = plant.unique("Nobody");
    const product = [404, "not_found", "/productName"] as const;
    await expectRefused(plant, () => hold({ productName: nobody }), product);
    const reason = [404, "not_found", "/holdReason"] as const;
    await expectRefused(plant, () => hold({ holdReason: nobody }), reason);
    const old = plant.unique("Old");
    await plant.done("put", "/api/HoldReason/Upsert", { name: old, isActive: false });
    await expectRefused(plant, () => hold({ holdReason: old }), [409, "inactive"]);
  });

  test("is listed, found by its items' filters and counted, and keeps its reason from being deleted", async () => {
    const { batch, can, hold } = await glue();
    const [item] = [await can(), await can()];
    const reason = await plant.done("put", "/api/HoldReason/Upsert", { name: plant.unique("R") });
    const held = ok(await hold({ holdReason: reason.name }));
    for (const filter of [batch, { holdReason: reason.name }, { id: held.id }]) {
      expect((await plant.post("/api/BatchHold/List", filter)).body).toEqual([held]);
    }
    for (const filter of [{ holdReason: reason.name }, { ...batch, isHeld: true }]) {
      const found = await plant.post("/api/MaterialItem/List", filter);
      expect(found.body.map(({ id }: Item) => id)).toContain(item!.id);
      expect((await plant.post("/api/MaterialItem/Count", filter)).body.count).toBe(2);
    }
    const free = await plant.post("/api/MaterialItem/Count", { ...batch, isHeld: false });
    expect(free.body.count).toBe(0);
    const remove = () => plant.delete("/api/HoldReason/Delete", { id: reason.id });
    const { counts } = await expectRefused(plant, remove, [409, "in_use"]);
    expect(counts).toEqual({ BatchHold: 1 });
  });

  test("is known to Recall, WhereUsed of Hold, the completeness of a unit, and its gates", async () => {
    const { can, hold, lift, parent, buildOf: build, batch } = await glue();
    const item = await can();
    ok(await build(item));
    const builtAt = Date.now();
    const before = new Date(builtAt).toISOString();
    // The hold begins in a later millisecond.
    while (Date.now() <= builtAt + 1) await immediate();
    ok(await hold());
    const recalled = await plant.post("/api/Genealogy/Recall", { batchNo: batch.batchNo });
    expect(recalled.body).toContainEqual(
      expect.objectContaining({ id: item.id, holdReason: "Quality", isHeld: true }),
    );
    const summary = await plant.post("/api/Genealogy/RecallSummary", { batchNo: batch.batchNo });
    expect(summary.body.held).toBe(1);
    const complete = () =>
      plant.put("/api/MaterialItem/Complete", {
        visualSerialNo: parent,
        allowIncomplete: true,
        comment: "x",
      });
    const problem = await expectRefused(plant, complete, [409, "contains_held"]);
    expect(problem.held).toMatchObject([{ id: item.id }]);
    const completeness = async (fields: object = {}) =>
      (await plant.post("/api/Genealogy/Completeness", { visualSerialNo: parent, ...fields })).body;
    expect((await completeness()).heldCount).toBe(1);
    expect((await completeness({ at: before })).heldCount).toBe(0);
    ok(await lift());
    expect((await completeness()).heldCount).toBe(0);
    ok(await complete());
  });
});

describe("a hold of a batch that overtakes", () => {
  test.for([
    ["Build", ({ buildOf: build }: Glue, item: Item) => build(item)],
    ["Dispatch", (_: Glue, { id }: Item) => plant.put("/api/MaterialItem/Dispatch", { id })],
    [
      "Build at a point of consumption",
      ({ parent, batch }: Glue) =>
        plant.put("/api/Build/Build", {
          ...buildOf(parent, plant.unique("Can"), 1),
          receiveAtPointOfConsumption: true,
          itemDetails: batch,
        }),
    ],
  ] as const)("%s refuses it", async ([, send]) => {
    const made = await glue();
    const item = await made.can();
    const [late, first] = await overtake(
      plant,
      () => send(made, item),
      () => made.hold(),
    );
    expect(first.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "item_on_hold" });
  });

  test("Receive leaves its item on hold", async () => {
    const made = await glue();
    const [late] = await overtake(
      plant,
      () =>
        plant.post("/api/MaterialItem/Receive", {
          ...made.batch,
          visualSerialNo: plant.unique("Can"),
          qty: 1,
        }),
      () => made.hold(),
    );
    expect(ok(late).holds).toHaveLength(1);
  });

  test("Complete of a unit with something of the batch refuses it", async () => {
    const made = await glue();
    const item = await made.can();
    ok(await made.buildOf(item));
    const [late] = await overtake(
      plant,
      () => plant.put("/api/MaterialItem/Complete", { visualSerialNo: made.parent }),
      () => made.hold(),
    );
    expect(late.body).toMatchObject({ status: 409, code: "contains_held" });
  });
});

type Glue = Awaited<ReturnType<typeof glue>>;

test("of 64 that receive and build a batch while it is put on hold, none builds after the answer", async () => {
  const made = await glue();
  const lots = await Promise.all(Array.from({ length: 16 }, () => made.can({ qty: 9 })));
  let answered = Infinity;
  const late: Answer[] = [];
  const send = async (nth: number) => {
    if (nth === 20) {
      const held = await made.hold();
      answered = performance.now();
      return held;
    }
    if (nth % 3 === 0) {
      return plant.post("/api/MaterialItem/Receive", {
        ...made.batch,
        visualSerialNo: plant.unique("Can"),
        qty: 1,
      });
    }
    const lot = lots[nth % lots.length]!;
    const sent = performance.now();
    const answer = await made.buildOf(lot);
    if (sent > answered) late.push(answer);
    return answer;
  };
  const answers = await Promise.all(Array.from({ length: 64 }, (_, nth) => send(nth)));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  // Nothing was built by a request that was sent after the hold was answered, nor later.
  expect(late.filter(({ status }) => status === 200)).toEqual([]);
  for (const lot of lots) await expectRefused(plant, () => made.buildOf(lot), onHold);
  const received = await plant.post("/api/MaterialItem/List", made.batch);
  for (const item of received.body) expect(item.holds).toHaveLength(1);
  // In the log, every Build of the batch comes before the hold.
  const [order] = await plant.sql(
    `select (select max(seq) from change_log where entity = 'MaterialItem' and action = 'built'
        and entity_id in (select id from material_item where batch_key = ?)) as built,
      (select max(seq) from change_log where entity = 'BatchHold') as held`,
    made.batch.batchNo.toLowerCase(),
  );
  expect(Number(order!["built"] ?? 0)).toBeLessThan(Number(order!["held"]));
  await expectConservation(plant);
});
