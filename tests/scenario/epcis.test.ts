import { expect, test } from "vitest";
import { openPlant } from "#plant";
import {
  type Event,
  eventsOf,
  everyKindOfEvent,
  type Fields,
  gtin,
  kindsOf,
  stocked,
  tracedPump,
  idsOf,
  stepsOf,
  tracingOf,
} from "./traced.ts";

const plant = await openPlant();
const base = "https://plant.test";
const main = { id: `${base}/location/MAIN` };

const query = (filter: object) => plant.post("/api/Epcis/Query", filter);
const { adjust, itemPut, of } = tracingOf(plant);

test("everything that happens to material has its own kind of event", async () => {
  const own = await openPlant();
  await everyKindOfEvent(own);
  expect([...kindsOf(await eventsOf(own, {}))].toSorted()).toEqual([
    "AssociationEvent ADD assembling did_not_occur one",
    "AssociationEvent ADD assembling one",
    "AssociationEvent ADD installing one",
    "AssociationEvent DELETE removing available one",
    "AssociationEvent DELETE removing disposed some",
    "AssociationEvent DELETE removing non_sellable_other one",
    "ObjectEvent ADD commissioning active one",
    "ObjectEvent ADD commissioning active some",
    "ObjectEvent ADD creating_class_instance some",
    "ObjectEvent DELETE destroying destroyed some",
    "ObjectEvent OBSERVE cycle_counting some",
    "ObjectEvent OBSERVE cycle_counting unknown one",
    "ObjectEvent OBSERVE holding set one",
    "ObjectEvent OBSERVE holding set some",
    "ObjectEvent OBSERVE holding unset some",
    "ObjectEvent OBSERVE receiving did_not_occur one",
    "ObjectEvent OBSERVE receiving one",
    "ObjectEvent OBSERVE receiving returned one",
    "ObjectEvent OBSERVE receiving some",
    "ObjectEvent OBSERVE removing available one",
    "ObjectEvent OBSERVE shipping in_transit one",
    "ObjectEvent OBSERVE storing one",
    "ObjectEvent OBSERVE storing some",
    "TransformationEvent incorrect_data some",
    "TransformationEvent one",
    "TransformationEvent repackaging some",
    "TransformationEvent some",
  ]);
});

test("a document says what it is, and when it was made", async () => {
  plant.now = Date.parse("2026-03-01T12:00:00Z");
  const { body, headers } = await query({ orderNo: "none" });
  plant.now = undefined;
  expect(headers.get("Content-Type")).toBe("application/json");
  expect(body).toEqual({
    "@context": [
      "https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld",
      { cbvmda: "urn:epcglobal:cbv:mda:" },
    ],
    type: "EPCISDocument",
    schemaVersion: "2.0",
    creationDate: "2026-03-01T12:00:00.000Z",
    epcisBody: { eventList: [] },
  });
});

test("a receipt says when it happened and when it was recorded, where, and with what", async () => {
  const { motor } = await tracedPump(plant);
  const occurredAt = "2026-01-31T07:00:00.000Z";
  const { visualSerialNo, lastEditDT } = await stocked(plant, motor.Name, {
    deliveryNo: "D 881",
    occurredAt,
  });
  expect(await of(visualSerialNo)).toEqual([
    {
      type: "ObjectEvent",
      eventID: expect.stringMatching(
        /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{7}00000$/,
      ),
      eventTime: occurredAt,
      eventTimeZoneOffset: "+00:00",
      recordTime: lastEditDT,
      bizStep: "receiving",
      readPoint: main,
      bizLocation: main,
      bizTransactionList: [{ type: "desadv", bizTransaction: `${base}/delivery/D%20881` }],
      action: "OBSERVE",
      epcList: [`https://id.gs1.org/01/${gtin}/21/${visualSerialNo}`],
    },
  ]);
});

test("an item appears as it was then: quantity, place and serial", async () => {
  const { Name: productName } = await plant.product();
  await plant.done("put", "/api/Location/Upsert", { suid: "SHELF 2", name: "Shelf" });
  const { id, visualSerialNo } = await stocked(plant, productName, { qty: 12 });
  await itemPut("Hold", { id, holdReason: "Quality" });
  await itemPut("Move", { id, location: "SHELF 2" });
  await adjust(id, -2, "COUNT");
  const { body: item } = await plant.get(`/api/MaterialItem/Get/${id}`);
  const corrected = plant.unique("Right");
  await itemPut(`Update/${id}`, { ...item, visualSerialNo: corrected, holdReasonID: null });
  await itemPut("Move", { id, location: "MAIN" });
  await adjust(id, 1, "SCRAP");
  const at = (location: string) => ({ readPoint: { id: `${base}/location/${location}` } });
  const some = (serial: string, quantity: number) => ({
    quantityList: [{ epcClass: `${base}/product/${productName}/lot/${serial}`, quantity }],
  });
  expect(await of(corrected)).toMatchObject([
    { bizStep: "receiving", ...at("MAIN"), ...some(visualSerialNo, 12) },
    { bizStep: "holding", ...at("MAIN"), ...some(visualSerialNo, 12) },
    { bizStep: "storing", ...at("SHELF%202"), ...some(visualSerialNo, 12) },
    { bizStep: "cycle_counting", ...at("SHELF%202"), ...some(visualSerialNo, 10) },
    { bizStep: "holding", ...at("SHELF%202"), ...some(corrected, 10) },
    { bizStep: "storing", ...at("MAIN"), ...some(corrected, 10) },
    // Finding more loses nothing.
    { bizStep: "cycle_counting", ...at("MAIN"), ...some(corrected, 11) },
  ]);
});

test("an item that leaves is nowhere afterwards, and a thing that is not found is unknown", async () => {
  const { Name: productName } = await plant.product();
  const sold = await stocked(plant, productName);
  await itemPut("Dispatch", { id: sold.id });
  const [, left] = await of(sold.visualSerialNo);
  expect(left).toMatchObject({ bizStep: "shipping", disposition: "in_transit", readPoint: main });
  expect(left).not.toHaveProperty("bizLocation");
  const lost = await stocked(plant, productName);
  await adjust(lost.id, -1, "COUNT");
  await adjust(lost.id, 1, "COUNT");
  await adjust(lost.id, 2, "COUNT");
  await itemPut("Scrap", { id: lost.id, reasonSUID: "SCRAP" });
  const epcList = [`${base}/item/${lost.visualSerialNo}`];
  const epcClass = `${base}/product/${productName}/lot/${lost.visualSerialNo}`;
  const [, missing, found, more, scrapped] = await of(lost.visualSerialNo);
  expect(missing).toMatchObject({ epcList, disposition: "unknown", action: "OBSERVE" });
  expect(found).toMatchObject({ epcList, bizStep: "cycle_counting" });
  expect(found).not.toHaveProperty("disposition");
  expect(more.quantityList).toEqual([{ epcClass, quantity: 3 }]);
  expect(scrapped).toMatchObject({ action: "DELETE", quantityList: [{ epcClass, quantity: 3 }] });
});

test("a GTIN, a serial or a unit that GS1 does not accept is written in another form", async () => {
  const property = (Value: string) => ({ Properties: [{ Name: "GTIN", Value }] });
  const idOf = async (product: Fields, visualSerialNo: string, fields: Fields = {}) => {
    const { Name: productName, SUID } = await plant.product(product);
    await stocked(plant, productName, { visualSerialNo, ...fields });
    const [{ epcList, quantityList }] = await of(visualSerialNo);
    return { id: epcList?.[0] ?? quantityList[0], name: SUID ?? productName };
  };
  const short = await idOf(property("96385074"), "S/1");
  expect(short.id).toBe("https://id.gs1.org/01/00000096385074/21/S%2F1");
  const lot = await idOf(property(gtin), "LOT-1", { qty: 2, batchNo: "B+1" });
  expect(lot.id).toEqual({ epcClass: `https://id.gs1.org/01/${gtin}/10/B%2B1`, quantity: 2 });
  expect((await idOf(property("09521234543214"), "W-1")).id).toBe(`${base}/item/W-1`);
  const long = "Longer-than-twenty-characters";
  expect((await idOf(property(gtin), long)).id).toBe(`${base}/item/${long}`);
  expect((await idOf(property(gtin), "Ö 1")).id).toBe(`${base}/item/%C3%96%201`);
  await plant.done("put", "/api/UnitOfMeasure/Upsert", { name: "scoop", code: "scoop!" });
  const unit = await idOf({ BaseUnit: "scoop", SUID: "P 7" }, "SCOOPS");
  expect(unit.id).toEqual({ epcClass: `${base}/product/P%207/lot/SCOOPS` });
});

test("an event of a record that was deleted since uses the record in the log", async () => {
  const put = (resource: string, body: object) =>
    plant.done("put", `/api/${resource}/Upsert`, body);
  const unit = await put("UnitOfMeasure", { name: plant.unique("Litre"), code: "LTR" });
  const shelf = await put("Location", { suid: "SHELF 9" });
  const wrong = await plant.product({
    BaseUnit: unit.name,
    Properties: [
      { Name: "colour", Value: "red" },
      { Name: "GTIN", Value: gtin },
    ],
  });
  const right = await plant.product();
  const bom = await plant.bom({ parentProductName: right.Name });
  const order = await plant.worksOrder({ productName: right.Name, bom: bom.name });
  const item = await stocked(plant, wrong.Name, { batchNo: "B-1" });
  const { id, visualSerialNo } = item;
  const update = async (fields: Fields) => {
    const { body } = await plant.get(`/api/MaterialItem/Get/${id}`);
    await itemPut(`Update/${id}`, { ...body, ...fields });
  };
  await update({ productID: right.ID, scheduleID: order.id });
  await itemPut("Move", { id, location: "SHELF 9" });
  const [received, stored] = await of(visualSerialNo);
  expect(received.quantityList[0]).toMatchObject({ quantity: 1, uom: "LTR" });
  expect(received.quantityList[0].epcClass).toContain(`/01/${gtin}/10/B-1`);
  expect(stored).toMatchObject({
    bizStep: "storing",
    readPoint: { id: `${base}/location/SHELF%209` },
    bizTransactionList: [{ type: "prodorder", bizTransaction: `${base}/order/${order.orderNo}` }],
  });
  await itemPut("Move", { id, location: "MAIN" });
  await update({ scheduleID: null });
  await plant.done("delete", "/api/WorksOrder/Delete", { id: order.id });
  await plant.done("delete", "/api/Product/Delete", { ID: wrong.ID });
  await plant.done("delete", "/api/Location/Delete", { id: shelf.id });
  expect((await of(visualSerialNo)).slice(0, 2)).toEqual([received, stored]);
  await plant.done("delete", "/api/UnitOfMeasure/Delete", { id: unit.id });
  expect((await of(visualSerialNo)).slice(0, 2)).toEqual([received, stored]);
});

test("a split and a merge say which quantity went from which lot to which", async () => {
  const { Name } = await plant.product({ Properties: [{ Name: "gtin", Value: gtin }] });
  await plant.done("put", "/api/Location/Upsert", { suid: "AISLE", name: "Aisle" });
  const lot = await plant.receive({ productName: Name, qty: 12 });
  const [single, some] = [plant.unique("Part"), plant.unique("Part")];
  const parts = [
    { qty: 1, visualSerialNo: single, location: "AISLE" },
    { qty: 5, visualSerialNo: some, holdReason: "Quality" },
  ];
  await itemPut("Split", { id: lot.id, parts });
  await itemPut("Release", { visualSerialNo: some });
  await itemPut("Merge", { id: lot.id, from: [{ visualSerialNo: some }] });
  const ofLot = (serial: string) => `https://id.gs1.org/01/${gtin.padStart(14, "0")}/10/${serial}`;
  const moved = (event: Event) => event.bizStep === "repackaging";
  const [toSingle, toSome, back] = (await of(lot.visualSerialNo)).filter(moved);
  expect(toSingle).toMatchObject({
    type: "TransformationEvent",
    bizStep: "repackaging",
    inputQuantityList: [{ epcClass: ofLot(lot.visualSerialNo), quantity: 1 }],
    outputEPCList: [`https://id.gs1.org/01/${gtin.padStart(14, "0")}/21/${single}`],
    readPoint: { id: `${base}/location/AISLE` },
  });
  expect(toSome).toMatchObject({
    inputQuantityList: [{ epcClass: ofLot(lot.visualSerialNo), quantity: 5 }],
    outputQuantityList: [{ epcClass: ofLot(some), quantity: 5 }],
  });
  expect(back).toMatchObject({
    inputQuantityList: [{ epcClass: ofLot(some), quantity: 5 }],
    outputQuantityList: [{ epcClass: ofLot(lot.visualSerialNo), quantity: 5 }],
  });
  const ofPart = await of(some);
  expect(stepsOf(ofPart)).toEqual(["repackaging", "holding", "holding", "repackaging"]);
  expect(ofPart.filter(moved)).toEqual([toSome, back]);
  const filter = { eventType: "TransformationEvent", bizStep: "repackaging" };
  expect(await of(lot.visualSerialNo, filter)).toEqual([toSingle, toSome, back]);
  const all = await eventsOf(plant, filter);
  expect(idsOf(all)).toEqual(expect.arrayContaining(idsOf([toSingle, toSome, back])));
});

test("one thing to which another one was merged is a quantity until it is split again", async () => {
  const { Name } = await plant.product();
  const [one, other] = [await stocked(plant, Name), await stocked(plant, Name)];
  await itemPut("Hold", { id: one.id, holdReason: "Quality" });
  await itemPut("Release", { id: one.id });
  expect((await of(one.visualSerialNo)).at(-1)).toHaveProperty("epcList");
  await itemPut("Merge", { id: one.id, from: [{ id: other.id }] });
  await itemPut("Hold", { id: one.id, holdReason: "Quality" });
  expect((await of(one.visualSerialNo)).at(-1)).toMatchObject({ quantityList: [{ quantity: 2 }] });
  await itemPut("Release", { id: one.id });
  await itemPut("Split", { id: one.id, parts: [{ qty: 1, visualSerialNo: plant.unique("Part") }] });
  await itemPut("Hold", { id: one.id, holdReason: "Quality" });
  expect((await of(one.visualSerialNo)).at(-1)).toHaveProperty("epcList");
});
