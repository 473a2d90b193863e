import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly } from "./assembly.ts";

const plant = await openPlant();
const path = "/api/Scan/Resolve";
const separator = "\u001d";

const resolve = async (code: string): Promise<Answer["body"]> =>
  (await plant.post(path, { code }, { key: plant.keys.viewer })).body;
const meanings = async (code: string) =>
  (await resolve(code)).matches.map(({ kind, id, matchedBy }: Answer["body"]) => [
    kind,
    id,
    matchedBy,
  ]);
const gtinProperty = (Value: string) => ({ Properties: [{ Name: "GTIN", Value }] });
const item = (productName: string, fields: object = {}) =>
  plant.receive({ productName, qty: 1, ...fields });

// Each GTIN is that of one test, because a plant keeps its products.
const gtins = ["09521234543213", "00012345600012", "00000096385074", "04012345123456"] as const;

test("a serial is found in one request, with all that a screen shows of the item", async () => {
  const { Name: productName, ID: productID } = await plant.product({ Tracking: "Serial" });
  const fields = { batchNo: "B-1", expiryDate: "2999-01-01T00:00:00Z", location: "MAIN" };
  const { id, visualSerialNo } = await item(productName, fields);
  expect(await resolve(visualSerialNo.toLowerCase())).toEqual({
    code: visualSerialNo.toLowerCase(),
    symbologyID: null,
    isGs1: false,
    fault: null,
    elements: [],
    matches: [
      {
        kind: "MaterialItem",
        id,
        name: visualSerialNo,
        suid: null,
        matchedBy: "visualSerialNo",
        isFromGs1: false,
        isActive: true,
        productID,
        productName,
        tracking: "Serial",
        status: "Available",
        orderNo: null,
        actualQty: 1,
        unit: "each",
        batchNo: "B-1",
        expiryDate: "2999-01-01T00:00:00.000Z",
        holdReason: null,
        location: "MAIN",
      },
    ],
    hasMore: false,
  });
});

test("every kind of record is found by its number, SUID or name, with or without an AIM identifier", async () => {
  const { parent, order, unit } = await assembly(plant);
  const { id: itemId } = (await plant.post("/api/MaterialItem/List", { visualSerialNo: parent }))
    .body[0];
  const suid = plant.unique("SUID-Ä");
  const made = async (resource: string) =>
    (await plant.done("put", `/api/${resource}/Upsert`, { suid, name: plant.unique("Name") })).id;
  const ids = {
    Location: await made("Location"),
    User: await made("User"),
    WorkCentre: await made("WorkCentre"),
    MaterialReason: await made("MaterialReason"),
  };
  const { ID: productId } = await plant.product({ SUID: suid });
  for (const aim of ["", "]C0"]) {
    expect(await meanings(`${aim}${parent}\r\n`)).toEqual([
      ["MaterialItem", itemId, "visualSerialNo"],
    ]);
    expect(await meanings(`${aim}${order!.orderNo}`)).toEqual([
      ["WorksOrder", order!.id, "orderNo"],
    ]);
    expect(await meanings(`${aim}${unit.Name.toUpperCase()}`)).toEqual([
      ["Product", unit.ID, "recordName"],
    ]);
    // All that a code can mean is shown, in this order.
    expect(await meanings(`${aim}${suid.toLowerCase()}`)).toEqual([
      ["Location", ids.Location, "suid"],
      ["Product", productId, "suid"],
      ["User", ids.User, "suid"],
      ["WorkCentre", ids.WorkCentre, "suid"],
      ["MaterialReason", ids.MaterialReason, "suid"],
    ]);
  }
  expect((await resolve(order!.orderNo)).matches[0]).toMatchObject({
    name: order!.orderNo,
    orderNo: order!.orderNo,
    status: "Started",
    productName: unit.Name,
    actualQty: null,
  });
});

test("a tag is found by the unique id of its item", async () => {
  const { Name: productName } = await plant.product();
  const received = await item(productName);
  const uniqueID = plant.unique("E280");
  await plant.done("put", `/api/MaterialItem/Update/${received.id}`, { ...received, uniqueID });
  expect(await meanings(uniqueID.toLowerCase())).toEqual([
    ["MaterialItem", received.id, "uniqueID"],
  ]);
  // An item that matches twice is listed once.
  const current = await plant.get(`/api/MaterialItem/Get/${received.id}`);
  const code = `240T21${received.visualSerialNo}`;
  await plant.done("put", `/api/MaterialItem/Update/${received.id}`, {
    ...current.body,
    uniqueID: code,
  });
  expect(await meanings(`]C1${code.replace("21", `${separator}21`)}`)).toEqual([
    ["MaterialItem", received.id, "uniqueID"],
  ]);
});

test("a retired record says so", async () => {
  const { name } = await plant.done("put", "/api/Location/Upsert", {
    name: plant.unique("Shelf"),
    isActive: false,
  });
  expect((await resolve(name)).matches).toMatchObject([{ kind: "Location", isActive: false }]);
});

describe("of a GS1 code", () => {
  test("the serial is found within the product of the GTIN, and the product after it", async () => {
    const [gtin] = gtins;
    const { Name: productName, ID: productId } = await plant.product(gtinProperty(gtin.slice(1)));
    const { id, visualSerialNo } = await item(productName, { visualSerialNo: plant.unique("S") });
    const found = [
      ["MaterialItem", id, "visualSerialNo"],
      ["Product", productId, "gtin"],
    ];
    const code = `01${gtin}21${visualSerialNo}`;
    for (const sent of [
      `]d2${code}`,
      `]C1${separator}${code}`,
      code,
      `${code}${separator}10L-7`,
      `(01)${gtin}(21)${visualSerialNo}`,
    ]) {
      expect(await meanings(sent), sent).toEqual(found);
    }
    const { matches, elements } = await resolve(`]Q3${code}${separator}10L-7${separator}17270200`);
    expect(matches.map(({ isFromGs1 }: Answer["body"]) => isFromGs1)).toEqual([true, true]);
    expect(elements).toEqual([
      { ai: "01", title: "GTIN", value: gtin, date: null, fault: null },
      { ai: "21", title: "SERIAL", value: visualSerialNo, date: null, fault: null },
      { ai: "10", title: "BATCH/LOT", value: "L-7", date: null, fault: null },
      {
        ai: "17",
        title: "USE BY OR EXPIRY",
        value: "270200",
        date: "2027-02-28",
        fault: null,
      },
    ]);
  });

  test("the serial of another product is no match, and of one without a GTIN it is", async () => {
    const [, own, other] = gtins;
    const { Name: withGtin } = await plant.product(gtinProperty(own));
    const { Name: without } = await plant.product();
    const marked = await item(withGtin, { visualSerialNo: plant.unique("S") });
    const plain = await item(without, { visualSerialNo: plant.unique("S") });
    const ofItem = (gtin: string, { visualSerialNo }: Answer["body"]) =>
      meanings(`]d201${gtin}21${visualSerialNo}`);
    expect(await ofItem(other, marked)).toEqual([]);
    expect(await ofItem(other, plain)).toEqual([["MaterialItem", plain.id, "visualSerialNo"]]);
    // The plant knows which product this GTIN is of.
    expect((await ofItem(own, plain)).map(([kind]: string[]) => kind)).toEqual(["Product"]);
    expect(await meanings(`]d221${marked.visualSerialNo}`)).toEqual([
      ["MaterialItem", marked.id, "visualSerialNo"],
    ]);
  });

  test("the batch counts only without a serial that an item has, the newest items first", async () => {
    const gtin = gtins[3];
    const { Name: productName, ID: productId } = await plant.product({ SUID: gtin });
    const { Name: other } = await plant.product();
    const batchNo = plant.unique("L");
    const lots: Answer["body"][] = [];
    for (let made = 0; made < 22; made++) lots.push(await item(productName, { batchNo }));
    await item(other, { batchNo });
    const unknown = plant.unique("NONE");
    const code = `]d201${gtin}10${batchNo.toLowerCase()}${separator}21`;
    const { matches, hasMore } = await resolve(`${code}${unknown}`);
    expect(hasMore).toBe(true);
    expect(matches.map(({ id }: Answer["body"]) => id)).toEqual([
      ...lots
        .slice(2)
        .toReversed()
        .map(({ id }) => id),
      productId,
    ]);
    expect(matches[0]).toMatchObject({ matchedBy: "batchNo", isFromGs1: true, batchNo });
    expect(await meanings(`${code}${lots[0].visualSerialNo}`)).toEqual([
      ["MaterialItem", lots[0].id, "visualSerialNo"],
      ["Product", productId, "gtin"],
    ]);
  });

  test("the whole code comes first, for a plant that stores it as the serial", async () => {
    const { Name: productName } = await plant.product();
    const serial = plant.unique("S");
    const parts = await item(productName, { visualSerialNo: serial });
    const whole = await item(productName, { visualSerialNo: `0109521234000049 21${serial}` });
    const joined = await item(productName, { visualSerialNo: `240P21${serial}` });
    expect(await meanings(`]C1240P${separator}21${serial}`)).toEqual([
      ["MaterialItem", joined.id, "visualSerialNo"],
      ["MaterialItem", parts.id, "visualSerialNo"],
    ]);
    expect(await meanings(whole.visualSerialNo)).toEqual([
      ["MaterialItem", whole.id, "visualSerialNo"],
    ]);
  });

  test("a wrong check digit is named, and nothing but the whole code is looked up", async () => {
    const { Name: productName } = await plant.product();
    const { visualSerialNo } = await item(productName, { visualSerialNo: plant.unique("S") });
    const scan = await resolve(`]d2010952123454321421${visualSerialNo}`);
    const fault = "The check digit of (01) should be 3.";
    expect(scan).toMatchObject({ isGs1: true, fault, matches: [] });
    expect(scan.elements[0]).toMatchObject({ ai: "01", fault });
  });
});

test("the GTIN of a product is found from its EAN", async () => {
  const gtin = "04006381333931";
  const { ID: id } = await plant.product(gtinProperty(` ${gtin} `));
  expect(await meanings(`]E0${gtin.slice(1)}`)).toEqual([["Product", id, "gtin"]]);
  expect((await resolve(gtin.slice(1))).matches).toMatchObject([
    { id, matchedBy: "gtin", isFromGs1: false },
  ]);
});

test("a code that nothing has is no error", async () => {
  const code = `${plant.unique("none")}${"x".repeat(3900)}`;
  expect(await resolve(code)).toEqual({
    code,
    symbologyID: null,
    isGs1: false,
    fault: null,
    elements: [],
    matches: [],
    hasMore: false,
  });
});

test.for<[what: string, code: unknown, detail: string]>([
  ["is empty", "", "Must have a visible character."],
  ["has only what nobody sees", ` ${separator}\r\n`, "Must have a visible character."],
  ["is too long", "x".repeat(4001), "At most 4000 characters."],
])("a code that %s is refused", async ([, code, detail]) => {
  const { status, body } = await plant.post(path, { code });
  expect(status).toBe(400);
  expect(body.errors).toEqual([{ pointer: "/code", detail }]);
});

test("a request costs one round trip, whatever its code", async () => {
  const { batches } = plant.database;
  if (!batches) return;
  await resolve("none");
  const { reads } = batches.roundTrips;
  await resolve(`]d201${gtins[0]}21x${separator}10y`);
  expect(batches.roundTrips.reads - reads).toBe(1);
});
