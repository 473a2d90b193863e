import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { eventsOf } from "./traced.ts";

// Material that goes to another plant, and comes from one.
const plant = await openPlant();
const { Name: productName } = await plant.product();

const put = (verb: string, body: object) => plant.done("put", `/api/MaterialItem/${verb}`, body);
const list = async (filter: object) =>
  (await plant.done("post", "/api/MaterialItem/List", filter)).map(({ id }: { id: number }) => id);
const historyOf = (id: number) => plant.done("post", "/api/MaterialItem/History", { id });
const inStock = async (fields: object = {}) => plant.receive({ productName, qty: 1, ...fields });

describe("the destination of a Dispatch", () => {
  test("is shown wherever the item is, until a Return", async () => {
    const { id, visualSerialNo } = await inStock();
    expect(await inStock()).toMatchObject({ origin: null, destination: null });
    const to = { destination: "South" };
    expect(await put("Dispatch", { id, ...to })).toMatchObject(to);
    expect((await plant.get(`/api/MaterialItem/Get/${id}`)).body).toMatchObject(to);
    expect(await plant.done("post", "/api/Genealogy/Recall", { visualSerialNo })).toMatchObject([
      { id, isDispatched: true, origin: null, ...to },
    ]);
    expect((await historyOf(id)).at(-1)).toMatchObject({ action: "dispatched", after: to });
    const back = await put("Return", { id, comment: "Refused" });
    expect(back).toMatchObject({ destination: null });
    const after = { destination: null };
    expect((await historyOf(id)).at(-1)).toMatchObject({ action: "returned", before: to, after });
  });

  test("is that of the part that is taken off", async () => {
    const lot = await inStock({ qty: 5, origin: "North" });
    const newVisualSerialNo = plant.unique("PART");
    const part = await put("Dispatch", {
      id: lot.id,
      qty: 2,
      newVisualSerialNo,
      destination: "South",
    });
    expect(part).toMatchObject({ origin: "North", destination: "South" });
    expect(part.lot).toMatchObject({ origin: "North", destination: null });
  });

  test("is optional", async () => {
    const { id } = await inStock();
    expect(await put("Dispatch", { id })).toMatchObject({ destination: null });
  });
});

test("items are listed by origin and destination, in any case", async () => {
  const { id } = await inStock({ origin: "Werk Süd" });
  await put("Dispatch", { id, destination: "Łódź" });
  const other = await inStock({ origin: "Werk Süd" });
  expect(await list({ origin: "WERK SÜD" })).toEqual([id, other.id]);
  expect(await list({ origin: "werk süd", destination: "łódź" })).toEqual([id]);
  expect(await list({ destination: "Werk Süd" })).toEqual([]);
  const counted = await plant.done("post", "/api/MaterialItem/Count", { origin: "werk süd" });
  expect(counted).toEqual({ count: 2, isCapped: false });
});

test("an Update that sends back what Get returned keeps both, and can change neither", async () => {
  const { id } = await inStock({ origin: "North" });
  const read = await put("Dispatch", { id, destination: "South" });
  const sent = { ...read, caseData: [], origin: "East", destination: null };
  const { body } = await plant.put(`/api/MaterialItem/Update/${id}`, { ...sent, batchNo: "B-1" });
  expect(body).toMatchObject({ batchNo: "B-1", origin: "North", destination: "South" });
});

test("events of EPCIS name the source of a receipt and the destination of a dispatch", async () => {
  const { id, visualSerialNo } = await inStock({ origin: "Plant North" });
  await put("Dispatch", { id, destination: "South" });
  const [received, shipped] = await eventsOf(plant, { visualSerialNo });
  const source = "https://plant.test/plant/Plant%20North";
  expect(received).toMatchObject({
    bizStep: "receiving",
    sourceList: [{ type: "location", source }],
  });
  expect(received).not.toHaveProperty("destinationList");
  expect(shipped).toMatchObject({
    bizStep: "shipping",
    destinationList: [{ type: "location", destination: "https://plant.test/plant/South" }],
  });
  expect(shipped).not.toHaveProperty("sourceList");
  const plain = await inStock();
  const [event] = await eventsOf(plant, { visualSerialNo: plain.visualSerialNo });
  expect(event).not.toHaveProperty("sourceList");
});
