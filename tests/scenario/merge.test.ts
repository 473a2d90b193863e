import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly, consumption } from "./assembly.ts";
import { type Item, lotsOf } from "./lots.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const { split, merge, get } = lotsOf(plant);
const { Name: productName } = await plant.product();
const path = "/api/MaterialItem/Merge";

const box = (fields: object = {}): Promise<Item> =>
  plant.receive({
    productName,
    qty: 10,
    batchNo: "G-77",
    expiryDate: "2999-01-31",
    deliveryNo: "DN-1",
    ...fields,
  });

describe("a merge", () => {
  test("puts the whole stock of items into one, and leaves them consumed", async () => {
    const [into, one, other] = [await box(), await box(), await box({ qty: 5 })];
    const { status, body } = await merge(into, [one, other], { comment: "One shelf" });
    expect(status).toBe(200);
    expect(body.lot).toEqual({
      ...into,
      revNo: 2,
      actualQty: 25,
      lastEditDT: body.lot.lastEditDT,
    });
    const gone = { revNo: 2, actualQty: 0, nominalQty: 10, status: "Consumed" };
    expect(body.merged).toMatchObject([
      { ...gone, id: one.id },
      { ...gone, id: other.id, nominalQty: 5 },
    ]);
    expect(await get(into)).toEqual(body.lot);
    for (const merged of body.merged) expect(await get(merged)).toEqual(merged);
  });

  test("links each item with the one that it went into, and the histories name both", async () => {
    const [into, one] = [await box(), await box()];
    await merge(into, [one], { comment: "One shelf" });
    expect(
      await plant.sql(
        "select kind, from_id, to_id, qty from lot_transfer where to_id = ?",
        into.id,
      ),
    ).toEqual([{ kind: "merge", from_id: one.id, to_id: into.id, qty: 10_000_000 }]);
    const last = async ({ id }: Item) =>
      (await plant.post("/api/MaterialItem/History", { id })).body.at(-1);
    expect(await last(into)).toMatchObject({
      action: "mergedInto",
      comment: "One shelf",
      detail: { qty: 10, fromSerialNos: [one.visualSerialNo] },
      after: { actualQty: 20 },
    });
    expect(await last(one)).toMatchObject({
      action: "merged",
      comment: "One shelf",
      detail: { qty: 10, intoID: into.id },
      after: { actualQty: 0 },
    });
  });

  test("takes back a split, and the label that was split off is free for nothing else", async () => {
    const lot = await box({ qty: 100 });
    const [part] = (await split(lot, [40])).body.parts;
    expect((await merge(lot, [part])).body.lot).toMatchObject({ actualQty: 100, revNo: 3 });
    const again = () => split(lot, [{ qty: 1, visualSerialNo: part.visualSerialNo }]);
    await expectRefused(plant, again, [409, "duplicate"]);
  });

  test("takes items by serial in any case, and items that are held for one reason", async () => {
    const [into, one] = [await box(), await box()];
    for (const { id } of [into, one]) {
      await plant.done("put", "/api/MaterialItem/Hold", { id, holdReason: "quality" });
    }
    const { body } = await plant.put(path, {
      visualSerialNo: into.visualSerialNo.toLowerCase(),
      from: [{ visualSerialNo: one.visualSerialNo.toLowerCase() }],
    });
    expect(body).toMatchObject({ lot: { id: into.id, actualQty: 20, holdReason: "Quality" } });
  });

  test("counts what comes back to a merged item as its own again", async () => {
    const { part, parent } = await assembly(plant, { candidate: { maxQty: 9 } });
    const receive = () => plant.receive({ productName: part.Name, qty: 10 });
    const [into, one] = [await receive(), await receive()];
    const { build, remove } = consumption(plant, parent, one.visualSerialNo);
    await build({ builtQty: 2 });
    expect((await merge(into, [one])).body.lot).toMatchObject({ actualQty: 18 });
    expect((await remove()).body.child).toMatchObject({ actualQty: 1, status: "Available" });
  });
});

describe("a merge is refused", () => {
  test.for<[differs: string, fields: object, names: string[]]>([
    ["batch", { batchNo: "G-78" }, ["batchNo"]],
    ["no batch", { batchNo: undefined }, ["batchNo"]],
    ["version and expiry", { version: "C", expiryDate: "2999-02-01" }, ["version", "expiryDate"]],
    ["cost", { costPerUnit: 7 }, ["costPerUnit"]],
    ["delivery", { deliveryNo: "DN-2" }, ["deliveryNo"]],
    ["owner", { ownershipType: "Customer" }, ["ownershipType"]],
  ])("of items of another %s, and says in which fields they differ", async ([, fields, names]) => {
    const [into, other] = [await box(), await box(fields)];
    const problem = await expectRefused(plant, () => merge(into, [other]), [
      409,
      "details_contradict",
      ...names.map(() => "/from/0"),
    ]);
    expect(problem.item).toMatchObject({ id: other.id });
    expect(problem.detail).toContain(`They differ in: ${names.join(", ")}.`);
    for (const [index, name] of names.entries()) {
      expect(problem.errors[index].detail).toContain(`Its ${name} is`);
    }
  });

  test("of another product, and of items in different holds", async () => {
    const { Name: other } = await plant.product();
    const [into, stranger, held] = [await box(), await box({ productName: other }), await box()];
    const contradict = [409, "details_contradict", "/from/0"] as const;
    await expectRefused(plant, () => merge(into, [stranger]), contradict);
    await plant.done("put", "/api/MaterialItem/Hold", { id: held.id, holdReason: "quality" });
    await expectRefused(plant, () => merge(into, [held]), contradict);
    await expectRefused(plant, () => merge(held, [into]), contradict);
  });

  test("but the case of a batch or delivery is no difference", async () => {
    const other = await box({ batchNo: "g-77", deliveryNo: "dn-1" });
    expect((await merge(await box(), [other])).status).toBe(200);
  });

  test("of an item with itself, and of one that is named twice", async () => {
    const [into, one] = [await box(), await box()];
    const invalid = (pointer: string) => [400, "validation_failed", pointer] as const;
    await expectRefused(plant, () => merge(into, [into]), invalid("/from/0"));
    await expectRefused(plant, () => merge(into, [one, one]), invalid("/from/1"));
    await expectRefused(plant, () => merge(into, []), invalid("/from"));
  });

  test("of items that are not there, used up, or tracked by serial", async () => {
    const [into, used] = [await box(), await box()];
    const nobody = { id: 9_999_999_999 };
    await expectRefused(plant, () => merge(into, [nobody]), [404, "not_found", "/from/0/id"]);
    const bySerial = () => plant.put(path, { id: into.id, from: [{ visualSerialNo: "Nobody" }] });
    await expectRefused(plant, bySerial, [404, "not_found", "/from/0/visualSerialNo"]);
    await split(used, [10]);
    await expectRefused(plant, () => merge(into, [used]), [409, "item_status"]);
    await expectRefused(plant, () => merge(used, [into]), [409, "item_status"]);
    const { Name } = await plant.product({ Tracking: "Serial" });
    const single = () => plant.receive({ productName: Name, qty: 1 });
    const [one, other] = [await single(), await single()];
    await expectRefused(plant, () => merge(one, [other]), [409, "tracking"]);
  });

  test("of more than an item can hold", async () => {
    const most = { qty: 999_999_999 };
    const [into, one] = [await box(most), await box(most)];
    await expectRefused(plant, () => merge(into, [one]), [409, "quantity_range", "/from"]);
  });

  test("before one of the items was there", async () => {
    const [into, late] = [
      await box({ occurredAt: "2026-01-01T08:00:00Z" }),
      await box({ occurredAt: "2026-01-03T08:00:00Z" }),
    ];
    const send = (occurredAt: string) => () => merge(into, [late], { occurredAt });
    await expectRefused(plant, send("2026-01-02T08:00:00Z"), [409, "before_it_was"]);
    expect((await send("2026-01-04T08:00:00Z")()).status).toBe(200);
  });
});
