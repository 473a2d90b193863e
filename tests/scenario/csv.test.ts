import { expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { nest, nextOf } from "./nest.ts";

const plant = await openPlant();
const { product, build, receive } = await nest(plant);
const csv = { headers: { Accept: "text/csv" } };
const heading = (table: string) => table.split("\r\n", 1)[0]!.split(",");
const lines = (table: string) => table.split("\r\n").slice(1, -1);

const batchNo = "=CMD()";
const [lot, unit] = [await receive({ batchNo, qty: 3 }), await receive()];
await build(unit, lot);

test.for<[path: string, body: object]>([
  ["Genealogy/Recall", { batchNo }],
  ["Genealogy/AsBuilt", { id: unit.id }],
  ["Genealogy/WhereUsed", { id: lot.id }],
  ["MaterialItem/List", { productName: product }],
  ["MaterialItem/Search", { productName: product }],
  ["MaterialItem/History", { id: lot.id }],
  ["History/List", { entity: "Product" }],
  ["Product/List", {}],
  ["Bom/List", {}],
  ["BomSlot/List", {}],
  ["WorksOrder/List", {}],
  ["Location/List", {}],
])("%s is CSV for a client that accepts it, with a column for each field", async ([of, body]) => {
  const records = (await plant.post(`/api/${of}`, body)).body;
  const { body: table, status, headers } = await plant.post(`/api/${of}`, body, csv);
  expect(status).toBe(200);
  expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8; header=present");
  expect(headers.get("Vary")).toContain("Accept");
  const names = new Set(heading(table).map((name) => name.split(".", 1)[0]));
  if (records.length > 0) expect([...names]).toEqual(Object.keys(records[0]));
  const quoted = /"(?:[^"]|"")*"/g;
  expect(lines(table.replaceAll(quoted, "x"))).toHaveLength(records.length);
});

test("a text that a spreadsheet would run is defused, and numbers stay numbers", async () => {
  const path = "/api/MaterialItem/List?fields=batchNo,actualQty,expiryDate,caseData";
  const { body } = await plant.post(path, { batchNo }, csv);
  expect(lines(body)).toEqual(["2,,'=CMD(),[]"]);
});

test("a recall has a column for each field of the Remove, and the path as JSON", async () => {
  const path = "/api/Genealogy/Recall?fields=id,removed,path";
  const { body } = await plant.post(path, { batchNo }, csv);
  expect(heading(body)).toEqual([
    "id",
    "removed.at",
    "removed.userID",
    "removed.user",
    "removed.userNow",
    "removed.reasonSUID",
    "removed.comment",
    "path",
  ]);
  expect(lines(body)[0]).toBe(
    `${lot.id},,,,,,,"[{""id"":${lot.id},""visualSerialNo"":""${lot.visualSerialNo}""}]"`,
  );
});

test("an empty list has its heading, and each page has one", async () => {
  const none = await plant.post("/api/MaterialItem/List", { batchNo: "none" }, csv);
  expect(heading(none.body)).toContain("visualSerialNo");
  expect(lines(none.body)).toEqual([]);
  const path = "/api/MaterialItem/List?limit=1&fields=id";
  const first = await plant.post(path, { productName: product }, csv);
  expect(first.body).toBe(`id\r\n${lot.id}\r\n`);
  const next = nextOf(first)!;
  expect((await plant.post(next, { productName: product }, csv)).body).toBe(`id\r\n${unit.id}\r\n`);
});

test("a long list is streamed as CSV, each row once", async () => {
  const { Name } = await plant.product();
  const bom = await plant.bom({ parentProductName: Name });
  const { orderNo } = await plant.worksOrder({ productName: Name, bom: bom.name, qty: 300 });
  await plant.done("put", "/api/WorksOrder/Start", { orderNo });
  const path = "/api/MaterialItem/List?fields=visualSerialNo";
  const records = (await plant.post(path, { orderNo })).body;
  expect(records).toHaveLength(300);
  const { body } = await plant.post(path, { orderNo }, csv);
  const serials = records.map(({ visualSerialNo }: Answer["body"]) => visualSerialNo);
  expect(body).toBe(["visualSerialNo", ...serials, ""].join("\r\n"));
});

test("a refusal is a problem document, and a record is JSON, whatever is accepted", async () => {
  const refused = await plant.post("/api/Genealogy/Recall", {}, csv);
  expect(refused.body.code).toBe("validation_failed");
  const { body } = await plant.get(`/api/MaterialItem/Get/${lot.id}`, csv);
  expect(body.id).toBe(lot.id);
  const first = await plant.post(
    "/api/MaterialItem/List",
    { batchNo },
    {
      headers: { Accept: "application/json, text/csv;q=0.9" },
    },
  );
  expect(first.body[0].id).toBe(lot.id);
});
