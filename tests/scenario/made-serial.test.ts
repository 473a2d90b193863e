import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectConservation } from "./conservation.ts";
import { overtake } from "./overtake.ts";
import { patiently } from "./patiently.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const path = "/api/MaterialItem/Receive";
type Fields = Readonly<Record<string, unknown>>;

/** Makes a product with a serial range whose prefix is its name and a dash. */
async function ranged(range: Fields = {}, product: Fields = {}) {
  const name = plant.unique("Range");
  const { id } = await plant.done("put", "/api/SerialRange/Upsert", {
    name,
    prefix: `${name}-`,
    ...range,
  });
  const { Name: productName } = await plant.product({ SerialRange: name, ...product });
  const made: Fields = { productName, qty: 1, makeSerial: true };
  return {
    id,
    name,
    productName,
    made,
    receive: (fields: Fields = {}, options?: Parameters<typeof plant.post>[2]) =>
      plant.post(path, { ...made, ...fields }, options),
    range: async () => (await plant.post("/api/SerialRange/List", { id })).body[0],
  };
}

const serialsOf = (answers: readonly { readonly body: { visualSerialNo: string } }[]) =>
  answers.map(({ body }) => body.visualSerialNo);

test("a receipt makes the next serial of its product's range", async () => {
  const { id, name, productName, receive, range } = await ranged({ nextNumber: 98, padding: 3 });
  const { status, body } = await receive({ qty: 5, batchNo: "B-1", visualSerialNo: null });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    revNo: 1,
    productName,
    visualSerialNo: `${name}-098`,
    status: "Available",
    actualQty: 5,
    batchNo: "B-1",
  });
  expect(await range()).toMatchObject({ revNo: 2, nextNumber: 99 });
  const [, numbered] = (await plant.post("/api/History/List", { entity: "SerialRange", id })).body;
  expect(numbered).toMatchObject({
    action: "numbered",
    before: { nextNumber: 98 },
    after: { nextNumber: 99 },
    detail: { visualSerialNo: `${name}-098` },
  });
  await receive();
  expect((await receive()).body.visualSerialNo).toBe(`${name}-100`);
});

test("a receipt and a Start take their serials from one range in turn", async () => {
  const { name, productName, receive } = await ranged();
  const { name: bom } = await plant.bom({ parentProductName: productName });
  const { id } = await plant.worksOrder({ productName, bom, qty: 2 });
  expect((await receive()).body.visualSerialNo).toBe(`${name}-1`);
  const { items } = await plant.done("put", "/api/WorksOrder/Start", { id });
  expect(serialsOf(items.map((body: { visualSerialNo: string }) => ({ body })))).toEqual([
    `${name}-2`,
    `${name}-3`,
  ]);
  expect((await receive()).body.visualSerialNo).toBe(`${name}-4`);
});

test("a serial that an item has or had is not made", async () => {
  const { name, productName, receive } = await ranged();
  const item = await plant.receive({ productName, qty: 1, visualSerialNo: `${name}-1` });
  await plant.receive({ productName, qty: 1, visualSerialNo: `${name}-2`.toUpperCase() });
  await plant.done("put", "/api/MaterialItem/Relabel", {
    id: item.id,
    newVisualSerialNo: plant.unique("SN"),
    comment: "Lost",
  });
  expect((await receive()).body.visualSerialNo).toBe(`${name}-3`);
});

test("a repeated receipt gets the serial that it made, and takes no other", async () => {
  const { name, receive, range } = await ranged();
  const headers = { "Idempotency-Key": plant.unique("key") };
  const externalRef = { system: plant.unique("erp"), id: "1" };
  for (const send of [() => receive({}, { headers }), () => receive({ externalRef })]) {
    const first = await send();
    expect(first.status).toBe(200);
    const again = await send();
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
  }
  expect(await range()).toMatchObject({ nextNumber: 3 });
  expect((await receive()).body.visualSerialNo).toBe(`${name}-3`);
});

describe("no serial is made", () => {
  test("without a range", async () => {
    const { Name: productName } = await plant.product();
    const send = () => plant.post(path, { productName, qty: 1, makeSerial: true });
    const { detail } = await expectRefused(plant, send, [409, "serial_range", "/makeSerial"]);
    expect(detail).toContain("has no serial range");
  });

  test("past the end of the range", async () => {
    const { receive, range } = await ranged({ endNumber: 1 });
    expect((await receive()).status).toBe(200);
    const { detail } = await expectRefused(plant, () => receive(), [
      409,
      "serial_range",
      "/makeSerial",
    ]);
    expect(detail).toContain("has 0 numbers left, and 1 is needed");
    expect(await range()).toMatchObject({ nextNumber: 2 });
  });

  test("by a receipt that is refused", async () => {
    const { receive, range } = await ranged();
    await expectRefused(plant, () => receive({ qty: 1.5 }), [409, "decimal_places", "/qty"]);
    expect(await range()).toMatchObject({ revNo: 1, nextNumber: 1 });
  });

  test("where the receipt profile makes the serial compulsory", async () => {
    const profile = { name: plant.unique("Scanned"), fields: { visualSerialNo: "compulsory" } };
    await plant.done("put", "/api/ReceiptProfile/Upsert", profile);
    const { receive } = await ranged({}, { ReceiptProfile: profile.name });
    await expectRefused(plant, () => receive(), [409, "receipt_profile", "/visualSerialNo"]);
  });

  test.for([
    [{ makeSerial: true, visualSerialNo: "SN" }, "/visualSerialNo"],
    [{ makeSerial: false }, "/visualSerialNo"],
    [{ makeSerial: null, visualSerialNo: null }, "/visualSerialNo"],
    [{ makeSerial: "yes", visualSerialNo: "SN" }, "/makeSerial"],
  ] as const)("by a receipt with %j", async ([fields, pointer]) => {
    const { receive } = await ranged();
    await expectRefused(plant, () => receive(fields), [400, "validation_failed", pointer]);
  });
});

describe("a receipt that makes its serial and is overtaken", () => {
  test("by another one takes the next serial", async () => {
    const { name, receive, range } = await ranged();
    const answers = await overtake(plant, receive, receive);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(serialsOf(answers)).toEqual([`${name}-2`, `${name}-1`]);
    expect(await range()).toMatchObject({ revNo: 3, nextNumber: 3 });
  });

  test("by a start from its range continues after its serials", async () => {
    const { name, productName, receive } = await ranged();
    const { name: bom } = await plant.bom({ parentProductName: productName });
    const { id } = await plant.worksOrder({ productName, bom, qty: 2 });
    const start = () => plant.put("/api/WorksOrder/Start", { id });
    const [late, started] = await overtake(plant, receive, start);
    expect(started.status).toBe(200);
    expect(late.body.visualSerialNo).toBe(`${name}-3`);
  });

  test("by a receipt of its serial leaves that serial out", async () => {
    const { name, productName, receive } = await ranged();
    const sent = { productName, qty: 1, visualSerialNo: `${name}-1` };
    const [late] = await overtake(plant, receive, () => plant.receive(sent));
    expect(late.body.visualSerialNo).toBe(`${name}-2`);
  });

  test("by the end of its range is refused", async () => {
    const { id, receive } = await ranged();
    const end = () => plant.done("put", "/api/SerialRange/Upsert", { id, endNumber: 0 });
    const [late] = await overtake(plant, receive, end);
    expect(late.body).toMatchObject({ status: 409, code: "serial_range" });
  });

  test("by another range of its product takes its serial from that", async () => {
    const { productName, receive, range } = await ranged();
    const other = await ranged();
    const change = async () => {
      const [{ ID }] = (await plant.post("/api/Product/List", { Name: productName })).body;
      return plant.done("put", "/api/Product/Upsert", { ID, SerialRange: other.name });
    };
    const [late] = await overtake(plant, receive, change);
    expect(late.body.visualSerialNo).toBe(`${other.name}-1`);
    expect(await range()).toMatchObject({ nextNumber: 1 });
  });
});

test("32 receipts that race make each serial once, next to receipts that are sent them", async () => {
  const { name, productName, receive, range } = await ranged();
  const sent = ["2", "5", "40"].map((number) => `${name}-${number}`);
  const { answers } = await plant.race(32, (index) => {
    const visualSerialNo = sent[index / 8];
    return patiently(() =>
      visualSerialNo === undefined
        ? receive()
        : plant.post(path, { productName, qty: 1, visualSerialNo }),
    );
  });
  // A serial that is made first refuses the receipt that is sent it.
  const done = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.every(({ body }) => body.code === "duplicate")).toBe(true);
  expect(done.length).toBeGreaterThanOrEqual(29);
  const serials = serialsOf(done);
  expect(new Set(serials).size).toBe(serials.length);
  const { nextNumber } = await range();
  const made = serials.filter((serial) => Number(serial.slice(name.length + 1)) < nextNumber);
  expect(made).toHaveLength(nextNumber - 1);
  await expectConservation(plant);
});
