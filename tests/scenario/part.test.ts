import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";
import { type Item, lotsOf } from "./lots.ts";
import { nest } from "./nest.ts";
import { overtake } from "./overtake.ts";
import { patiently } from "./patiently.ts";
import { expectRefused } from "./refused.ts";
import { eventsOf } from "./traced.ts";

const plant = await openPlant();
const { get } = lotsOf(plant);
const { Name: productName } = await plant.product({ InventoryDecimalPlaces: 1 });
const bay = plant.unique("BAY");
await plant.done("put", "/api/Location/Upsert", { suid: bay, name: "Bay" });

const verbs = ["Move", "Hold", "Scrap", "Dispatch"] as const;
type Verb = (typeof verbs)[number];
const needed = {
  Move: { location: bay },
  Hold: { holdReason: "quality" },
  Scrap: { reasonSUID: "SCRAP" },
  Dispatch: {},
} as const;

const lot = (fields: object = {}): Promise<Item> =>
  plant.receive({ productName, qty: 100, batchNo: "G-77", ...fields });
const partOf = (verb: Verb, { id }: Item, qty: number, fields: object = {}) => {
  const newVisualSerialNo = plant.unique("Part");
  const body = { id, ...needed[verb], qty, newVisualSerialNo, ...fields };
  return plant.put(`/api/MaterialItem/${verb}`, body);
};
const history = async ({ id }: Item) =>
  (await plant.post("/api/MaterialItem/History", { id })).body;
const code = ({ status, body }: Answer) => [status, body.code];

describe("a part of a lot", () => {
  test.each([
    ["Move", { location: bay, actualQty: 20, status: "Available" }],
    ["Hold", { holdReason: "Quality", actualQty: 20, whereUsed: [], whereUsedCount: 0 }],
    ["Scrap", { status: "Scrapped", actualQty: 0, nominalQty: 20 }],
    ["Dispatch", { status: "Dispatched", actualQty: 20 }],
  ] as const)("is an item of its own after %s, and the lot keeps the rest", async (verb, after) => {
    const whole = await lot();
    const { status, body } = await partOf(verb, whole, 20, { comment: "Damp" });
    expect(status).toBe(200);
    const { lot: rest, ...part } = body;
    expect(part).toMatchObject({ ...after, batchNo: "G-77", revNo: 2 });
    expect(rest).toEqual({ ...whole, actualQty: 80, revNo: 2, lastEditDT: rest.lastEditDT });
    expect(await get(whole)).toEqual(rest);
    const { whereUsed: _whereUsed, whereUsedCount: _count, ...item } = part;
    expect(await get(part)).toEqual(item);
    await expectConservation(plant);
  });

  test.each([
    ["Move", "moved"],
    ["Hold", "held"],
    ["Scrap", "scrapped"],
    ["Dispatch", "dispatched"],
  ] as const)("begins with its lot in the history, then %s", async (verb, action) => {
    const whole = await lot({ occurredAt: "2026-01-05T08:00:00Z" });
    const occurredAt = "2026-01-06T08:00:00.000Z";
    const { body } = await partOf(verb, whole, 0.5, { comment: "Damp", occurredAt });
    const same = { comment: "Damp", occurredAt };
    expect((await history(whole)).at(-1)).toMatchObject({
      ...same,
      action: "split",
      detail: { qty: 0.5, partSerialNos: [body.visualSerialNo] },
    });
    expect(await history(body)).toMatchObject([
      { ...same, action: "splitOff", detail: { fromID: whole.id, qty: 0.5 } },
      { ...same, action },
    ]);
    const [transfer] = await plant.sql(
      "select kind, from_id, qty from lot_transfer where to_id = ?",
      body.id,
    );
    expect(transfer).toEqual({ kind: "split", from_id: whole.id, qty: 500_000 });
  });

  test.each([
    ["Move", ["repackaging", "storing"]],
    ["Hold", ["repackaging", "holding"]],
    ["Scrap", ["repackaging", "destroying"]],
    ["Dispatch", ["repackaging", "shipping"]],
  ] as const)("has the EPCIS event of its Split, then that of %s", async (verb, steps) => {
    const { body } = await partOf(verb, await lot(), 20);
    const events = await eventsOf(plant, { visualSerialNo: body.visualSerialNo });
    expect(events.map(({ bizStep }) => bizStep)).toEqual(steps);
  });

  test.each(verbs)("can be all of it: %s then leaves a consumed lot", async (verb) => {
    const { body } = await partOf(verb, await lot(), 100);
    expect(body).toMatchObject({ nominalQty: 100, lot: { actualQty: 0, status: "Consumed" } });
    await expectConservation(plant);
  });

  test("of a lot on hold can be moved, scrapped and held, and stays on hold", async () => {
    const held = await plant.done("put", "/api/MaterialItem/Hold", {
      id: (await lot()).id,
      ...needed.Hold,
    });
    for (const verb of ["Move", "Scrap", "Hold"] as const) {
      expect((await partOf(verb, held, 1)).body).toMatchObject({ holdReason: "Quality" });
    }
    const problem = await expectRefused(plant, () => partOf("Dispatch", held, 1), [
      409,
      "item_on_hold",
    ]);
    expect(problem).toMatchObject({ item: { id: held.id }, hold: { reason: "Quality" } });
  });

  test("is not dispatched if its lot could not be: what is in that is in the part", async () => {
    const { front: bomSlotID, build, receive } = await nest(plant);
    const [whole, held] = [await receive({ qty: 10 }), await receive()];
    expect((await build(whole, held, { bomSlotID })).status).toBe(200);
    await plant.done("put", "/api/MaterialItem/Hold", { id: held.id, ...needed.Hold });
    const all = () => plant.put("/api/MaterialItem/Dispatch", { id: whole.id });
    await expectRefused(plant, all, [409, "contains_held"]);
    await expectRefused(plant, () => partOf("Dispatch", whole, 4), [409, "contains_held"]);
    const allowed = { allowHeld: true, comment: "Agreed" };
    const sent = await partOf("Dispatch", whole, 4, allowed);
    expect(sent.body).toMatchObject({ status: "Dispatched", actualQty: 4 });
  });

  test.each(verbs)("that is repeated under its key takes effect once: %s", async (verb) => {
    const whole = await lot();
    const body = {
      id: whole.id,
      ...needed[verb],
      qty: 5,
      newVisualSerialNo: plant.unique("Part"),
    };
    const headers = { "Idempotency-Key": plant.unique("key") };
    const send = () => plant.put(`/api/MaterialItem/${verb}`, body, { headers });
    const first = await send();
    const again = await send();
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
    expect(await get(whole)).toMatchObject({ actualQty: 95, revNo: 2 });
  });
});

describe.each(verbs)("%s of a part is refused", (verb) => {
  test("if either field is missing, and names it", async () => {
    const { id } = await lot();
    const send = (fields: object) => () =>
      plant.put(`/api/MaterialItem/${verb}`, { id, ...needed[verb], ...fields });
    const invalid = (pointer: string) => [400, "validation_failed", pointer] as const;
    await expectRefused(plant, send({ qty: 1 }), invalid("/newVisualSerialNo"));
    const newVisualSerialNo = plant.unique("Part");
    await expectRefused(plant, send({ newVisualSerialNo }), invalid("/qty"));
    await expectRefused(plant, send({ qty: 0, newVisualSerialNo }), invalid("/qty"));
  });

  test("of more than there is, with what there is", async () => {
    const whole = await lot();
    const fault = [409, "insufficient_quantity", "/qty"] as const;
    const problem = await expectRefused(plant, () => partOf(verb, whole, 100.5), fault);
    expect(problem).toMatchObject({ limit: 100, item: { id: whole.id, actualQty: 100 } });
  });

  test("with too many decimals, or with a serial that an item has", async () => {
    const whole = await lot();
    const decimals = [409, "decimal_places", "/qty"] as const;
    await expectRefused(plant, () => partOf(verb, whole, 0.25), decimals);
    const newVisualSerialNo = whole.visualSerialNo.toLowerCase();
    const taken = [409, "duplicate", "/newVisualSerialNo"] as const;
    await expectRefused(plant, () => partOf(verb, whole, 1, { newVisualSerialNo }), taken);
  });

  test("of an item that is tracked by serial", async () => {
    const { Name } = await plant.product({ Tracking: "Serial" });
    const single = await plant.receive({ productName: Name, qty: 1 });
    await expectRefused(plant, () => partOf(verb, single, 1), [409, "tracking"]);
  });
});

/** A lot of a part, and its Builds. */
async function buildable(stock: number) {
  const made = await assembly(plant, { stock, candidate: { maxQty: 100 } });
  return { ...made, lot: await get({ id: made.childId }) };
}

describe("a verb on a part that is overtaken", () => {
  test("by a Build of the lot takes the part from what is left, or is refused", async () => {
    const { lot: whole, build } = await buildable(10);
    const [done] = await overtake(
      plant,
      () => partOf("Scrap", whole, 4),
      () => build({ builtQty: 5 }),
    );
    expect(done.body.lot).toMatchObject({ actualQty: 1, revNo: 3 });
    const [late] = await overtake(
      plant,
      () => partOf("Hold", whole, 1),
      () => build(),
    );
    expect(code(late)).toEqual([409, "item_status"]);
  });

  test("by a receipt makes another item than the received one", async () => {
    const whole = await lot();
    const [done, received] = await overtake(
      plant,
      () => partOf("Move", whole, 4),
      () => lot(),
    );
    expect(done.body.id).not.toBe(received.id);
    expect(await get(done.body)).toMatchObject({ location: bay, actualQty: 4 });
  });

  test("by 64 callers that scrap parts and build the lot makes and loses nothing", async () => {
    const { lot: whole, build } = await buildable(40);
    const { answers } = await plant.race(64, (nth) =>
      patiently(() => (nth % 2 === 0 ? partOf("Scrap", whole, 1) : build())),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(40);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(24);
    const parts = done.filter(({ body }) => body.lot);
    const [ledger] = await plant.sql(
      `select count(*) as parts, sum(part.actual_qty) as stock, sum(adjustment.qty) as scrapped,
        (select coalesce(sum(qty), 0) from build where child_id = ?1) as built
      from lot_transfer join material_item as part on part.id = lot_transfer.to_id
      join adjustment on adjustment.material_item_id = part.id where from_id = ?1`,
      whole.id,
    );
    expect(ledger).toEqual({
      parts: parts.length,
      stock: 0,
      scrapped: -parts.length * 1_000_000,
      built: (40 - parts.length) * 1_000_000,
    });
    expect(await get(whole)).toMatchObject({ actualQty: 0, status: "Consumed", revNo: 41 });
    await expectConservation(plant);
  });
});
