import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { atTime, longAgo } from "./at-time.ts";
import { expectConservation } from "./conservation.ts";
import { expectRefused } from "./refused.ts";
import { textOfBytes } from "./texts.ts";

const plant = await openPlant();
const { Name: productName } = await plant.product();
const stock = (fields: object = {}) => plant.receive({ productName, qty: 10, ...fields });
const bay = plant.unique("BAY");
await plant.done("put", "/api/Location/Upsert", { suid: bay, name: "Bay" });

/** The fields of each verb besides the item. */
const fields = {
  Hold: { holdReason: "quality" },
  Release: {},
  Scrap: { reasonSUID: "scrap" },
  Move: { location: bay },
  Relabel: { comment: "Label lost" },
  Dispatch: {},
  Complete: {},
  Reopen: { comment: "Leaks" },
  Return: { comment: "Complaint", location: bay, holdReason: "quality" },
  Void: { comment: "Never came" },
} as const;
type Verb = keyof typeof fields;
const path = (verb: Verb) => `/api/MaterialItem/${verb}`;
const verbs = Object.keys(fields) as Verb[];
const does = (verb: Verb, body: object) =>
  plant.put(path(verb), {
    ...fields[verb],
    ...(verb === "Relabel" ? { newVisualSerialNo: plant.unique("NEW") } : {}),
    ...body,
  });

/** Returns an item for which the verb has nothing to refuse. */
async function ready(verb: Verb) {
  if (verb === "Complete") return unit();
  if (verb === "Reopen") return (await does("Complete", { id: (await unit()).id })).body;
  const item = await stock();
  if (verb === "Release") return (await does("Hold", { id: item.id })).body;
  return verb === "Return" ? (await does("Dispatch", { id: item.id })).body : item;
}

/** Starts a works order of one unit that needs nothing, and returns the unit. */
async function unit() {
  const { id } = await plant.worksOrder({ productName, bom: (await bom).name });
  const { items } = (await plant.put("/api/WorksOrder/Start", { id })).body;
  return (await plant.get(`/api/MaterialItem/Get/${items[0].id}`)).body;
}
const bom = plant.bom({ parentProductName: productName });

test.for<[Verb, expected: object]>([
  ["Hold", { holdReason: "Quality", status: "Available", actualQty: 10 }],
  ["Release", { holdReasonID: null, holdReason: null, status: "Available" }],
  ["Scrap", { status: "Scrapped", actualQty: 0, nominalQty: 10 }],
  ["Move", { location: bay, status: "Available" }],
  ["Relabel", { visualSerialNo: expect.stringMatching(/^NEW/), actualQty: 10 }],
  ["Dispatch", { status: "Dispatched", actualQty: 10 }],
  ["Complete", { status: "Available", endDT: "2026-01-02T23:59:59.999Z" }],
  ["Reopen", { status: "WIP", endDT: null }],
  ["Return", { status: "Available", location: bay, holdReason: "Quality" }],
  ["Void", { status: "Voided", actualQty: 0, nominalQty: 10 }],
])("%s returns the item as it became, and Get agrees", async ([verb, expected]) => {
  const { id, revNo } = await atTime(plant, longAgo, () => ready(verb));
  const { status, body } = await does(verb, { id, comment: "Why", occurredAt: "2026-01-02" });
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...expected, id, revNo: revNo + 1 });
  // Hold also returns what contains the item.
  const { whereUsed: _whereUsed, whereUsedCount: _whereUsedCount, ...item } = body;
  expect((await plant.get(`/api/MaterialItem/Get/${id}`)).body).toEqual(item);
  const [log] = await plant.sql(
    `select comment, occurred_at from change_log
    where entity = 'MaterialItem' and entity_id = ? order by seq desc limit 1`,
    id,
  );
  expect(log).toEqual({ comment: "Why", occurred_at: Date.parse("2026-01-02T23:59:59.999Z") });
});

test.for(verbs)("%s finds the item by its serial without regard to case", async (verb) => {
  const { id, visualSerialNo } = await ready(verb);
  const { body } = await does(verb, { visualSerialNo: visualSerialNo.toLowerCase() });
  expect(body.id).toBe(id);
});

test.for(verbs)("%s needs id or visualSerialNo, and of both the same item", async (verb) => {
  await expectRefused(plant, () => does(verb, {}), [400, "validation_failed"]);
  const { id, visualSerialNo } = await ready(verb);
  const other = await stock();
  const both = { id: other.id, visualSerialNo };
  await expectRefused(plant, () => does(verb, both), [404, "not_found"]);
  expect((await does(verb, { id, visualSerialNo })).status).toBe(200);
});

test.for(verbs)("%s needs an item that exists", async (verb) => {
  for (const body of [{ id: 9_999_999_999 }, { visualSerialNo: "No such serial" }]) {
    await expectRefused(plant, () => does(verb, body), [404, "not_found"]);
  }
});

test.for(verbs)("%s can't have happened in the future", async (verb) => {
  const { id } = await ready(verb);
  const send = () => does(verb, { id, occurredAt: "2999-01-01" });
  await expectRefused(plant, send, [400, "validation_failed", "/occurredAt"]);
});

test.for<[Verb, field: string, limit: number]>([
  ["Hold", "holdReason", 250],
  ["Scrap", "reasonSUID", 50],
  ["Move", "location", 200],
])("%s needs a %s of at most %d bytes that exists", async ([verb, field, limit]) => {
  const { id } = await ready(verb);
  const send = (value: unknown) => () => plant.put(path(verb), { id, [field]: value });
  await expectRefused(plant, send(undefined), [400, "validation_failed", `/${field}`]);
  const tooLong = textOfBytes(limit + 1);
  await expectRefused(plant, send(tooLong), [400, "validation_failed", `/${field}`]);
  await expectRefused(plant, send(textOfBytes(limit)), [404, "not_found"]);
});

test("an operator puts an item on hold, and does not release it", async () => {
  const { id } = await stock();
  const as = { key: plant.keys.operator };
  const held = await plant.put(path("Hold"), { id, ...fields.Hold }, as);
  expect(held.body).toMatchObject({ holdReason: "Quality" });
  await expectRefused(plant, () => plant.put(path("Release"), { id }, as), [403, "forbidden"]);
  const dispatched = () => plant.put(path("Dispatch"), { id });
  await expectRefused(plant, dispatched, [409, "item_on_hold"]);
});

test("an operator dates a hold back by no more than 72 hours", async () => {
  const { id } = await stock();
  const occurredAt = new Date(Date.now() - 100 * 3_600_000).toISOString();
  const hold = { id, ...fields.Hold, occurredAt };
  const send = () => plant.put(path("Hold"), hold, { key: plant.keys.operator });
  await expectRefused(plant, send, [409, "backdated", "/occurredAt"]);
});

test("a reason to scrap must be for adjustments", async () => {
  const { id } = await stock();
  const send = () => does("Scrap", { id, reasonSUID: "REWORK" });
  await expectRefused(plant, send, [409, "reason_not_assigned"]);
});

test("a retired record is not used again", async () => {
  const suid = plant.unique("retired");
  const retired = { suid, isActive: false };
  await plant.done("put", "/api/HoldReason/Upsert", retired);
  await plant.done("put", "/api/Location/Upsert", retired);
  const reason = { ...retired, transactions: ["adjust"] };
  await plant.done("put", "/api/MaterialReason/Upsert", reason);
  const { id } = await stock();
  const inactive = [409, "inactive"] as const;
  await expectRefused(plant, () => does("Hold", { id, holdReason: suid }), inactive);
  await expectRefused(plant, () => does("Move", { id, location: suid }), inactive);
  await expectRefused(plant, () => does("Scrap", { id, reasonSUID: suid }), inactive);
});

test("a dispatched item that is adjusted stays Dispatched", async () => {
  const { id } = (await does("Dispatch", { id: (await stock()).id })).body;
  const body = { materialitemid: id, adjustqty: 1, reasonSUID: "COUNT" };
  const item = await plant.done("post", "/api/MaterialItem/ItemAdjust", body);
  expect(item.status).toBe("Dispatched");
});

test("a dispatch that happened before the expiry is accepted", async () => {
  const { id } = await atTime(plant, longAgo, () => stock({ expiryDate: "2026-01-31" }));
  expect((await does("Dispatch", { id, occurredAt: "2026-01-31" })).status).toBe(200);
});

test("of two holds for one reason that race, one holds the item and the other changes nothing", async () => {
  const { id } = await stock();
  const { tally } = await plant.race(2, () => does("Hold", { id }));
  expect(tally).toEqual({ 200: 2 });
  const { body } = await plant.get(`/api/MaterialItem/Get/${id}`);
  expect(body).toMatchObject({ revNo: 2, holds: [{ holdReason: "Quality" }] });
});

test("the life of all items conserves material", () => expectConservation(plant));
