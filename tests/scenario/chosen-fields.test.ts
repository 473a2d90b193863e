import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { nest } from "./nest.ts";

const plant = await openPlant();
const { Name } = await plant.product();
const received = await Promise.all(
  Array.from({ length: 5 }, (_, index) =>
    plant.receive({ productName: Name, visualSerialNo: `CHOSEN-${index}`, qty: 1 + index }),
  ),
);
const items = received.toSorted((one, other) => one.id - other.id);
const serials = items.map(({ visualSerialNo }) => ({ visualSerialNo }));

const path = "/api/MaterialItem/List";
const list = async (query: string) => (await plant.post(path + query, { productName: Name })).body;

test("the records of a list have the chosen fields only", async () => {
  expect(await list("?fields=visualSerialNo")).toEqual(serials);
  const both = items.map(({ actualQty, caseData }) => ({ actualQty, caseData }));
  expect(await list("?fields=caseData,actualQty")).toEqual(both);
});

test("a field is chosen in any spelling, and has that of the contract", async () => {
  for (const spelling of ["VISUALSERIALNO", "visual_serial_no", " Visual-Serial No "]) {
    expect(await list(`?fields=${encodeURI(spelling)}`), spelling).toEqual(serials);
  }
});

test("fields are in the order of the contract, and each comes once", async () => {
  const [first] = await list("?fields=visualSerialNo,id,visualserialno,id");
  expect(Object.keys(first)).toEqual(["id", "visualSerialNo"]);
});

test("the link to the next page chooses the same fields", async () => {
  const pages: unknown[] = [];
  let next: string | undefined = `${path}?limit=2&fields=visualSerialNo`;
  while (next !== undefined) {
    const { body, headers } = await plant.post(next, { productName: Name });
    pages.push(...body);
    next = headers.get("Link")?.match(/<([^>]+)>; rel="next"/)?.[1];
  }
  expect(pages).toEqual(serials);
});

test("structures, recalls and the history take fields too", async () => {
  const { receive, build } = await nest(plant);
  const [unit, part] = [await receive(), await receive({ batchNo: "CHOSEN" })];
  await build(unit, part);
  const chosen = async (of: string, body: object) => (await plant.post(`/api/${of}`, body)).body;
  const { id } = unit;
  expect(await chosen("Genealogy/AsBuilt?fields=level,id", { id })).toEqual([
    { id: part.id, level: 1 },
  ]);
  expect(await chosen("Genealogy/WhereUsed?fields=id", { id: part.id })).toEqual([{ id }]);
  expect(await chosen("Genealogy/Recall?fields=level", { batchNo: "CHOSEN" })).toEqual([
    { level: 1 },
    { level: 0 },
  ]);
  expect(await chosen("MaterialItem/History?fields=action", { id: part.id })).toEqual([
    { action: "received" },
    { action: "built" },
  ]);
});

test.for([
  ["serialNo", "fields in the query: serialNo: Unknown field. Did you mean visualSerialNo?"],
  ["id,statu", "fields in the query: statu: Unknown field. Did you mean status?"],
  ["id,nonsense", "fields in the query: nonsense: Unknown field."],
  ["id,caseData.name", "fields in the query: caseData.name: Unknown field. Did you mean caseData?"],
  ["", "fields in the query: Names of fields, separated by commas."],
  ["id,,status", "fields in the query: Names of fields, separated by commas."],
] as const)("a choice of %j is refused by name", async ([fields, detail]) => {
  const { status, body } = await plant.post(`${path}?fields=${fields}`, {});
  expect([status, body.code]).toEqual([400, "validation_failed"]);
  expect(body.errors).toEqual([{ pointer: "", detail }]);
});

test("a choice of thousands of unknown fields is refused with the first hundred", async () => {
  const { body } = await plant.post(`${path}?fields=${"x,".repeat(3000)}id`, {});
  expect(body.errors).toHaveLength(100);
});

test("an EPCIS document takes no fields", async () => {
  const { status, body } = await plant.post("/api/Epcis/Query?fields=id", {});
  expect([status, body.detail]).toEqual([400, "fields in the query: Unknown parameter."]);
});
