import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { type Event, eventsOf, expectToldApart, type Fields, gtin } from "./traced.ts";

/** A plant with a product, and the holds of a batch of it. */
async function batchPlant(fields: Fields = {}) {
  const plant = await openPlant();
  const { ID: productID, Name: productName } = await plant.product(fields);
  await plant.done("put", "/api/HoldReason/Upsert", { suid: "SUS", name: "Suspect" });
  const of = (holdReason: string, batchNo: string) => ({ productName, batchNo, holdReason });
  return {
    plant,
    productID,
    productName: productName as string,
    hold: (holdReason: string, batchNo = "G-77") =>
      plant.done("put", "/api/BatchHold/Upsert", of(holdReason, batchNo)),
    lift: (holdReason: string, batchNo = "G-77") =>
      plant.delete("/api/BatchHold/Delete", of(holdReason, batchNo)),
    holding: (filter: Fields = {}) => eventsOf(plant, { bizStep: "holding", ...filter }),
  };
}

const told = ({ action, persistentDisposition, quantityList }: Event) => ({
  action,
  persistentDisposition,
  quantityList,
});
const epcClass = `https://id.gs1.org/01/${gtin}/10/G-77`;
const held = {
  action: "OBSERVE",
  persistentDisposition: { set: ["non_sellable_other"] },
  quantityList: [{ epcClass }],
};
const released = { ...held, persistentDisposition: { unset: ["non_sellable_other"] } };

test("the first hold of a batch and the end of its last one are events of its class", async () => {
  const { plant, productName, hold, lift, holding } = await batchPlant({
    Properties: [{ Name: "gtin", Value: gtin }],
  });
  const { visualSerialNo } = await plant.receive({ productName, batchNo: "G-77", qty: 5 });
  await hold("Quality");
  expect((await holding()).map(told)).toEqual([held]);
  await hold("Suspect", "g-77");
  await lift("Quality");
  expect((await holding()).map(told)).toEqual([held]);
  await lift("Suspect");
  await hold("Suspect");
  const events = await holding();
  expect(events.map(told)).toEqual([held, released, held]);
  expect(events[0]).not.toHaveProperty("readPoint");
  const all = await eventsOf(plant, {});
  expect(all.filter(({ bizStep }) => bizStep === "holding")).toEqual(events);
  expectToldApart(all);
  expect(await holding({ visualSerialNo })).toEqual([]);
  expect(await holding({ eventType: "TransformationEvent" })).toEqual([]);
  expect(await holding({ from: "2100-01-01" })).toEqual([]);
  expect(await holding({ to: "2000-01-01" })).toEqual([]);
});

test("each batch has its own holds, and a product without a GTIN its own identifier", async () => {
  const { productName, hold, lift, holding } = await batchPlant();
  const classOf = (batchNo: string) => [
    { epcClass: `https://plant.test/product/${encodeURIComponent(productName)}/lot/${batchNo}` },
  ];
  await hold("Quality");
  await hold("Quality", "G-78");
  await lift("Quality", "G-78");
  expect((await holding()).map(({ quantityList }) => quantityList)).toEqual([
    classOf("G-77"),
    classOf("G-78"),
    classOf("G-78"),
  ]);
});

test("a product that was deleted since is still named", async () => {
  const { plant, productID, hold, lift, holding } = await batchPlant();
  await hold("Quality");
  await lift("Quality");
  const before = await holding();
  await plant.done("delete", "/api/Product/Delete", { ID: productID });
  expect(before).toHaveLength(2);
  expect(await holding()).toEqual(before);
});
