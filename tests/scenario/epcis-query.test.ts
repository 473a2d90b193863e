import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { atTime } from "./at-time.ts";
import { consumption } from "./assembly.ts";
import { expectRefused } from "./refused.ts";
import {
  correctionDisposition,
  type Event,
  eventsOf,
  everyKindOfEvent,
  expectToldApart,
  type Fields,
  stocked,
  tracedPump,
} from "./traced.ts";

const plant = await openPlant({ isEdited: true });
const query = (filter: object) => plant.post("/api/Epcis/Query", filter);
const of = (visualSerialNo: string, filter: object = {}) =>
  eventsOf(plant, { visualSerialNo, ...filter });
const ids = (events: readonly Event[]) => events.map(({ eventID }) => eventID);

test("events are found by time, type, action, step, item and order", async () => {
  const own = await openPlant({ isEdited: true });
  await everyKindOfEvent(own);
  const all = await eventsOf(own, {});
  const matches = async (filter: Fields, isMatch: (event: Event) => boolean) => {
    const found = await eventsOf(own, filter);
    expect(found.length, JSON.stringify(filter)).toBeGreaterThan(0);
    expect(found).toEqual(all.filter(isMatch));
  };
  for (const bizStep of new Set(all.map(({ bizStep: step }) => step))) {
    if (bizStep !== undefined) await matches({ bizStep }, (event) => event.bizStep === bizStep);
  }
  for (const eventType of ["ObjectEvent", "AssociationEvent", "TransformationEvent"])
    await matches({ eventType }, ({ type }) => type === eventType);
  for (const action of ["ADD", "OBSERVE", "DELETE"])
    await matches({ action }, (event) => event.action === action);
  const middle = all[15].eventTime;
  await matches({ from: middle }, ({ eventTime }) => eventTime >= middle);
  await matches({ to: middle }, ({ eventTime }) => eventTime < middle);
  expect(await eventsOf(own, { from: "2100-01-01" })).toEqual([]);
});

test("a time filter uses the time of the event, whenever that was recorded", async () => {
  const { Name: productName } = await plant.product();
  const { visualSerialNo } = await stocked(plant, productName, { occurredAt: "2026-01-05" });
  const between = (from: string, to: string) => of(visualSerialNo, { from, to });
  expect(await between("2026-01-05", "2026-01-05")).toHaveLength(1);
  expect(await between("2026-01-06", "2100-01-01")).toEqual([]);
  expect(await between("2026-01-04", "2026-01-04")).toEqual([]);
  expect(await between("2026-01-04", "2026-01-05T00:00:00Z")).toEqual([]);
});

test("a correction's declaration has the time of the Build, and its own event the time of the correction", async () => {
  const own = await openPlant({ isEdited: true });
  const { grease, serial } = await atTime(own, "2025-12-01", () => tracedPump(own));
  await correctionDisposition(own, "hold");
  const { visualSerialNo } = await stocked(own, grease.Name, { occurredAt: "2025-12-01" });
  const { build, remove } = consumption(own, serial, visualSerialNo);
  await build({ builtQty: 0.25, occurredAt: "2026-01-10" });
  await build({ builtQty: 0.25, occurredAt: "2026-02-10" });
  await remove({ removeQty: 0.375, reasonSUID: "CORRECTION", occurredAt: "2026-03-10" });
  const all = await eventsOf(own, { visualSerialNo });
  const months = ["2026-01", "2026-02", "2026-03", "2026-04"].map((month) => `${month}-01`);
  const told = new Map<string, Event[]>();
  for (const [index, from] of months.slice(0, 3).entries()) {
    const to = months[index + 1]!;
    const found = await eventsOf(own, { from, to, visualSerialNo });
    expect(found).toEqual(all.filter(({ eventTime }) => from <= eventTime && eventTime < to));
    expect(await eventsOf(own, { from, to })).toEqual(found);
    told.set(from, found);
  }
  const declared = [...told.values()].map(
    (events) => events.filter((event) => "errorDeclaration" in event).length,
  );
  expect(declared).toEqual([1, 1, 0]);
  expect(told.get("2026-03-01")).toMatchObject([{ bizStep: "holding" }]);
});

test("a correction after the clock was set back has the time of the Build", async () => {
  const own = await openPlant({ isEdited: true });
  const { grease, serial } = await tracedPump(own);
  const { visualSerialNo } = await stocked(own, grease.Name);
  const { build, remove } = consumption(own, serial, visualSerialNo);
  const built = Date.now() + 3 * 3_600_000;
  own.now = built;
  await build({ builtQty: 0.25 });
  own.now = undefined;
  await remove({ removeQty: 0.25, reasonSUID: "CORRECTION" });
  const from = new Date(built - 1000).toISOString();
  const found = await eventsOf(own, { from });
  const { eventID, eventTime } = found[0];
  expect(found).toMatchObject([
    { type: "TransformationEvent", eventTime: new Date(built).toISOString() },
    { eventID, eventTime, errorDeclaration: { reason: "did_not_occur" } },
  ]);
  expect(await eventsOf(own, { from, visualSerialNo })).toEqual(found);
  expect(await eventsOf(own, { from: new Date(built + 1).toISOString() })).toEqual([]);
});

test("pages fit together, and an event has the same id in every query", async () => {
  const own = await openPlant({ isEdited: true });
  await everyKindOfEvent(own);
  const all = await eventsOf(own, {});
  const paged: Event[] = [];
  let path = "/api/Epcis/Query?limit=7";
  for (let pages = 0; path !== "" && pages < 50; pages++) {
    const { body, headers } = await own.post(path, {});
    paged.push(...body.epcisBody.eventList);
    path = /^<(.*)>; rel="next"$/.exec(headers.get("Link") ?? "")?.[1] ?? "";
  }
  expect(paged).toEqual(all);
  expectToldApart(all);
});

test("a document of more than one chunk is streamed whole", async () => {
  const { Name: productName } = await plant.product();
  const { id, visualSerialNo } = await stocked(plant, productName, { qty: 5000 });
  const changes = 1100;
  const insert = `insert into change_log
    (operation_id, ordinal, at, entity, entity_id, rev_no, action, before, after)
    select '01a1ff9c-be9f-7cdb-bcdc-' || printf('%012x', value), 0, ?, 'MaterialItem', ?, value + 10,
      'moved', '{"locationId":1}', '{"locationId":1}'
    from (with recursive numbers (value) as (
      select 1 union all select value + 1 from numbers where value < ?) select value from numbers)`;
  await plant.sql(insert, Date.now(), id, changes);
  const events = await of(visualSerialNo);
  expect(events).toHaveLength(changes + 1);
  expect(events.at(-1).quantityList[0].quantity).toBe(5000);
  expect(await of(visualSerialNo, { bizStep: "receiving" })).toEqual([events[0]]);
  await plant.done("put", "/api/MaterialItem/Scrap", { id, reasonSUID: "SCRAP" });
  const gone = await of(visualSerialNo, { action: "DELETE" });
  expect(gone).toMatchObject([{ bizStep: "destroying", quantityList: [{ quantity: 5000 }] }]);
});

test("a query that names what does not exist is refused", async () => {
  for (const [body, pointer] of [
    [{ bizStep: "comissioning" }, "/bizStep"],
    [{ eventType: "AggregationEvent" }, "/eventType"],
    [{ action: "add" }, "/action"],
    [{ orderNo: "" }, "/orderNo"],
    [{ from: "yesterday" }, "/from"],
  ] as const) {
    await expectRefused(plant, () => query(body), [400, "validation_failed", pointer]);
  }
});

test("each line of a batch has its event, and a correction covers several Builds", async () => {
  const { grease, serial } = await tracedPump(plant);
  const lot = await stocked(plant, grease.Name);
  const line = {
    parentSerialNo: serial,
    childSerialNo: lot.visualSerialNo,
    builtQty: 0.125,
    receiveAtPointOfConsumption: false,
  };
  await plant.done("put", "/api/Build/BuildMany", { lines: [line, line, line] });
  await plant.done("put", "/api/Build/Remove", {
    ...line,
    builtQty: undefined,
    receiveAtPointOfConsumption: undefined,
    removeQty: 0.1875,
    reasonSUID: "Correction",
  });
  const [, first, second, third, never, wrong, right, ...others] = await of(lot.visualSerialNo);
  expect(others).toEqual([]);
  expect(new Set(ids([first, second, third])).size).toBe(3);
  expect(ids([never, wrong])).toEqual(ids([third, second]));
  expect(never.errorDeclaration.reason).toBe("did_not_occur");
  expect(wrong.errorDeclaration.correctiveEventIDs).toEqual([right.eventID]);
  expect(right.inputQuantityList[0].quantity).toBe(0.0625);
});
