import { expect } from "vitest";
import type { Answer } from "../plants/requests.ts";
import { consumption } from "./assembly.ts";
import type { PlantRequests } from "./factories.ts";

/** The fields of a request. */
export type Fields = Readonly<Record<string, unknown>>;

/** An EPCIS event as the service returns it. */
export type Event = Answer["body"];

/** Returns the matching events, in their order. */
export const eventsOf = async (plant: PlantRequests, filter: Fields): Promise<Event[]> =>
  (await plant.done("post", "/api/Epcis/Query", filter)).epcisBody.eventList;

/** Returns the ways to act on the items of a plant, and to read the events of one. */
export const tracingOf = (plant: PlantRequests) => ({
  of: (visualSerialNo: string, filter: object = {}): Promise<Event[]> =>
    eventsOf(plant, { visualSerialNo, ...filter }),
  itemPut: (verb: string, body: object) => plant.done("put", `/api/MaterialItem/${verb}`, body),
  adjust: (materialitemid: number, adjustqty: number, reasonSUID: string) =>
    plant.done("post", "/api/MaterialItem/ItemAdjust", { materialitemid, adjustqty, reasonSUID }),
});

export const stepsOf = (events: readonly Event[]) => events.map(({ bizStep }) => bizStep);
export const idsOf = (events: readonly Event[]) => events.map(({ eventID }) => eventID);

/** Expects that no two events have the same id, unless one declares the other an error. */
export function expectToldApart(events: readonly Event[]): void {
  const ids = events
    .filter((event) => !("errorDeclaration" in event))
    .map((event) => event.eventID);
  expect(ids.length - new Set(ids).size, "events with the id of another").toBe(0);
}

/** A valid GTIN, for products that other companies know. */
export const gtin = "09521234543213";

/**
 * Makes a pump in work on a started order. A motor and 0.5 kg of grease have required slots, and a
 * badge has a slot that may stay empty.
 */
export async function tracedPump(plant: PlantRequests) {
  const motor = await plant.product({ Properties: [{ Name: "gtin", Value: gtin }] });
  const badge = await plant.product();
  const grease = await plant.product({ BaseUnit: "kg", InventoryDecimalPlaces: 4 });
  const pump = await plant.product();
  const bom = await plant.bom({ parentProductName: pump.Name });
  const slotOf = (product: string, qty: number, isRequired: boolean) =>
    plant.slot({
      ParentProductName: pump.Name,
      bom: bom.name,
      isRequired,
      candidates: [{ product, isActive: true, qty, minQty: qty, isDefault: true }],
    });
  await slotOf(motor.Name, 1, true);
  await slotOf(grease.Name, 0.5, true);
  await slotOf(badge.Name, 1, false);
  const order = await plant.worksOrder({ productName: pump.Name, bom: bom.name });
  const serial = plant.unique("PUMP");
  const items = [{ visualSerialNo: serial, qty: 1 }];
  await plant.done("put", "/api/WorksOrder/Start", { id: order.id, items });
  return { motor, badge, grease, pump, order, serial };
}

/** Receives a product, by default one thing of it. */
export const stocked = (plant: PlantRequests, productName: string, fields: Fields = {}) =>
  plant.receive({ productName, qty: 1, ...fields });

/** Gives the reason for records of something that never happened another disposition. */
export async function correctionDisposition(plant: PlantRequests, disposition: string) {
  const { body } = await plant.post("/api/MaterialReason/List", { suid: "CORRECTION" });
  await plant.done("put", "/api/MaterialReason/Upsert", { id: body[0].id, disposition });
}

const put = (plant: PlantRequests, verb: string, body: Fields) =>
  plant.done("put", `/api/MaterialItem/${verb}`, body);

/** Does everything that makes a different kind of event. */
export async function everyKindOfEvent(plant: PlantRequests): Promise<void> {
  const { motor, badge, grease, pump, serial } = await tracedPump(plant);
  await plant.done("put", "/api/Location/Upsert", { suid: "SHELF", name: "Shelf" });
  const first = await stocked(plant, motor.Name, { deliveryNo: "D 881" });
  const ofMotor = consumption(plant, serial, first.visualSerialNo);
  await ofMotor.build();
  await ofMotor.remove({ reasonSUID: "REWORK" });
  await ofMotor.build();
  await ofMotor.remove({ reasonSUID: "correction" });
  await ofMotor.build();
  const tin = plant.unique("TIN");
  const ofGrease = consumption(plant, serial, tin);
  const itemDetails = { productName: grease.Name, batchNo: "G-7", expiryDate: "2031-05-01" };
  const received = { receiveAtPointOfConsumption: true, itemDetails };
  await ofGrease.build({ builtQty: 0.25, ...received });
  await ofGrease.build({ builtQty: 0.25, ...received });
  await ofGrease.remove({ removeQty: 0.125, reasonSUID: "correction" });
  await ofGrease.remove({ removeQty: 0.125, reasonSUID: "SCRAP" });
  await ofGrease.build({ builtQty: 0.25, ...received });
  await plant.receive({
    productName: grease.Name,
    visualSerialNo: tin,
    qty: 5,
    deliveryNo: "D 882",
  });
  const added = plant.unique("BADGE");
  const ofBadge = consumption(plant, serial, added);
  const details = { productName: badge.Name };
  await ofBadge.build({ receiveAtPointOfConsumption: true, itemDetails: details });
  await ofBadge.remove({ reasonSUID: "QUALITY" });
  const pumps = await stocked(plant, pump.Name, { qty: 2 });
  const { visualSerialNo: reworked } = await stocked(plant, motor.Name);
  const ofPumps = consumption(plant, pumps.visualSerialNo, reworked);
  await ofPumps.build();
  await ofPumps.remove({ reasonSUID: "REWORK" });
  await itemsInStock(plant, motor.Name);
}

/** Does what can happen to items in stock. */
async function itemsInStock(plant: PlantRequests, productName: string): Promise<void> {
  const { id, visualSerialNo } = await stocked(plant, productName, { qty: 12, batchNo: "B/1" });
  const adjust = (materialitemid: number, adjustqty: number, reasonSUID: string) =>
    plant.done("post", "/api/MaterialItem/ItemAdjust", { materialitemid, adjustqty, reasonSUID });
  await adjust(id, -2, "COUNT");
  await adjust(id, -1, "SCRAP");
  await put(plant, "Hold", { visualSerialNo, holdReason: "Quality" });
  await put(plant, "Release", { visualSerialNo });
  await put(plant, "Move", { visualSerialNo, location: "SHELF" });
  await put(plant, "Scrap", { visualSerialNo, reasonSUID: "SCRAP" });
  const lost = await stocked(plant, productName);
  await adjust(lost.id, -1, "COUNT");
  const sold = await stocked(plant, productName);
  await put(plant, "Dispatch", { visualSerialNo: sold.visualSerialNo });
  const back = { location: "SHELF", holdReason: "Quality", comment: "Broken" };
  await put(plant, "Return", { visualSerialNo: sold.visualSerialNo, ...back });
  const mistake = await stocked(plant, productName);
  await put(plant, "Void", { visualSerialNo: mistake.visualSerialNo, comment: "Never came" });
  const lot = await stocked(plant, productName, { qty: 12 });
  const label = plant.unique("Part");
  const parts = [
    { qty: 1, visualSerialNo: plant.unique("Part") },
    { qty: 5, visualSerialNo: label, holdReason: "Quality" },
  ];
  await put(plant, "Split", { id: lot.id, parts });
  await put(plant, "Release", { visualSerialNo: label });
  await put(plant, "Merge", { id: lot.id, from: [{ visualSerialNo: label }] });
}

/** Returns the kinds of the events, by the fields that distinguish them. */
export const kindsOf = (events: readonly Event[]): Set<string> =>
  new Set(
    events.map(({ type, action, bizStep, disposition, persistentDisposition, ...event }) =>
      [
        type,
        action,
        bizStep,
        disposition,
        Object.keys(persistentDisposition ?? {})[0],
        event.errorDeclaration?.reason,
        ["epcList", "childEPCs", "inputEPCList"].some((field) => field in event) ? "one" : "some",
      ]
        .filter((part) => part !== undefined)
        .join(" "),
    ),
  );
