import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { atTime, longAgo } from "./at-time.ts";
import { assembly, consumption } from "./assembly.ts";
import {
  type Event,
  eventsOf,
  expectToldApart,
  gtin,
  stocked,
  tracedPump,
  idsOf,
  stepsOf,
  tracingOf,
} from "./traced.ts";

const plant = await openPlant();
const base = "https://plant.test";
const main = { id: `${base}/location/MAIN` };

const { adjust, itemPut, of } = tracingOf(plant);

test("one thing is assembled into a parent until that is complete, then it is installed", async () => {
  const { motor, badge, grease, serial, order } = await tracedPump(plant);
  const one = await stocked(plant, motor.Name);
  await consumption(plant, serial, one.visualSerialNo).build();
  const early = await stocked(plant, badge.Name);
  await consumption(plant, serial, early.visualSerialNo).build();
  const kilogram = await stocked(plant, grease.Name);
  await consumption(plant, serial, kilogram.visualSerialNo).build({ builtQty: 0.5 });
  await consumption(plant, serial, early.visualSerialNo).remove();
  await consumption(plant, serial, early.visualSerialNo).build();
  await consumption(plant, serial, one.visualSerialNo).remove();
  await consumption(plant, serial, one.visualSerialNo).build();
  const events = await eventsOf(plant, { orderNo: order.orderNo.toLowerCase() });
  expect(stepsOf(events)).toEqual([
    "commissioning",
    "assembling",
    "assembling",
    undefined,
    "removing",
    "installing",
    "removing",
    "assembling",
  ]);
  expect(events[1]).toMatchObject({
    parentID: `${base}/item/${serial}`,
    childEPCs: [`https://id.gs1.org/01/${gtin}/21/${one.visualSerialNo}`],
    readPoint: main,
    bizTransactionList: [{ type: "prodorder", bizTransaction: `${base}/order/${order.orderNo}` }],
  });
  expect(await of(serial)).toEqual(events);
});

test("a quantity is an input of the transformation that makes its parent", async () => {
  const { grease, serial } = await tracedPump(plant);
  const lot = await stocked(plant, grease.Name, { batchNo: "G 7" });
  const { build } = consumption(plant, serial, lot.visualSerialNo);
  await build({ builtQty: 0.25 });
  await build({ builtQty: 0.125 });
  const events = await of(serial, { eventType: "TransformationEvent" });
  expect(events.map(({ inputQuantityList }) => inputQuantityList)).toEqual(
    [0.25, 0.125].map((quantity) => [
      { epcClass: `${base}/product/${grease.Name}/lot/G%207`, quantity, uom: "KGM" },
    ]),
  );
  for (const event of events) {
    expect(event).toMatchObject({
      transformationID: events[0].transformationID,
      outputEPCList: [`${base}/item/${serial}`],
    });
    expect(event).not.toHaveProperty("action");
  }
});

test("the quantities in an item are one transformation, whatever any item is named", async () => {
  const { grease, pump, serial } = await tracedPump(plant);
  const { visualSerialNo: lot } = await stocked(plant, grease.Name);
  const rename = async (from: string, to: string) => {
    const { body } = await plant.post("/api/MaterialItem/List", { visualSerialNo: from });
    await itemPut(`Update/${body[0].id}`, { ...body[0], visualSerialNo: to });
  };
  const build = (parent: string) => consumption(plant, parent, lot).build({ builtQty: 0.125 });
  await build(serial);
  const renamed = plant.unique("PUMP");
  await rename(serial, renamed);
  await build(renamed);
  const { visualSerialNo: other } = await stocked(plant, pump.Name);
  await rename(other, serial);
  await build(serial);
  const events = await of(lot, { eventType: "TransformationEvent" });
  expect(events).toHaveLength(3);
  const [before, after, ofOther] = events.map(({ transformationID }) => transformationID);
  expect(after).toBe(before);
  expect(ofOther).not.toBe(before);
  const { body } = await plant.post("/api/MaterialItem/List", { visualSerialNo: renamed });
  expect(before).toBe(`${base}/transformation/item/${body[0].id}`);
});

test("a parent that is a quantity is made from its inputs", async () => {
  const { bom, unit, build, remove, child } = await assembly(plant, { stock: 1 });
  const order = await plant.worksOrder({ productName: unit.Name, bom: bom.name, qty: 2 });
  const lot = plant.unique("Lot");
  const items = [{ visualSerialNo: lot, qty: 2 }];
  await plant.done("put", "/api/WorksOrder/Start", { id: order.id, items });
  await build({ parentSerialNo: lot });
  await remove({ parentSerialNo: lot, reasonSUID: "REWORK" });
  const parent = `${base}/product/${unit.Name}/lot/${lot}`;
  const events = await of(lot);
  expect(events).toMatchObject([
    { bizStep: "commissioning", quantityList: [{ epcClass: parent, quantity: 2 }] },
    {
      inputEPCList: [`${base}/item/${child}`],
      outputQuantityList: [{ epcClass: parent, quantity: 2 }],
    },
    {
      type: "ObjectEvent",
      action: "OBSERVE",
      bizStep: "removing",
      disposition: "available",
      epcList: [`${base}/item/${child}`],
    },
  ]);
  expect(events[2]).not.toHaveProperty("parentID");
});

test("a receipt at the point of consumption comes first, and so does a later shortfall", async () => {
  const { grease, serial } = await tracedPump(plant);
  const { build } = consumption(plant, serial, plant.unique("Tin"));
  const itemDetails = { productName: grease.Name, batchNo: "G-8", expiryDate: "2031-05-01" };
  const received = { receiveAtPointOfConsumption: true, itemDetails };
  await build({ builtQty: 0.25, ...received });
  await build({ builtQty: 0.125, ...received });
  const of8 = { epcClass: `${base}/product/${grease.Name}/lot/G-8`, uom: "KGM" };
  const [, ...events] = await of(serial);
  expect(events).toMatchObject([
    {
      action: "ADD",
      bizStep: "commissioning",
      disposition: "active",
      quantityList: [{ ...of8, quantity: 0.25 }],
      ilmd: {
        "cbvmda:descriptionShort": grease.Name,
        "cbvmda:lotNumber": "G-8",
        "cbvmda:itemExpirationDate": "2031-05-01",
      },
    },
    { type: "TransformationEvent", inputQuantityList: [{ ...of8, quantity: 0.25 }] },
    { bizStep: "creating_class_instance", quantityList: [{ ...of8, quantity: 0.125 }] },
    { type: "TransformationEvent", inputQuantityList: [{ ...of8, quantity: 0.125 }] },
  ]);
  expect(new Set(idsOf(events)).size).toBe(4);
});

test("if one thing is made again, the rest is a quantity, and each is removed as it was built", async () => {
  const { part: badge, parent: serial } = await assembly(plant, { candidate: { qty: 2 } });
  const twice = plant.unique("BADGE");
  const { build, remove } = consumption(plant, serial, twice);
  const itemDetails = { productName: badge.Name };
  const received = { receiveAtPointOfConsumption: true, itemDetails };
  const epc = `${base}/item/${twice}`;
  const rest = { epcClass: `${base}/product/${badge.Name}/lot/${twice}`, quantity: 1 };
  const { body: built } = await build(received);
  const before = await of(twice);
  expect(before).toMatchObject([
    { bizStep: "commissioning", epcList: [epc] },
    { parentID: `${base}/item/${serial}`, childEPCs: [epc] },
  ]);
  await build(received);
  await remove({ removeQty: 2 });
  await adjust(built.child.id, -1, "SCRAP");
  await adjust(built.child.id, -1, "COUNT");
  await build(received);
  const events = await of(twice);
  expect(events.slice(0, 2)).toEqual(before);
  expect(events.slice(2)).toMatchObject([
    { action: "ADD", bizStep: "creating_class_instance", quantityList: [rest] },
    { type: "TransformationEvent", inputQuantityList: [rest] },
    { action: "DELETE", bizStep: "removing", childQuantityList: [rest] },
    { action: "DELETE", bizStep: "removing", childEPCs: [epc] },
    { action: "DELETE", bizStep: "destroying", quantityList: [rest] },
    { bizStep: "cycle_counting", disposition: "unknown", epcList: [epc] },
    // The one that was missed is found again.
    { action: "OBSERVE", bizStep: "cycle_counting", epcList: [epc] },
    { action: "ADD", childEPCs: [epc] },
  ]);
  expectToldApart(events);
});

test("a correction declares the Build an error, and a part of it with what is true instead", async () => {
  const { grease, motor, serial } = await atTime(plant, longAgo, () => tracedPump(plant));
  const reasonSUID = "CORRECTION";
  const one = await stocked(plant, motor.Name, { occurredAt: longAgo });
  const ofOne = consumption(plant, serial, one.visualSerialNo);
  await ofOne.build({ occurredAt: "2026-01-31T07:00:00Z" });
  await ofOne.remove({ reasonSUID });
  const [, built, declared, ...others] = await of(one.visualSerialNo);
  expect(others).toEqual([]);
  const { errorDeclaration, recordTime, ...again } = declared;
  expect(errorDeclaration).toEqual({ declarationTime: recordTime, reason: "did_not_occur" });
  expect({ ...again, recordTime: built.recordTime }).toEqual(built);

  const lot = await stocked(plant, grease.Name);
  const ofLot = consumption(plant, serial, lot.visualSerialNo);
  await ofLot.build({ builtQty: 0.75 });
  await ofLot.remove({ removeQty: 0.25 });
  for (const removeQty of [0.125, 0.25, 0.125]) await ofLot.remove({ removeQty, reasonSUID });
  const [, whole, removed, ...corrected] = await of(lot.visualSerialNo);
  expect(removed).toMatchObject({ bizStep: "removing", childQuantityList: [{ quantity: 0.25 }] });
  const quantities = corrected.map(({ inputQuantityList }) => inputQuantityList[0].quantity);
  // The real builds and removals stay.
  expect(quantities).toEqual([0.75, 0.625, 0.625, 0.375, 0.375, 0.25]);
  const [wrong, right, wrongAgain, rightAgain, wrongStill, rightStill] = corrected;
  expect(idsOf([wrong, wrongAgain, wrongStill])).toEqual(idsOf([whole, right, rightAgain]));
  for (const [error, truth] of [
    [wrong, right],
    [wrongAgain, rightAgain],
    [wrongStill, rightStill],
  ]) {
    const { reason, correctiveEventIDs } = error.errorDeclaration;
    expect({ reason, correctiveEventIDs }).toEqual({
      reason: "incorrect_data",
      correctiveEventIDs: [truth.eventID],
    });
    expect(truth).not.toHaveProperty("errorDeclaration");
  }
  expect(right.eventTime).toBe(whole.eventTime);
});

test("a correction of a part of several Builds states the truth of each under its own id", async () => {
  const { grease, serial } = await atTime(plant, longAgo, () => tracedPump(plant));
  const { visualSerialNo } = await stocked(plant, grease.Name, { occurredAt: longAgo });
  const { build, remove } = consumption(plant, serial, visualSerialNo);
  await build({ builtQty: 0.375, occurredAt: "2026-01-01T00:00:00Z" });
  await build({ builtQty: 0.25, occurredAt: "2026-02-01T00:00:00Z" });
  await remove({ removeQty: 0.125 });
  await remove({ removeQty: 0.25, reasonSUID: "CORRECTION" });
  await remove({ removeQty: 0.125, reasonSUID: "CORRECTION" });
  const events = await of(visualSerialNo, { eventType: "TransformationEvent" });
  const [first, second, wrong, right, alsoWrong, alsoRight, wrongAgain, rightAgain] = events;
  expect(events.map(summaryOf)).toEqual([
    ["2026-01", 0.375],
    ["2026-02", 0.25],
    ["2026-02", 0.25],
    ["2026-02", 0.125],
    ["2026-01", 0.375],
    ["2026-01", 0.25],
    ["2026-01", 0.25],
    ["2026-01", 0.125],
  ]);
  expectToldApart(events);
  expect(idsOf([wrong, alsoWrong, wrongAgain])).toEqual(idsOf([second, first, alsoRight]));
  for (const [error, truth] of [
    [wrong, right],
    [alsoWrong, alsoRight],
    [wrongAgain, rightAgain],
  ]) {
    expect(error.errorDeclaration.correctiveEventIDs).toEqual([truth.eventID]);
  }
});

const summaryOf = ({ eventTime, inputQuantityList: [input] }: Event) => [
  eventTime.slice(0, 7),
  input.quantity,
];

test("a removal states the disposition that its reason gives", async () => {
  const { grease, serial } = await tracedPump(plant);
  const { visualSerialNo } = await stocked(plant, grease.Name);
  const { build, remove } = consumption(plant, serial, visualSerialNo);
  await build({ builtQty: 0.5 });
  for (const reasonSUID of ["SCRAP", "QUALITY"]) await remove({ removeQty: 0.25, reasonSUID });
  const epcClass = `${base}/product/${grease.Name}/lot/${visualSerialNo}`;
  const some = (quantity: number) => [{ epcClass, quantity, uom: "KGM" }];
  expect((await of(visualSerialNo)).slice(2)).toMatchObject([
    { bizStep: "removing", disposition: "disposed", childQuantityList: some(0.25) },
    { bizStep: "destroying", disposition: "destroyed", quantityList: some(0.25) },
    { bizStep: "removing", disposition: "non_sellable_other" },
    // All of the stock is on hold, and not only the removed quantity.
    {
      bizStep: "holding",
      persistentDisposition: { set: ["non_sellable_other"] },
      quantityList: some(0.75),
    },
  ]);
});
