import { expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { atTime, longAgo } from "./at-time.ts";
import { assembly, itemNamed } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";
import { expectRefused } from "./refused.ts";
import { textOfBytes } from "./texts.ts";

const plant = await openPlant();
const path = "/api/Build/Remove";
const pump = await plant.product({ Name: "Pump" });
const seal = await plant.product({ Name: "Seal", InventoryDecimalPlaces: 1 });
const { name: bom } = await plant.bom({ parentProductName: pump.Name });
const candidate = {
  product: seal.Name,
  isActive: true,
  qty: 3,
  minQty: 0,
  maxQty: 3,
  isDefault: true,
};
const slotOf = (fields: object = {}) =>
  plant.slot({ ParentProductName: pump.Name, bom, candidates: [candidate], ...fields });
const [first, second] = [await slotOf(), await slotOf({ isRequired: false })];

type Item = Answer["body"];
const pumps = (): Promise<Item> => plant.receive({ productName: pump.Name, qty: 1 });
const seals = (qty = 10): Promise<Item> => plant.receive({ productName: seal.Name, qty });
const get = async ({ id }: Item): Promise<Item> =>
  (await plant.get(`/api/MaterialItem/Get/${id}`)).body;
const build = (parent: Item, child: Item, builtQty: number, fields: object = {}) =>
  plant.done("put", "/api/Build/Build", {
    parentSerialNo: parent.visualSerialNo,
    childSerialNo: child.visualSerialNo,
    builtQty,
    receiveAtPointOfConsumption: false,
    ...fields,
  });
const remove = (parent: Item, child: Item, removeQty: number, fields: object = {}) =>
  plant.put(path, {
    parentSerialNo: parent.visualSerialNo,
    childSerialNo: child.visualSerialNo,
    removeQty,
    reasonSUID: "REWORK",
    ...fields,
  });

/** Builds a quantity from a lot of seals into a pump. */
async function built(qty: number, lot = 10): Promise<{ parent: Item; child: Item }> {
  const { parent, child } = await build(await pumps(), await seals(lot), qty);
  return { parent, child };
}

test("a removal returns to stock, and returns both items as they became", async () => {
  const { parent, child } = await atTime(plant, longAgo, () => built(2));
  const fields = { comments: "Leaking", occurredAt: "2026-02-01T08:00:00Z" };
  const { status, body } = await remove(parent, child, 1.5, fields);
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.any(Number),
    parent: { ...parent, revNo: 3, lastEditDT: body.parent.lastEditDT },
    child: { ...child, revNo: 3, lastEditDT: body.parent.lastEditDT, actualQty: 9.5 },
    qty: 1.5,
    unit: "each",
    allocations: [{ bomSlotID: first.id, candidateID: first.candidates[0].id, qty: 1.5 }],
    at: "2026-02-01T08:00:00.000Z",
    userID: parent.lastEditUserID,
  });
  expect(await get(parent)).toEqual(body.parent);
  expect(await get(child)).toEqual(body.child);
  const logged = await plant.sql(
    `select entity_id, action, comment, suid from change_log
    join material_reason on material_reason.id = reason_id where seq >= ? order by seq`,
    body.id,
  );
  expect(logged).toEqual([
    { entity_id: parent.id, action: "removedFrom", comment: "Leaking", suid: "REWORK" },
    { entity_id: child.id, action: "removed", comment: "Leaking", suid: "REWORK" },
  ]);
});

test("a consumed child is Available again", async () => {
  const { parent, child } = await built(2, 2);
  expect(child.status).toBe("Consumed");
  const { body } = await remove(parent, child, 0.5);
  expect(body.child).toMatchObject({ actualQty: 0.5, status: "Available" });
});

test("an item in work that comes back is in work until its order is completed", async () => {
  const { unit, parent: serial, complete } = await assembly(plant, { candidate: { minQty: 0 } });
  await slotOf({ candidates: [{ ...candidate, product: unit.Name }] });
  const [whole, inWork] = [await pumps(), await itemNamed(plant, serial)];
  const { child } = await build(whole, inWork, 1);
  expect(child.status).toBe("Consumed");
  const { body } = await remove(whole, inWork, 1);
  expect(body.child).toMatchObject({ actualQty: 1, status: "WIP" });
  const adjust = (adjustqty: number) =>
    plant.done("post", "/api/MaterialItem/ItemAdjust", {
      materialitemid: inWork.id,
      adjustqty,
      reasonSUID: "COUNT",
    });
  expect((await adjust(-1)).status).toBe("Consumed");
  expect((await adjust(1)).status).toBe("WIP");
  const dispatch = () => plant.put("/api/MaterialItem/Dispatch", { id: inWork.id });
  await expectRefused(plant, dispatch, [409, "item_status"]);
  expect((await complete()).status).toBe(200);
  expect((await dispatch()).status).toBe(200);
});

test("room in the slot returns with the material", async () => {
  const { parent, child } = await built(6);
  await remove(parent, child, 1);
  await build(parent, child, 1);
  expect((await get(child)).actualQty).toBe(4);
});

test("the latest builds are removed first, even from a slot that is inactive now", async () => {
  const [parent, child] = [await pumps(), await seals()];
  await build(parent, child, 1, { bomSlotID: first.id });
  await build(parent, child, 2, { bomSlotID: second.id });
  await plant.done("put", "/api/BomSlot/Upsert", { id: second.id, isActive: false });
  const { body } = await remove(parent, child, 2.5);
  await plant.done("put", "/api/BomSlot/Upsert", { id: second.id, isActive: true });
  const parts = body.allocations.map(({ bomSlotID, qty }: Item) => [bomSlotID, qty]);
  expect(parts).toEqual([
    [second.id, 2],
    [first.id, 0.5],
  ]);
});

test("a slot that is named gives back what was built into it, and no more", async () => {
  const [parent, child] = [await pumps(), await seals()];
  await build(parent, child, 1, { bomSlotID: first.id });
  await build(parent, child, 2, { bomSlotID: second.id });
  const { body } = await remove(parent, child, 0.5, { bomSlotID: first.id });
  expect(body.allocations).toMatchObject([{ bomSlotID: first.id, qty: 0.5 }]);
  const inParent = await plant.done("post", "/api/Genealogy/AsBuilt", { id: parent.id });
  expect(inParent).toMatchObject([
    { bomSlotID: first.id, qty: 0.5 },
    { bomSlotID: second.id, qty: 2 },
  ]);
  const third = await slotOf();
  for (const [removeQty, bomSlotID, ...refusal] of [
    [0.6, first.id, 409, "not_built", "/removeQty"],
    [0.5, third.id, 409, "not_built", "/bomSlotID"],
    [0.5, 9_999_999_999, 404, "not_found", "/bomSlotID"],
  ] as const) {
    await expectRefused(plant, () => remove(parent, child, removeQty, { bomSlotID }), refusal);
  }
});

test("only the builds into this parent are removed from it", async () => {
  const { parent, child } = await built(1);
  const other = await pumps();
  await build(other, child, 2);
  await expectRefused(plant, () => remove(parent, child, 1.1), [409, "not_built"]);
  expect((await remove(other, child, 2)).status).toBe(200);
});

test("a quantity that was removed can't be removed again", async () => {
  const { parent, child } = await built(1);
  await remove(parent, child, 1);
  await expectRefused(plant, () => remove(parent, child, 0.1), [409, "not_built"]);
});

test("a reason that holds puts the child on hold, and an existing hold stays", async () => {
  const { parent, child } = await built(2);
  const { body } = await remove(parent, child, 1, { reasonSUID: "quality" });
  expect(body.child).toMatchObject({ actualQty: 9, holdReason: "Quality", status: "Available" });
  const customs = await plant.done("put", "/api/HoldReason/Upsert", {
    name: plant.unique("Customs"),
  });
  await plant.done("put", "/api/MaterialItem/Release", { id: child.id });
  await plant.done("put", "/api/MaterialItem/Hold", { id: child.id, holdReason: customs.name });
  const again = await remove(parent, child, 1, { reasonSUID: "QUALITY" });
  expect(again.body.child).toMatchObject({ actualQty: 10, holdReason: customs.name });
});

test("a reason that scraps writes off the removed quantity, in the same commit", async () => {
  const { parent, child } = await built(2, 3);
  const { body } = await remove(parent, child, 1, { reasonSUID: "SCRAP" });
  expect(body.child).toMatchObject({ actualQty: 1, nominalQty: 3, status: "Available" });
  const rows = await plant.sql(
    `select qty, suid from adjustment join material_reason on material_reason.id = material_reason_id
    where material_item_id = ?`,
    child.id,
  );
  expect(rows).toEqual([{ qty: -1_000_000, suid: "SCRAP" }]);
});

test("an item is Scrapped once it is at 0 with nothing built elsewhere", async () => {
  const { parent, child } = await built(2, 3);
  const other = await pumps();
  await build(other, child, 1);
  const scrap = { reasonSUID: "SCRAP" };
  expect((await remove(parent, child, 2, scrap)).body.child).toMatchObject({ status: "Consumed" });
  expect((await remove(other, child, 1, scrap)).body.child).toMatchObject({
    actualQty: 0,
    status: "Scrapped",
  });
});

test("an item whose rest was scrapped is Available again when some of it returns", async () => {
  const { parent, child } = await built(2);
  await plant.done("put", "/api/MaterialItem/Scrap", { id: child.id, reasonSUID: "SCRAP" });
  const { body } = await remove(parent, child, 2);
  expect(body.child).toMatchObject({ actualQty: 2, status: "Available" });
});

test("a removal is allowed in any state of the parent and its order", async () => {
  const { orderNo } = await plant.worksOrder({ productName: pump.Name, bom });
  await plant.done("put", "/api/WorksOrder/Start", { orderNo });
  const [item] = (await plant.post("/api/MaterialItem/GetByFilter", { orderNo })).body;
  const { parent, child } = await build(item, await seals(), 3);
  const removes = async () => (await remove(parent, child, 0.5)).status;
  await plant.done("put", "/api/WorksOrder/Complete", { orderNo });
  expect(await removes()).toBe(200);
  await plant.done("put", "/api/MaterialItem/Hold", { id: parent.id, holdReason: "Quality" });
  expect(await removes()).toBe(200);
  await plant.done("put", "/api/MaterialItem/Scrap", { id: parent.id, reasonSUID: "SCRAP" });
  expect(await removes()).toBe(200);
});

test.for(["parentSerialNo", "childSerialNo", "removeQty", "reasonSUID"])(
  "%s is mandatory",
  async (field) => {
    const item = { visualSerialNo: "S" };
    const send = () => remove(item, item, 1, { [field]: undefined });
    await expectRefused(plant, send, [400, "validation_failed", `/${field}`]);
  },
);

test.for<[field: string, value: unknown]>([
  ["parentSerialNo", textOfBytes(251)],
  ["childSerialNo", textOfBytes(251)],
  ["reasonSUID", textOfBytes(51)],
  ["comments", textOfBytes(2001)],
  ["removeQty", 0],
  ["removeQty", -1],
  ["removeQty", 0.0000001],
  ["occurredAt", "2999-01-01"],
])("%s may not be %s", async ([field, value]) => {
  const { parent, child } = await built(1);
  const send = () => remove(parent, child, 1, { [field]: value });
  await expectRefused(plant, send, [400, "validation_failed", `/${field}`]);
});

test.for<[what: string, status: number, code: string, fields: object]>([
  ["a parent that does not exist", 404, "not_found", { parentSerialNo: textOfBytes(250) }],
  ["a child that does not exist", 404, "not_found", { childSerialNo: textOfBytes(250) }],
  ["a reason that does not exist", 404, "not_found", { reasonSUID: textOfBytes(50) }],
  ["a reason for adjustments only", 409, "reason_not_assigned", { reasonSUID: "COUNT" }],
  ["too many decimals", 409, "decimal_places", { removeQty: 0.25 }],
  ["more than is built", 409, "not_built", { removeQty: 1.1 }],
])("%s is refused with %d %s", async ([, status, code, fields]) => {
  const { parent, child } = await built(1);
  await expectRefused(plant, () => remove(parent, child, 1, fields), [status, code]);
});

test("a retired reason is refused", async () => {
  const suid = plant.unique("reason");
  const reason = { suid, transactions: ["remove"], isActive: false };
  await plant.done("put", "/api/MaterialReason/Upsert", reason);
  const { parent, child } = await built(1);
  const send = () => remove(parent, child, 1, { reasonSUID: suid });
  await expectRefused(plant, send, [409, "inactive"]);
});

test("builds, removals and adjustments that race leave every quantity accounted for", async () => {
  const [parent, child] = [await pumps(), await seals(20)];
  await plant.race(32, (i) => {
    if (i % 4 === 0) return remove(parent, child, 0.5);
    if (i % 4 === 1) return remove(parent, child, 0.5, { reasonSUID: "SCRAP" });
    if (i % 4 === 2) {
      const body = { materialitemid: child.id, adjustqty: -0.5, reasonSUID: "COUNT" };
      return plant.post("/api/MaterialItem/ItemAdjust", body);
    }
    return plant.put("/api/Build/Build", {
      parentSerialNo: parent.visualSerialNo,
      childSerialNo: child.visualSerialNo,
      builtQty: 1,
      receiveAtPointOfConsumption: false,
    });
  });
  await expectConservation(plant);
});

test("a product or works order that builds rely on is fixed", async () => {
  const { parent, child } = await built(1);
  const update = (item: Item, changes: object) =>
    plant.put(`/api/MaterialItem/Update/${item.id}`, { ...item, ...changes });
  const fixed = (pointer: string) => [409, "fixed", pointer] as const;
  await expectRefused(plant, () => update(parent, { productID: seal.ID }), fixed("/productID"));
  await expectRefused(plant, () => update(child, { productID: pump.ID }), fixed("/productID"));
  const { id: scheduleID } = await plant.worksOrder({ productName: pump.Name, bom });
  await expectRefused(plant, () => update(parent, { scheduleID }), fixed("/scheduleID"));
  const { name } = await plant.bom({ parentProductName: seal.Name });
  const order = await plant.worksOrder({ productName: seal.Name, bom: name });
  expect((await update(child, { scheduleID: order.id })).status).toBe(200);
});

test("a repeated removal with one Idempotency-Key takes effect once", async () => {
  const { parent, child } = await built(2);
  const headers = { "Idempotency-Key": plant.unique("key") };
  const body = {
    parentSerialNo: parent.visualSerialNo,
    childSerialNo: child.visualSerialNo,
    removeQty: 1,
    reasonSUID: "SCRAP",
  };
  const answer = await plant.put(path, body, { headers });
  const again = await plant.put(path, body, { headers });
  expect(again.body).toEqual(answer.body);
  await expectConservation(plant);
});

test("all removals conserve material", () => expectConservation(plant));
