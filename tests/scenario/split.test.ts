import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly } from "./assembly.ts";
import { type Item, lotsOf } from "./lots.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const { split, get } = lotsOf(plant);
const { Name: productName } = await plant.product({ InventoryDecimalPlaces: 1 });
const bay = plant.unique("BAY");
await plant.done("put", "/api/Location/Upsert", { suid: bay, name: "Bay" });

const lot = (fields: object = {}): Promise<Item> =>
  plant.receive({
    productName,
    qty: 100,
    version: "B",
    batchNo: "G-77",
    expiryDate: "2999-01-31",
    deliveryNo: "DN-1",
    costPerUnit: 2.5,
    ...fields,
  });
const item = (verb: string, { id }: Item, fields: object = {}) =>
  plant.done("put", `/api/MaterialItem/${verb}`, { id, ...fields });
const part = (fields: object = {}) => ({ qty: 5, visualSerialNo: plant.unique("Part"), ...fields });

describe("a split", () => {
  test("takes parts off a lot, each an item of the same material, and leaves the rest", async () => {
    const whole = await lot();
    const parts = [part({ qty: 20, location: bay }), part({ holdReason: "quality" })];
    const { status, body } = await split(whole, parts, { comment: "For line 2" });
    expect(status).toBe(200);
    expect(body.lot).toEqual({
      ...whole,
      actualQty: 75,
      revNo: 2,
      lastEditDT: body.lot.lastEditDT,
    });
    const same = { ...whole, revNo: 1, lastEditDT: body.lot.lastEditDT };
    expect(body.parts).toEqual([
      {
        ...same,
        ...parts[0],
        id: expect.any(Number),
        nominalQty: 20,
        actualQty: 20,
        locationID: expect.any(Number),
        qty: undefined,
      },
      {
        ...same,
        ...parts[1],
        id: expect.any(Number),
        nominalQty: 5,
        actualQty: 5,
        holdReasonID: expect.any(Number),
        holdReason: "Quality",
        holds: [{ holdReasonID: expect.any(Number), holdReason: "Quality", batchHoldID: null }],
        qty: undefined,
      },
    ]);
    expect(await get(whole)).toEqual(body.lot);
    for (const one of body.parts) expect(await get(one)).toEqual(one);
  });

  test("links each part with its lot permanently, and the history names both", async () => {
    const whole = await lot();
    const { body } = await split(whole, [20, 5], { comment: "For line 2" });
    const [first, second] = body.parts;
    expect(
      await plant.sql(
        "select kind, from_id, to_id, qty from lot_transfer where from_id = ? order by id",
        whole.id,
      ),
    ).toEqual([
      { kind: "split", from_id: whole.id, to_id: first.id, qty: 20_000_000 },
      { kind: "split", from_id: whole.id, to_id: second.id, qty: 5_000_000 },
    ]);
    const history = async ({ id }: Item) =>
      (await plant.post("/api/MaterialItem/History", { id })).body;
    expect((await history(whole)).at(-1)).toMatchObject({
      action: "split",
      comment: "For line 2",
      detail: { qty: 25, partSerialNos: [first.visualSerialNo, second.visualSerialNo] },
      before: { actualQty: 100 },
      after: { actualQty: 75 },
    });
    expect(await history(second)).toMatchObject([
      { action: "splitOff", comment: "For line 2", detail: { fromID: whole.id, qty: 5 } },
    ]);
  });

  test("of everything leaves a consumed lot, which has nothing more to split", async () => {
    const whole = await lot();
    expect((await split(whole, [60, 40])).body.lot).toMatchObject({
      actualQty: 0,
      status: "Consumed",
    });
    await expectRefused(plant, () => split(whole, [1]), [409, "item_status"]);
  });

  test("of a lot on hold gives parts that are held for the same reason, or for one more", async () => {
    const whole = await item("Hold", await lot(), { holdReason: "quality" });
    const { parts } = (await split(whole, [5, part({ holdReason: "Quality" })])).body;
    expect(parts).toMatchObject([{ holdReason: "Quality" }, { holdReason: "Quality" }]);
    const other = plant.unique("Reason");
    await plant.done("put", "/api/HoldReason/Upsert", { suid: other, name: other });
    const [twice] = (await split(whole, [part({ holdReason: other })])).body.parts;
    expect(twice.holds).toMatchObject([{ holdReason: "Quality" }, { holdReason: other }]);
  });

  test("of a finished unit gives parts without a works order, and an unfinished one is refused", async () => {
    const { Name } = await plant.product({ DefaultBatchSize: 10 });
    const { name: bom } = await plant.bom({ parentProductName: Name });
    const { id } = await plant.worksOrder({ productName: Name, bom, qty: 10 });
    const items = [{ visualSerialNo: plant.unique("Unit"), qty: 10 }];
    const [unit] = (await plant.done("put", "/api/WorksOrder/Start", { id, items })).items;
    await expectRefused(plant, () => split(unit, [1]), [409, "item_status"]);
    await item("Complete", unit);
    expect((await split(unit, [4])).body).toMatchObject({
      lot: { actualQty: 6, scheduleID: id },
      parts: [{ actualQty: 4, scheduleID: null, orderNo: null, startDT: null, endDT: null }],
    });
    const cancel = () => plant.put("/api/WorksOrder/Cancel", { id });
    const { counts } = await expectRefused(plant, cancel, [409, "in_use"]);
    expect(counts).toMatchObject({ splitOrMerged: 1 });
  });

  test("happened when it says, and not before the lot was there", async () => {
    const whole = await lot({ occurredAt: "2026-01-05T08:00:00Z" });
    const early = () => split(whole, [1], { occurredAt: "2026-01-05T07:59:59Z" });
    await expectRefused(plant, early, [409, "before_it_was", "/occurredAt"]);
    const { parts } = (await split(whole, [1], { occurredAt: "2026-01-06T08:00:00Z" })).body;
    const move = (occurredAt: string) => () =>
      plant.put("/api/MaterialItem/Move", { id: parts[0].id, location: bay, occurredAt });
    await expectRefused(plant, move("2026-01-06T07:00:00Z"), [409, "before_it_was"]);
    expect((await move("2026-01-06T09:00:00Z")()).status).toBe(200);
  });

  test("that is repeated under its key takes effect once", async () => {
    const whole = await lot();
    const body = { id: whole.id, parts: [part()] };
    const headers = { "Idempotency-Key": plant.unique("key") };
    const send = () => plant.put("/api/MaterialItem/Split", body, { headers });
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    expect(await get(whole)).toMatchObject({ actualQty: 95 });
  });
});

describe("a split is refused", () => {
  test("of more than is left, at the part that lacks it", async () => {
    const whole = await lot();
    const problem = await expectRefused(plant, () => split(whole, [60, 41]), [
      409,
      "insufficient_quantity",
      "/parts/1/qty",
    ]);
    expect(problem).toMatchObject({ limit: 40, item: { id: whole.id, actualQty: 100 } });
  });

  test("of a quantity with too many decimals", async () => {
    const whole = await lot();
    const pointer = "/parts/0/qty";
    await expectRefused(plant, () => split(whole, [0.25]), [409, "decimal_places", pointer]);
    await expectRefused(plant, () => split(whole, [0]), [400, "validation_failed", pointer]);
  });

  test("to a serial that an item has, in any case, or that two parts have", async () => {
    const whole = await lot();
    const { visualSerialNo } = await lot();
    const pointer = "/parts/1/visualSerialNo";
    const taken = part({ visualSerialNo: visualSerialNo.toLowerCase() });
    await expectRefused(plant, () => split(whole, [1, taken]), [409, "duplicate", pointer]);
    const twice = part();
    await expectRefused(plant, () => split(whole, [twice, twice]), [409, "duplicate", pointer]);
  });

  test("of an item that is tracked by serial", async () => {
    const { Name } = await plant.product({ Tracking: "Serial" });
    const single = await plant.receive({ productName: Name, qty: 1 });
    await expectRefused(plant, () => split(single, [1]), [409, "tracking"]);
  });

  test("to a location or for a reason that is unknown or retired", async () => {
    const whole = await lot();
    const suid = plant.unique("OLD");
    await plant.done("put", "/api/Location/Upsert", { suid, name: suid, isActive: false });
    await plant.done("put", "/api/HoldReason/Upsert", { suid, name: suid, isActive: false });
    for (const field of ["location", "holdReason"]) {
      const send = (value: string) => () => split(whole, [part({ [field]: value })]);
      const pointer = `/parts/0/${field}`;
      await expectRefused(plant, send("Nowhere"), [404, "not_found", pointer]);
      await expectRefused(plant, send(suid), [409, "inactive", pointer]);
    }
  });

  test("without parts, with too many of them, and of no item", async () => {
    const whole = await lot();
    const invalid = [400, "validation_failed", "/parts"] as const;
    await expectRefused(plant, () => split(whole, []), invalid);
    await expectRefused(
      plant,
      () =>
        split(
          whole,
          Array.from({ length: 101 }, () => 0.1),
        ),
      invalid,
    );
    await expectRefused(plant, () => split({ id: 9_999_999_999 }, [1]), [404, "not_found", "/id"]);
  });

  test("to an operator", async () => {
    const whole = await lot();
    const body = { id: whole.id, parts: [part()] };
    const send = () => plant.put("/api/MaterialItem/Split", body, { key: plant.keys.operator });
    await expectRefused(plant, send, [403, "forbidden"]);
  });
});

describe("what was split", () => {
  test("can't be voided, and keeps its product", async () => {
    const whole = await lot();
    const [piece] = (await split(whole, [10])).body.parts;
    const { Name: other } = await plant.product();
    for (const one of [whole, piece]) {
      const voiding = { id: one.id, comment: "Never came" };
      const send = () => plant.put("/api/MaterialItem/Void", voiding);
      const { counts } = await expectRefused(plant, send, [409, "in_use"]);
      expect(counts).toMatchObject({ splitOrMerged: 1 });
      const update = async () =>
        plant.put(`/api/MaterialItem/Update/${one.id}`, {
          ...(await get(one)),
          productName: other,
        });
      await expectRefused(plant, update, [409, "fixed", "/productName"]);
    }
  });

  test("lives on its own: a part is moved, held, dispatched, and built like any item", async () => {
    const { part: product, parent } = await assembly(plant, { candidate: { maxQty: 9 } });
    const whole = await plant.receive({ productName: product.Name, qty: 100 });
    const [moved, held, sent, built] = (await split(whole, [20, 5, 30, 3])).body.parts;
    expect(await item("Move", moved, { location: bay })).toMatchObject({ location: bay });
    expect(await item("Hold", held, { holdReason: "quality" })).toMatchObject({ actualQty: 5 });
    expect(await item("Dispatch", sent)).toMatchObject({ status: "Dispatched", actualQty: 30 });
    const body = {
      parentSerialNo: parent,
      childSerialNo: built.visualSerialNo,
      builtQty: 3,
      receiveAtPointOfConsumption: false,
    };
    expect((await plant.put("/api/Build/Build", body)).body.child.status).toBe("Consumed");
    expect(await get(whole)).toMatchObject({ actualQty: 42, status: "Available", revNo: 2 });
  });
});
