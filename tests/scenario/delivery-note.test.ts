import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { buildOf, itemNamed } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";
import { overtake } from "./overtake.ts";
import { patiently } from "./patiently.ts";
import { expectRefused } from "./refused.ts";
import { eventsOf } from "./traced.ts";

// A plant uses material before its delivery note is booked.
const plant = await openPlant();
const glue = await plant.product({ InventoryDecimalPlaces: 2, ShelfLifeDays: 30, Version: "G" });
const pump = await plant.product();
const { name: bom } = await plant.bom({ parentProductName: pump.Name });
const candidate = { product: glue.Name, isActive: true, qty: 1, minQty: 0, isDefault: true };
await plant.slot({ ParentProductName: pump.Name, bom, candidates: [candidate] });
const { visualSerialNo: parent } = await plant.receive({ productName: pump.Name, qty: 1 });

const use = (serial: string, builtQty = 3, details: object = {}) =>
  plant.put("/api/Build/Build", {
    ...buildOf(parent, serial, builtQty),
    receiveAtPointOfConsumption: true,
    itemDetails: { productName: glue.Name, ...details },
  });
/** Uses material that no item is of, and returns its serial. */
async function used(builtQty = 3, details: object = {}): Promise<string> {
  const serial = plant.unique("GLUE");
  expect((await use(serial, builtQty, details)).body).toMatchObject({ received: true });
  return serial;
}
const remove = (childSerialNo: string, removeQty: number, reasonSUID = "REWORK") =>
  plant.done("put", "/api/Build/Remove", {
    parentSerialNo: parent,
    childSerialNo,
    removeQty,
    reasonSUID,
  });
const receive = (visualSerialNo: string, fields: object = {}, options?: object) =>
  plant.post(
    "/api/MaterialItem/Receive",
    { productName: glue.Name, visualSerialNo, qty: 10, ...fields },
    options,
  );
const historyOf = async (visualSerialNo: string): Promise<Answer["body"]> =>
  (await plant.post("/api/MaterialItem/History", { visualSerialNo })).body;

const note = {
  batchNo: "G-77",
  deliveryNo: "DN-9001",
  expiryDate: "2031-05-01T00:00:00.000Z",
  costPerUnit: 0.25,
  location: "MAIN",
  ownershipType: "Vendor",
};

describe("the receipt of what was used before", () => {
  test("adds what is left of the delivery to stock, and fills in what was not known", async () => {
    const serial = await used();
    await use(serial, 1.5);
    const before = await itemNamed(plant, serial);
    expect(before).toMatchObject({ nominalQty: 3, actualQty: 0, status: "Consumed" });
    const { status, body } = await receive(serial.toLowerCase(), note);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...note,
      id: before.id,
      revNo: before.revNo + 1,
      visualSerialNo: serial,
      nominalQty: 10,
      actualQty: 5.5,
      status: "Available",
      version: "G",
    });
    expect(await itemNamed(plant, serial)).toEqual(body);
    await expectConservation(plant);
  });

  test("keeps what is known and not in the receipt", async () => {
    const details = { batchNo: "G-1", expiryDate: "2031-01-01T00:00:00.000Z", version: "H" };
    const serial = await used(1, details);
    expect((await receive(serial)).body).toMatchObject({ ...details, deliveryNo: null });
  });

  test("agrees with what is known, in any case of batch and delivery", async () => {
    const serial = await used(1, { batchNo: "G-1", costPerUnit: 0.25, currency: "EUR" });
    const { body } = await receive(serial, { batchNo: "g-1", costPerUnit: 0.25, version: "G" });
    expect(body).toMatchObject({ batchNo: "G-1", costPerUnit: 0.25 });
  });

  test.for([
    [{ batchNo: "G-1" }, { batchNo: "G-2" }, ["/batchNo"]],
    [{ version: "H" }, { version: "J" }, ["/version"]],
    [{}, { version: "H" }, ["/version"]],
    [
      { expiryDate: "2031-01-01", costPerUnit: 2, currency: "EUR" },
      { expiryDate: "2031-01-02", costPerUnit: 3 },
      ["/costPerUnit", "/expiryDate"],
    ],
    [{ costPerUnit: 2, currency: "USD" }, { costPerUnit: 3 }, ["/costPerUnit"]],
    [{}, { productName: pump.Name }, ["/productName"]],
  ] as const)("of %j is refused with %j", async ([details, fields, pointers]) => {
    const serial = await used(1, details);
    const problem = await expectRefused(plant, () => receive(serial, fields), [
      409,
      "details_contradict",
      ...pointers,
    ]);
    expect(problem.detail).toContain(serial);
  });

  test("of less than is used is refused", async () => {
    const serial = await used(3);
    const problem = await expectRefused(plant, () => receive(serial, { qty: 2.5 }), [
      409,
      "insufficient_quantity",
      "/qty",
    ]);
    expect(problem.detail).toContain("3 each are already built or written off");
    expect((await receive(serial, { qty: 3 })).body).toMatchObject({
      actualQty: 0,
      status: "Consumed",
    });
  });

  test("leaves out what was written off, and counts what was found as delivered", async () => {
    const serial = await used(3);
    await remove(serial, 1, "SCRAP");
    await use(serial, 0.5);
    expect((await receive(serial)).body).toMatchObject({ actualQty: 6.5 });
    const found = await used(3);
    const { id } = await itemNamed(plant, found);
    await plant.done("post", "/api/MaterialItem/ItemAdjust", {
      materialitemid: id,
      adjustqty: 4,
      reasonSUID: "COUNT",
    });
    expect((await receive(found)).body).toMatchObject({ actualQty: 7 });
    await expectConservation(plant);
  });

  test("makes what was written off completely available again", async () => {
    const serial = await used(1);
    await remove(serial, 1, "SCRAP");
    expect(await itemNamed(plant, serial)).toMatchObject({ status: "Scrapped" });
    expect((await receive(serial)).body).toMatchObject({ actualQty: 9, status: "Available" });
  });

  test("leaves it on hold", async () => {
    const serial = await used(1);
    await remove(serial, 1, "QUALITY");
    expect((await receive(serial)).body).toMatchObject({ actualQty: 10, holdReason: "Quality" });
  });

  test("makes it managed stock: it is not made again, nor received again", async () => {
    const serial = await used(1);
    await receive(serial, { qty: 2 });
    await expectRefused(plant, () => use(serial, 2), [409, "insufficient_quantity"]);
    expect((await use(serial, 1)).body).toMatchObject({ received: false, child: { actualQty: 0 } });
    await expectRefused(plant, () => receive(serial), [409, "duplicate", "/visualSerialNo"]);
  });

  test("is found by a recall of its delivery and of its batch, with what it is in", async () => {
    const serial = await used(1);
    const deliveryNo = plant.unique("DN");
    await receive(serial, { deliveryNo, batchNo: plant.unique("G") });
    const { body } = await plant.post("/api/Genealogy/Recall", { deliveryNo });
    const serials = body.map((line: Answer["body"]) => line.visualSerialNo);
    expect(new Set(serials)).toEqual(new Set([serial, parent]));
  });

  test("is refused of a dispatched item", async () => {
    const serial = await used(1);
    await remove(serial, 1);
    await plant.done("put", "/api/MaterialItem/Dispatch", { visualSerialNo: serial });
    await expectRefused(plant, () => receive(serial), [409, "item_status"]);
  });

  test("of a single thing that is built leaves nothing in stock", async () => {
    const motor = await plant.product({ Tracking: "Serial" });
    const candidates = [{ ...candidate, product: motor.Name }];
    await plant.slot({ ParentProductName: pump.Name, bom, candidates });
    const serial = plant.unique("M");
    await use(serial, 1, { productName: motor.Name });
    const productName = motor.Name;
    await expectRefused(plant, () => receive(serial, { productName, qty: 2 }), [
      409,
      "tracking",
      "/qty",
    ]);
    const { body } = await receive(serial, { productName, qty: 1, deliveryNo: "DN-1" });
    expect(body).toMatchObject({ actualQty: 0, status: "Consumed", deliveryNo: "DN-1" });
  });

  test("is repeated with the same response", async () => {
    const serial = await used(1);
    const options = { headers: { "Idempotency-Key": plant.unique("key") } };
    const first = await receive(serial, note, options);
    expect(first.status).toBe(200);
    await use(serial, 2);
    expect((await receive(serial, note, options)).body).toEqual(first.body);
  });
});

describe("the record of it", () => {
  test("names the receipt, its delivery and what it changed", async () => {
    const serial = await used(3);
    await receive(serial, { ...note, comment: "Late note" });
    const history = await historyOf(serial);
    expect(history.map(({ action }: Answer["body"]) => action)).toEqual([
      "receivedAndBuilt",
      "adopted",
    ]);
    expect(history[1]).toMatchObject({
      comment: "Late note",
      deliveryNo: "DN-9001",
      before: { nominalQty: 3, actualQty: 0, batchNo: null, madeAtConsumption: true },
      after: { nominalQty: 10, actualQty: 7, batchNo: "G-77", madeAtConsumption: false },
    });
  });

  test("tells what was in the parent at each time", async () => {
    const serial = await used(1);
    const lineAt = async (at?: string) => {
      const { body } = await plant.post("/api/Genealogy/AsBuilt", { visualSerialNo: parent, at });
      return body.find((line: Answer["body"]) => line.visualSerialNo === serial);
    };
    const [{ at: builtAt }] = await historyOf(serial);
    plant.now = Date.parse(builtAt) + 60_000;
    await receive(serial, { batchNo: "G-5" });
    expect(await lineAt(builtAt)).toMatchObject({ batchNo: null });
    expect(await lineAt()).toMatchObject({ batchNo: "G-5" });
  });

  test("lets a use be dated back to the delivery, and not before it", async () => {
    const serial = await used(1);
    const [{ at: madeAt }] = await historyOf(serial);
    const before = (ms: number) => new Date(Date.parse(madeAt) - ms).toISOString();
    await receive(serial, { occurredAt: before(5000) });
    const hold = (ms: number) =>
      plant.put("/api/MaterialItem/Hold", {
        visualSerialNo: serial,
        holdReason: "Quality",
        occurredAt: before(ms),
      });
    await expectRefused(plant, () => hold(5001), [409, "before_it_was", "/occurredAt"]);
    expect((await hold(5000)).status).toBe(200);
  });

  test("tells EPCIS of the use in its quantity, and of the receipt in the delivered one", async () => {
    const serial = await used(3);
    await receive(serial, { deliveryNo: "DN-7" });
    const events = (await eventsOf(plant, {})).filter((event) =>
      JSON.stringify(event).includes(serial),
    );
    const quantities = events.map(({ bizStep, quantityList, inputQuantityList }) => [
      bizStep,
      (quantityList ?? inputQuantityList)[0].quantity,
    ]);
    expect(quantities).toEqual([
      ["commissioning", 3],
      [undefined, 3],
      ["receiving", 10],
    ]);
    expect(events[2].bizTransactionList).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: "desadv" })]),
    );
  });
});

describe("a receipt and a Build of one serial", () => {
  test.for([
    ["the Build", true],
    ["the receipt", false],
  ] as const)("are both done if %s is overtaken", async ([, isBuildLate]) => {
    const serial = await used(1);
    const acts = [() => use(serial, 2), () => receive(serial)] as const;
    const [late, fast] = isBuildLate ? acts : [acts[1], acts[0]];
    const [answer, other] = await overtake(plant, late, fast);
    expect([answer.status, other.status]).toEqual([200, 200]);
    expect(await itemNamed(plant, serial)).toMatchObject({ nominalQty: 10, actualQty: 7 });
    await expectConservation(plant);
  });

  test("of 64 callers leave what was delivered less what was built", async () => {
    const serial = await used(1);
    const { answers } = await plant.race(64, (i) =>
      patiently(() => (i % 8 === 0 ? receive(serial, { qty: 40 }) : use(serial, 0.5))),
    );
    const built = answers.filter(({ body }, i) => i % 8 !== 0 && body.qty !== undefined).length;
    const received = answers.filter(({ status }, i) => i % 8 === 0 && status === 200).length;
    expect([built, received]).toEqual([56, 1]);
    expect(await itemNamed(plant, serial)).toMatchObject({ nominalQty: 40, actualQty: 11 });
    await expectConservation(plant);
  });
});
