import { expect, test } from "vitest";
import { openPlant, type Plant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly } from "./assembly.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const noon = Date.parse("2027-03-10T12:00:00Z");

const getSummary = (plant: Plant, fields: object = {}): Promise<Answer> =>
  plant.post("/api/Summary/Get", fields, { key: plant.keys.viewer });
const summaryOf = async (plant: Plant, fields: object = {}): Promise<Answer["body"]> => {
  const { status, body } = await getSummary(plant, fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const count = (number: number) => ({ count: number, isCapped: false });
const capped = { count: 1000, isCapped: true };

test("a plant without items has zeros, and an hour for each of the last 24", async () => {
  const plant = await openPlant();
  plant.now = noon + 20 * 60_000;
  const summary = await summaryOf(plant);
  expect(summary).toEqual({
    at: "2027-03-10T12:20:00.000Z",
    orders: ["Created", "Started", "Completed", "Cancelled"].map((status) => ({
      status,
      ...count(0),
    })),
    startedOrders: [],
    inWork: count(0),
    held: count(0),
    expired: count(0),
    expiring: count(0),
    expiringUntil: "2027-04-09T23:59:59.999Z",
    hours: expect.any(Array),
  });
  expect(summary.hours).toHaveLength(25);
  expect(summary.hours[0].at).toBe("2027-03-09T12:00:00.000Z");
  expect(summary.hours.at(-1)).toEqual({
    at: "2027-03-10T12:00:00.000Z",
    received: 0,
    built: 0,
    removed: 0,
    isCapped: false,
  });
});

test("orders are counted by status, and started ones list their units, the newest first", async () => {
  const plant = await openPlant();
  const { Name: productName, ID: productID } = await plant.product();
  const { name: bom } = await plant.bom({ parentProductName: productName });
  const order = (qty: number) => plant.worksOrder({ productName, bom, qty });
  const start = async (qty: number) => {
    const { id } = await order(qty);
    const items = Array.from({ length: qty }, () => ({
      visualSerialNo: plant.unique("U"),
      qty: 1,
    }));
    return plant.done("put", "/api/WorksOrder/Start", { id, items });
  };
  const verb = (name: string, visualSerialNo: string, fields: object = {}) =>
    plant.done("put", `/api/MaterialItem/${name}`, { visualSerialNo, ...fields });
  await order(1);
  const { id: cancelled } = await order(1);
  await plant.done("put", "/api/WorksOrder/Cancel", { id: cancelled });
  const completed = await start(2);
  await plant.done("put", "/api/WorksOrder/Complete", { id: completed.id });
  const older = await start(4);
  const newer = await start(1);
  const [finished, shipped, scrapped] = older.items.map(
    ({ visualSerialNo }: Answer["body"]) => visualSerialNo,
  );
  await verb("Complete", finished);
  await verb("Complete", shipped);
  await verb("Dispatch", shipped);
  await verb("Scrap", scrapped, { reasonSUID: "COUNT" });
  const { orders, startedOrders, inWork } = await summaryOf(plant);
  expect(orders).toEqual([
    { status: "Created", ...count(1) },
    { status: "Started", ...count(2) },
    { status: "Completed", ...count(1) },
    { status: "Cancelled", ...count(1) },
  ]);
  const common = { productID, productName, unit: "each", isCapped: false };
  expect(startedOrders).toEqual([
    {
      ...common,
      id: newer.id,
      orderNo: newer.orderNo,
      qty: 1,
      startDT: newer.startDT,
      units: 1,
      unitsComplete: 0,
    },
    {
      ...common,
      id: older.id,
      orderNo: older.orderNo,
      qty: 4,
      startDT: older.startDT,
      units: 3,
      unitsComplete: 2,
    },
  ]);
  expect(inWork).toEqual(count(2));
  // A unit in work is not finished, although it can have an end.
  const open = await plant.get(`/api/MaterialItem/Get/${newer.items[0].id}`);
  await plant.done("put", `/api/MaterialItem/Update/${newer.items[0].id}`, {
    ...open.body,
    endDT: "2027-03-10",
  });
  expect((await summaryOf(plant)).startedOrders[0]).toMatchObject({ units: 1, unitsComplete: 0 });
  // Nor is one that is opened again.
  await verb("Reopen", finished, { comment: "A seal is missing" });
  expect((await summaryOf(plant)).startedOrders[1]).toMatchObject({ units: 3, unitsComplete: 1 });
});

test("what is on hold, has expired or will within some days is counted while it is there", async () => {
  const plant = await openPlant({ timeZone: "Europe/Berlin" });
  plant.now = noon;
  const { Name: productName } = await plant.product();
  const received = async (expiryDate: string | null) =>
    (await plant.receive({ productName, qty: 1, expiryDate })).visualSerialNo;
  await received(null);
  await received("2027-03-09");
  const scrapped = await received("2027-03-08");
  const held = await received("2027-03-10T11:59:59.999Z");
  // It has not expired at that moment.
  await received("2027-03-10T12:00:00Z");
  await received("2027-03-10");
  await received("2027-03-11");
  await received("2027-03-12");
  await plant.done("put", "/api/MaterialItem/Scrap", {
    visualSerialNo: scrapped,
    reasonSUID: "COUNT",
  });
  await plant.done("put", "/api/MaterialItem/Hold", {
    visualSerialNo: held,
    holdReason: "Quality",
  });
  expect(await summaryOf(plant)).toMatchObject({
    held: count(1),
    expired: count(2),
    expiring: count(4),
  });
  expect(await summaryOf(plant, { expiringDays: 0 })).toMatchObject({
    expiring: count(2),
    expiringUntil: "2027-03-10T22:59:59.999Z",
  });
  expect(await summaryOf(plant, { expiringDays: 1 })).toMatchObject({ expiring: count(3) });
});

test("receipts, Builds and Removes are counted in the hour of their recording", async () => {
  const plant = await openPlant();
  plant.now = noon - 2 * hourMs;
  const { build, remove } = await assembly(plant, { candidate: { maxQty: 10 } });
  plant.now = noon - 1;
  await build();
  await build({ occurredAt: "2027-03-10T10:30:00Z" });
  plant.now = noon;
  await build();
  await remove();
  const hour = (at: string, received: number, built: number, removed: number) => ({
    at: `2027-03-10T${at}:00:00.000Z`,
    received,
    built,
    removed,
    isCapped: false,
  });
  const [first, second, last] = [hour("10", 1, 0, 0), hour("11", 0, 2, 0), hour("12", 0, 1, 1)];
  const since = new Date(noon - 2 * hourMs).toISOString();
  expect((await summaryOf(plant, { since })).hours).toEqual([first, second, last]);
  expect((await summaryOf(plant)).hours.slice(-4)).toEqual([
    hour("09", 0, 0, 0),
    first,
    second,
    last,
  ]);
  // The rest of an hour, and a time that is yet to come.
  const late = new Date(noon - 2 * hourMs + 1).toISOString();
  expect((await summaryOf(plant, { since: late })).hours[0]).toEqual(hour("10", 0, 0, 0));
  const coming = new Date(noon + hourMs).toISOString();
  expect((await summaryOf(plant, { since: coming })).hours).toEqual([]);
});

test("each number stops at its limit and says so", async () => {
  const plant = await openPlant({ isEdited: true });
  plant.now = noon;
  const { Name: productName, ID: productId } = await plant.product();
  const { name: bom } = await plant.bom({ parentProductName: productName });
  const started = async () => {
    const { id } = await plant.worksOrder({ productName, bom, qty: 1 });
    await plant.done("put", "/api/WorksOrder/Start", { id });
    return id;
  };
  const [oldest, older, newest] = [await started(), await started(), await started()];
  const addItems = (number: number, orderId: number | null) =>
    plant.sql(
      `insert into material_item (rev_no, last_edit_at, last_edit_user_id, product_id, status_id,
        visual_serial_no, serial_key, works_order_id, nominal_qty, actual_qty, hold_reason_id,
        expiry_at, made_at_consumption)
      with recursive number (n) as (select 1 union all select n + 1 from number where n < ?)
      select 1, ?, 1, ?, (select id from material_status where suid_key = 'wip'),
        ? || n, ? || n, ?, 1000000, 1000000, 1, ?, 0 from number`,
      number,
      noon,
      productId,
      `ADDED-${orderId}-`,
      `added-${orderId}-`,
      orderId,
      noon - 1,
    );
  const numbersOf = async () =>
    (await summaryOf(plant)).startedOrders.map(({ id, units, isCapped }: Answer["body"]) => [
      id,
      units,
      isCapped,
    ]);
  await addItems(1_000, null);
  expect(await summaryOf(plant)).toMatchObject({ held: count(1_000), expired: count(1_000) });
  await addItems(2_500, newest);
  await addItems(2_497, older);
  expect(await numbersOf()).toEqual([
    [newest, 2_501, false],
    [older, 2_498, false],
    [oldest, 1, false],
  ]);
  await addItems(5, oldest);
  expect(await numbersOf()).toEqual([
    [newest, 2_501, false],
    [older, 2_498, false],
    [oldest, 2, true],
  ]);
  expect(await summaryOf(plant)).toMatchObject({ inWork: capped, held: capped, expired: capped });
});

test("the newest changes are counted, and an hour that can have more says so", async () => {
  const plant = await openPlant({ isEdited: true });
  plant.now = noon;
  let added = 1_000_000;
  const addChanges = (number: number, at: number) => {
    added += number;
    return plant.sql(
      `insert into change_log (operation_id, ordinal, at, user_id, entity, entity_id, rev_no, action)
      with recursive number (n) as (select 1 union all select n + 1 from number where n < ?)
      select 'added-' || (? - n), 0, ?, 1, 'MaterialItem', ? - n, 1, 'builtInto' from number`,
      number,
      added,
      at,
      added,
    );
  };
  const since = new Date(noon - 2 * hourMs).toISOString();
  const builtOf = async () =>
    (await summaryOf(plant, { since })).hours.map(({ built, isCapped }: Answer["body"]) => [
      built,
      isCapped,
    ]);
  await addChanges(4_000, noon);
  await addChanges(5_000, noon - hourMs);
  await addChanges(1_000, noon - 2 * hourMs);
  expect(await builtOf()).toEqual([
    [1_000, false],
    [5_000, false],
    [4_000, false],
  ]);
  await addChanges(2, noon - 1);
  expect(await builtOf()).toEqual([
    [999, true],
    [5_002, false],
    [4_000, false],
  ]);
  await addChanges(1_000, noon - 2);
  expect((await builtOf())[0]).toEqual([0, true]);
});

test.for<[fields: object, pointer: string, detail: string]>([
  [{ expiringDays: -1 }, "/expiringDays", "Must be 0 or more."],
  [{ expiringDays: 3651 }, "/expiringDays", "At most 3650."],
  [{ since: new Date(Date.now() - 8 * dayMs).toISOString() }, "/since", "At most 7 days ago."],
])("%o is refused", async ([fields, pointer, detail]) => {
  const plant = await openPlant();
  const { status, body } = await getSummary(plant, fields);
  expect(status).toBe(400);
  expect(body.errors).toEqual([{ pointer, detail }]);
});

test("a key that is revoked learns nothing, whatever the request", async () => {
  const plant = await openPlant();
  const sent = { name: plant.unique("Key"), user: "operator", role: "viewer" };
  const { id, key } = await plant.done("post", "/api/ApiKey/Create", sent);
  await plant.post("/api/Summary/Get", {}, { key });
  await plant.done("put", "/api/ApiKey/Revoke", { id });
  const since = new Date(Date.now() - 8 * dayMs).toISOString();
  expect((await plant.post("/api/Summary/Get", { since }, { key })).status).toBe(401);
});

test("a summary costs one round trip", async () => {
  const plant = await openPlant();
  const { batches } = plant.database;
  if (!batches) return;
  await summaryOf(plant);
  const { reads } = batches.roundTrips;
  await summaryOf(plant);
  expect(batches.roundTrips.reads - reads).toBe(1);
});
