import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly, buildOf, itemNamed } from "./assembly.ts";
import { expectRefused } from "./refused.ts";

// The facts in a refusal from which a client offers the next action.

const plant = await openPlant();

/** Makes an assembly whose part has a SUID. Returns what its one slot shows before it is built. */
async function pump(given: Parameters<typeof assembly>[1] = {}) {
  const SUID = plant.unique("SEAL");
  const made = await assembly(plant, { ...given, part: { SUID, ...given.part } });
  const { Name: productName, ID: productID } = made.part;
  const item = {
    id: made.childId,
    visualSerialNo: made.child,
    productID,
    productName,
    productSUID: SUID,
    version: "A",
    actualQty: given.stock ?? 10,
    unit: "each",
    status: "Available",
    expiryDate: null,
  };
  const slot = {
    visualSerialNo: made.parent,
    bomSlotID: made.slot.id,
    description: made.slot.description,
    required: 1,
    built: 0,
    unit: "each",
    product: productName,
    takes: 1,
    max: 1,
  };
  const candidate = {
    candidateID: made.candidateId,
    productID,
    productName,
    productSUID: SUID,
    version: null,
    isDefault: true,
  };
  return { ...made, item, open: { ...slot, candidates: [candidate] }, full: slot };
}

test("more than a slot takes: the slot with its quantities, and what fits", async () => {
  const { build, item, full } = await pump({ candidate: { maxQty: 3 } });
  await build({ builtQty: 2 });
  const refused = [409, "over_maximum", "/builtQty"] as const;
  expect(await expectRefused(plant, () => build({ builtQty: 2 }), refused)).toMatchObject({
    item: { ...item, actualQty: 8 },
    slots: [{ ...full, built: 2, takes: 1, max: 3 }],
    count: 1,
    limit: 1,
  });
});

test("a child that no slot takes: the slots that have room, and their candidates", async () => {
  const { build, open, unit, bom } = await pump({ candidate: { maxQty: 1 } });
  const { Name: productName } = await plant.product();
  const other = await plant.receive({ productName, qty: 1 });
  const optional = await plant.slot({
    ParentProductName: unit.Name,
    bom: bom.name,
    isRequired: false,
    candidates: [{ product: unit.Name, isActive: true, qty: 2, minQty: 1, isDefault: true }],
  });
  const free = {
    bomSlotID: optional.id,
    required: 1,
    takes: null,
    max: null,
    candidates: [{ productName: unit.Name }],
  };
  const childSerialNo = other.visualSerialNo;
  const refused = [409, "not_in_bom", "/childSerialNo"] as const;
  const notInBom = () => expectRefused(plant, () => build({ childSerialNo }), refused);
  expect(await notInBom()).toMatchObject({
    item: { id: other.id, productName },
    slots: [open, free],
    count: 2,
  });
  await build();
  // A full slot is no longer open.
  expect(await notInBom()).toMatchObject({ slots: [free], count: 1 });
  const chosen = () => build({ childSerialNo, bomSlotID: open.bomSlotID });
  const ofSlot = [409, "not_in_bom", "/bomSlotID"] as const;
  expect(await expectRefused(plant, chosen, ofSlot)).toMatchObject({ slots: [free], count: 1 });
  // Of a child that is received by the Build, there is no item yet.
  const details = { productName, version: "A" };
  const made = {
    childSerialNo: plant.unique("New"),
    receiveAtPointOfConsumption: true,
    itemDetails: details,
  };
  const ofDetails = [409, "not_in_bom", "/itemDetails/productName"] as const;
  const problem = await expectRefused(plant, () => build(made), ofDetails);
  expect(problem).toMatchObject({ slots: [free] });
  expect(problem).not.toHaveProperty("item");
});

test("a child that does not exist: the slots that it could be for", async () => {
  const { build, open } = await pump({ candidate: { maxQty: 1 } });
  const refused = [404, "not_found", "/childSerialNo"] as const;
  const unknown = () => build({ childSerialNo: "none" });
  expect(await expectRefused(plant, unknown, refused)).toMatchObject({ slots: [open], count: 1 });
  const without = await plant.receive({ productName: (await plant.product()).Name, qty: 1 });
  const nowhere = () => build({ childSerialNo: "none", parentSerialNo: without.visualSerialNo });
  // Without a BoM there is nothing to say.
  expect(await expectRefused(plant, nowhere, refused)).not.toHaveProperty("slots");
});

test("an item on hold: why, since when, and by whom", async () => {
  const { build, remove, item, child, parent, unit } = await pump();
  const suid = plant.unique("INSPECT");
  await plant.done("put", "/api/HoldReason/Upsert", { name: suid, suid, isActive: true });
  const occurredAt = new Date().toISOString();
  await plant.done("put", "/api/MaterialItem/Hold", {
    visualSerialNo: child,
    holdReason: suid,
    comment: "Scratched",
    occurredAt,
  });
  const { body: me } = await plant.post("/api/Session/Get", {});
  const hold = {
    reason: suid,
    reasonSUID: suid,
    since: occurredAt,
    comment: "Scratched",
    userID: me.userID,
    user: me.user,
  };
  const refused = [409, "item_on_hold", "/childSerialNo"] as const;
  expect(await expectRefused(plant, () => build(), refused)).toMatchObject({ item, hold });
  const dispatch = () => plant.put("/api/MaterialItem/Dispatch", { visualSerialNo: child });
  expect(await expectRefused(plant, dispatch, [409, "item_on_hold"])).toMatchObject({ item, hold });
  await plant.done("put", "/api/MaterialItem/Release", { visualSerialNo: child });
  await build();
  // Removed to hold: the hold is that of the Remove, and of no earlier Hold.
  await remove({ reasonSUID: "QUALITY", comments: "Leaks" });
  expect(await expectRefused(plant, () => build(), refused)).toMatchObject({
    hold: { comment: "Leaks", user: me.user },
  });
  await plant.done("put", "/api/MaterialItem/Hold", {
    visualSerialNo: parent,
    holdReason: "Quality",
  });
  const ofParent = [409, "item_on_hold", "/parentSerialNo"] as const;
  expect(await expectRefused(plant, () => build(), ofParent)).toMatchObject({
    item: { visualSerialNo: parent, productName: unit.Name },
    hold: { reason: "Quality", comment: null },
  });
  const complete = () => plant.put("/api/MaterialItem/Complete", { visualSerialNo: parent });
  expect(await expectRefused(plant, complete, [409, "item_on_hold"])).toMatchObject({
    item: { visualSerialNo: parent },
    hold: { reason: "Quality" },
  });
});

test("an item that is expired, in the wrong state, or too small in stock", async () => {
  const { build, item, parent, child, order, unit, complete } = await pump({ stock: 2 });
  const { build: more } = await assembly(plant, { candidate: { maxQty: 9 }, stock: 2 });
  expect(
    await expectRefused(plant, () => more({ builtQty: 3 }), [409, "insufficient_quantity"]),
  ).toMatchObject({ item: { actualQty: 2, unit: "each" }, limit: 2 });
  const { body } = await plant.get(`/api/MaterialItem/Get/${item.id}`);
  const expiryDate = new Date(Date.now() - 1000).toISOString();
  await plant.done("put", `/api/MaterialItem/Update/${item.id}`, {
    ...body,
    expiryDate,
  });
  expect(
    await expectRefused(plant, () => build(), [409, "item_expired", "/childSerialNo"]),
  ).toMatchObject({ item: { ...item, expiryDate } });
  const dispatch = (visualSerialNo: string) => () =>
    plant.put("/api/MaterialItem/Dispatch", { visualSerialNo });
  expect(await expectRefused(plant, dispatch(child), [409, "item_expired"])).toMatchObject({
    item: { expiryDate },
  });
  expect(await expectRefused(plant, dispatch(parent), [409, "item_status"])).toMatchObject({
    item: { visualSerialNo: parent, productName: unit.Name, status: "WIP" },
  });
  expect(await expectRefused(plant, complete, [409, "incomplete"])).toMatchObject({
    order: { id: order.id, orderNo: order.orderNo, status: "Started" },
    slots: [{ visualSerialNo: parent, required: 1, built: 0 }],
    count: 1,
  });
  const finish = () => plant.put("/api/MaterialItem/Complete", { visualSerialNo: parent });
  expect(await expectRefused(plant, finish, [409, "incomplete"])).toMatchObject({
    item: { visualSerialNo: parent },
    slots: [{ visualSerialNo: parent }],
  });
  await complete({ allowIncomplete: true, comment: "Short" });
  const completed = { order: { id: order.id, orderNo: order.orderNo, status: "Completed" } };
  expect(await expectRefused(plant, complete, [409, "order_status"])).toMatchObject(completed);
  expect(
    await expectRefused(plant, () => build(), [409, "order_status", "/parentSerialNo"]),
  ).toMatchObject({ item: { visualSerialNo: parent }, ...completed });
});

test("a single thing that is built: the item that holds it", async () => {
  const { build, remove, item, parent, child, part } = await pump({
    part: { Tracking: "Serial" },
    stock: 1,
  });
  const { parent: other } = await assembly(plant, { stock: 1 });
  await build();
  const builtInto = { id: (await itemNamed(plant, parent)).id, visualSerialNo: parent };
  const gone = { ...item, actualQty: 0, status: "Consumed" };
  const again = [409, "already_built", "/childSerialNo"] as const;
  expect(await expectRefused(plant, () => build(), again)).toMatchObject({ item: gone, builtInto });
  const elsewhere = () => remove({ parentSerialNo: other });
  const notThere = [409, "not_built", "/childSerialNo"] as const;
  expect(await expectRefused(plant, elsewhere, notThere)).toMatchObject({
    item: gone,
    builtInto,
    limit: 0,
  });
  expect(
    await expectRefused(plant, () => build({ builtQty: 2, childSerialNo: child }), again),
  ).toMatchObject({ builtInto });
  const receive = () =>
    plant.post("/api/MaterialItem/Receive", {
      productName: part.Name,
      visualSerialNo: child.toLowerCase(),
      qty: 1,
    });
  expect(await expectRefused(plant, receive, [409, "duplicate"])).toMatchObject({ item: gone });
});

test("limits: what would be accepted", async () => {
  const { remove, build, child, childId, item } = await pump({ candidate: { maxQty: 5 } });
  await build({ builtQty: 2 });
  const left = { ...item, actualQty: 8 };
  expect(
    await expectRefused(plant, () => remove({ removeQty: 3 }), [409, "not_built", "/removeQty"]),
  ).toMatchObject({ item: left, limit: 2 });
  expect(
    await expectRefused(plant, () => remove({ removeQty: 0.5 }), [409, "decimal_places"]),
  ).toMatchObject({ item: left, limit: 0 });
  const adjust = (fields: object) => () =>
    plant.post("/api/MaterialItem/ItemAdjust", {
      materialitemid: childId,
      reasonSUID: "COUNT",
      ...fields,
    });
  expect(
    await expectRefused(plant, adjust({ adjustqty: -9 }), [409, "negative_quantity"]),
  ).toMatchObject({ item: left, limit: 8 });
  expect(
    await expectRefused(plant, adjust({ adjustqty: 999_999_999 }), [409, "quantity_range"]),
  ).toMatchObject({ item: left, limit: 999_999_999.999999 });
  const move = (fields: object) => () =>
    plant.put("/api/MaterialItem/Move", { visualSerialNo: child, location: "MAIN", ...fields });
  expect(
    await expectRefused(plant, move({ location: "none" }), [404, "not_found", "/location"]),
  ).toMatchObject({ item: left });
  const history = await plant.post("/api/MaterialItem/History", { id: childId });
  const occurredAt = "2020-01-01T00:00:00.000Z";
  expect(await expectRefused(plant, move({ occurredAt }), [409, "before_it_was"])).toMatchObject({
    item: left,
    earliest: history.body[0].at,
  });
  const now = (plant.now = Date.now());
  const backdated = () =>
    plant.put(
      "/api/Build/Build",
      { ...buildOf("any", child), occurredAt },
      {
        key: plant.keys.operator,
      },
    );
  expect(await expectRefused(plant, backdated, [409, "backdated"])).toMatchObject({
    limit: 72,
    earliest: new Date(now - 72 * 3_600_000).toISOString(),
  });
  plant.now = undefined;
});

test("a refused line of a batch has the same facts, also where the batch is repeated", async () => {
  const { parent, child, item, open, full } = await pump({ candidate: { maxQty: 2 }, stock: 3 });
  const other = await plant.receive({ productName: (await plant.product()).Name, qty: 1 });
  const lines = [
    buildOf(parent, child),
    buildOf(parent, other.visualSerialNo),
    buildOf(parent, child, 2),
    buildOf(parent, "none"),
  ];
  const headers = { "Idempotency-Key": plant.unique("key") };
  const send = () => plant.put("/api/Build/BuildMany", { lines }, { headers });
  const { status, body } = await send();
  expect([status, body.done, body.refused]).toEqual([200, 1, 3]);
  const slots = [{ ...open, built: 1, takes: 1, max: 2 }];
  expect(body.results.slice(1)).toMatchObject([
    { problem: { code: "not_in_bom", line: 1, item: { id: other.id }, slots, count: 1 } },
    {
      problem: {
        code: "over_maximum",
        line: 2,
        item: { ...item, actualQty: 2 },
        slots: [{ ...full, built: 1, takes: 1, max: 2 }],
        limit: 1,
      },
    },
    { problem: { code: "not_found", line: 3, slots } },
  ]);
  await plant.done("put", "/api/Build/Build", buildOf(parent, child));
  expect((await send()).body).toEqual(body);
  const atomic = () => plant.put("/api/Build/BuildMany", { lines: lines.slice(1), atomic: true });
  const refused = [409, "not_in_bom", "/lines/0/childSerialNo"] as const;
  expect(await expectRefused(plant, atomic, refused)).toMatchObject({
    line: 0,
    slots: [],
    count: 0,
  });
  const removals = [
    { parentSerialNo: parent, childSerialNo: child, removeQty: 3, reasonSUID: "REWORK" },
  ];
  const removed = await plant.put("/api/Build/RemoveMany", { lines: removals });
  expect(removed.body.results).toMatchObject([
    { problem: { code: "not_built", item: { id: item.id }, limit: 2 } },
  ]);
});

test("a delivery that contradicts what was made at a point of consumption: the item", async () => {
  const { parent, part } = await pump();
  const childSerialNo = plant.unique("New");
  await plant.done("put", "/api/Build/Build", {
    ...buildOf(parent, childSerialNo),
    receiveAtPointOfConsumption: true,
    itemDetails: { productName: part.Name, batchNo: "B1" },
  });
  const receive = (fields: object) => () =>
    plant.post("/api/MaterialItem/Receive", {
      productName: part.Name,
      visualSerialNo: childSerialNo,
      qty: 1,
      ...fields,
    });
  const item = { visualSerialNo: childSerialNo, actualQty: 0, status: "Consumed" };
  expect(
    await expectRefused(plant, receive({ batchNo: "B2" }), [409, "details_contradict"]),
  ).toMatchObject({ item });
});
