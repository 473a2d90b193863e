import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly } from "./assembly.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const { Name: productName } = await plant.product();
const receive = (fields: object) =>
  plant.post("/api/MaterialItem/Receive", { productName, qty: 1, ...fields });
const stored = async (table: string, id: number) =>
  (await plant.sql(`select * from ${table} where id = ?`, id))[0];

/** A name as a scanner, a spreadsheet or a clipboard sends it. */
const around = (name: string) => `\uFEFF\t ${name}\u00A0\u3000\r\n`;

describe("white space around a name is dropped", () => {
  test("when a record is created, updated and referred to", async () => {
    const serial = plant.unique("SN");
    const { body: item } = await receive({
      productName: around(productName),
      visualSerialNo: around(serial),
      version: around("B  2"),
      location: around("MAIN"),
      batchNo: around("G-1"),
      ownershipType: around("Customer"),
      deliveryNo: around("DN-1"),
      comment: around("Wet box"),
    });
    expect(item).toMatchObject({
      productName,
      visualSerialNo: serial,
      version: "B  2",
      location: "MAIN",
      batchNo: "G-1",
      ownershipType: "Customer",
      deliveryNo: "DN-1",
    });
    const row = await stored("material_item", item.id);
    expect(row).toMatchObject({ visual_serial_no: serial, serial_key: serial.toLowerCase() });
    const [log] = await plant.sql(
      "select comment from change_log where entity = 'MaterialItem' and entity_id = ?",
      item.id,
    );
    expect(log).toEqual({ comment: around("Wet box") });

    const uniqueID = plant.unique("U");
    const changes = { uniqueID: around(uniqueID), batchNo: around(""), deliveryNo: around("DN-2") };
    const { body } = await plant.put(`/api/MaterialItem/Update/${item.id}`, {
      ...item,
      ...changes,
    });
    expect(body).toMatchObject({ uniqueID, batchNo: "", deliveryNo: "DN-2" });
  });

  test("when a record is looked up, listed and recalled", async () => {
    const serial = plant.unique("SN");
    const [batchNo, deliveryNo] = [plant.unique("G"), plant.unique("DN")];
    const { body: item } = await receive({ visualSerialNo: serial, batchNo, deliveryNo });
    for (const filter of [{ visualSerialNo: serial }, { batchNo }, { deliveryNo }]) {
      const [[name, value]] = Object.entries(filter) as [[string, string]];
      const sent = { [name]: around(value) };
      const found = (await plant.post("/api/Genealogy/Recall", sent)).body;
      expect(found, name).toMatchObject([{ id: item.id }]);
    }
    const listed = await plant.post("/api/MaterialItem/List", {
      visualSerialNo: around(serial),
      productName: around(productName),
      batchNo: around(batchNo),
    });
    expect(listed.body).toEqual([item]);
    const history = await plant.post("/api/MaterialItem/History", {
      visualSerialNo: around(serial),
    });
    expect(history.body).toHaveLength(1);
    const moved = await plant.put("/api/MaterialItem/Move", {
      visualSerialNo: around(serial),
      location: around("MAIN"),
    });
    expect(moved.status).toBe(200);
  });

  test("in a query", async () => {
    const types = encodeURIComponent(around("asbuilt.material.*"));
    const options = { headers: { "Last-Event-ID": "999999999" } };
    const { body } = await plant.get(`/api/Event/Stream?types=${types}`, options);
    // The type is known: it is the event that does not exist.
    expect(body.detail).toMatch(/^Last-Event-ID/);
  });

  test("in every line of a batch", async () => {
    const { parent, child } = await assembly(plant);
    const line = {
      parentSerialNo: around(parent),
      childSerialNo: around(child),
      builtQty: 1,
      receiveAtPointOfConsumption: false,
    };
    const { body } = await plant.put("/api/Build/BuildMany", { lines: [line, line] });
    expect(body).toMatchObject({ done: 2, refused: 0 });
  });

  test("of a version of a BoM, a BoM, an order and a reference record", async () => {
    const unit = await plant.product();
    const name = plant.unique("BoM");
    const bom = await plant.done("put", "/api/Bom/Upsert", {
      name: around(name),
      parentProductName: around(unit.Name),
      versions: [{ version: around("1.0"), status: "Released" }],
    });
    expect(bom).toMatchObject({ name, versions: [{ version: "1.0" }] });
    const orderNo = plant.unique("WO");
    const order = await plant.done("put", "/api/WorksOrder/Upsert", {
      orderNo: around(orderNo),
      productName: around(unit.Name),
      bom: around(name),
      version: around("1.0"),
      qty: 1,
    });
    expect(order.orderNo).toBe(orderNo);
    const suid = plant.unique("LOC");
    const place = await plant.done("put", "/api/Location/Upsert", { suid: around(suid) });
    expect(place).toMatchObject({ suid, name: suid });
  });

  test("but not at the end of a serial range's prefix, which is inside of the serials", async () => {
    const sent = { name: plant.unique("R"), prefix: "\t PUMP " };
    const range = await plant.done("put", "/api/SerialRange/Upsert", sent);
    expect(range.prefix).toBe("PUMP ");
  });

  test("so that two serials that differ in it are one", async () => {
    const serial = plant.unique("SN");
    await receive({ visualSerialNo: serial });
    const send = () => receive({ visualSerialNo: around(serial) });
    await expectRefused(plant, send, [409, "duplicate", "/visualSerialNo"]);
  });

  test.for([" ", "\r\n", "\u00A0\u3000"])("and %j is empty", async (text) => {
    await expectRefused(plant, () => receive({ visualSerialNo: text }), [
      400,
      "validation_failed",
      "/visualSerialNo",
    ]);
    const recall = () => plant.post("/api/Genealogy/Recall", { batchNo: text });
    await expectRefused(plant, recall, [400, "validation_failed", "/batchNo"]);
  });
});

describe("an invisible character in a name is refused", () => {
  test.for([
    ["\u200B", "U+200B"],
    ["\u0007", "U+0007"],
    ["\t", "U+0009"],
    ["\u00AD", "U+00AD"],
    ["\u2028", "U+2028"],
    ["\u{E0041}", "U+E0041"],
  ] as const)("by its code point: %j", async ([character, codePoint]) => {
    const visualSerialNo = `SN${character}1`;
    const send = () => receive({ visualSerialNo });
    const fault = [400, "validation_failed", "/visualSerialNo"] as const;
    const { errors } = await expectRefused(plant, send, fault);
    const detail = `Contains the invisible character ${codePoint}.`;
    expect(errors).toEqual([{ pointer: "/visualSerialNo", detail }]);
  });

  const detail = "Contains the invisible character U+200B.";
  const hidden = "a\u200Bb";

  test.for([
    ["post", "/api/MaterialItem/List", { batchNo: hidden }, "/batchNo"],
    ["post", "/api/MaterialItem/GetByFilter", { orderNo: hidden }, "/orderNo"],
    ["post", "/api/Genealogy/Recall", { deliveryNo: hidden }, "/deliveryNo"],
    ["post", "/api/Genealogy/AsBuilt", { visualSerialNo: hidden }, "/visualSerialNo"],
    ["post", "/api/History/List", { user: hidden }, "/user"],
    ["post", "/api/Epcis/Query", { orderNo: hidden }, "/orderNo"],
    ["post", "/api/ExternalRef/Get", { system: "ERP", id: hidden }, "/id"],
    ["post", "/api/ApiKey/Create", { name: hidden, userID: 1, role: "viewer" }, "/name"],
    ["put", "/api/Location/Upsert", { suid: hidden }, "/suid"],
    ["put", "/api/WorkCentreGroup/Upsert", { WorkCentres: ["a", hidden] }, "/WorkCentres/1"],
    ["post", "/api/BomSlot/List", { Version: "1.\u200B0" }, "/Version"],
  ] as const)("also by %s %s", async ([method, path, body, pointer]) => {
    const { status, body: problem } = await plant[method](path, body);
    expect(status).toBe(400);
    expect(problem.errors).toEqual([{ pointer, detail }]);
  });

  test("in a line of a batch and its reference", async () => {
    const line = {
      parentSerialNo: "P",
      childSerialNo: hidden,
      builtQty: 1,
      receiveAtPointOfConsumption: false,
      externalRef: { system: hidden, id: "1" },
    };
    const { body } = await plant.put("/api/Build/BuildMany", { lines: [line] });
    expect(body.errors).toEqual([
      { pointer: "/lines/0/childSerialNo", detail },
      { pointer: "/lines/0/externalRef/system", detail },
    ]);
  });

  test("in a query", async () => {
    const answer = await plant.get("/api/Event/Stream?types=asbuilt.%E2%80%8Bmaterial.*");
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain(detail);
  });

  test("and stays in free text", async () => {
    const sent = { name: plant.unique("L"), description: " Left\u200Bof the\tdoor\n" };
    expect(await plant.done("put", "/api/Location/Upsert", sent)).toMatchObject(sent);
  });
});
