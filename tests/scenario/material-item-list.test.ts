import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "./refused.ts";
import { textOfBytes } from "./texts.ts";

const plant = await openPlant();
await plant.product({ Name: "Seal 10 mm" });
const pump = await plant.product({ Name: "Pump" });
const receive = (productName: string, visualSerialNo: string, fields: object = {}) =>
  plant.receive({ productName, visualSerialNo, qty: 3, ...fields });
const lot = await receive("Seal 10 mm", "Lot-Ä", { batchNo: "B-1" });
const other = await receive("Seal 10 mm", "Lot-B", { batchNo: "b-1" });
const unit = await receive("Pump", "P-1");

const bom = await plant.bom({ parentProductName: pump.Name });
const order = await plant.worksOrder({ productName: pump.Name, bom: bom.name, qty: 2 });
const start = { id: order.id };
const { items: started } = await plant.done("put", "/api/WorksOrder/Start", start);
const made: unknown[] = [];
for (const { id } of started) {
  made.push((await plant.get(`/api/MaterialItem/Get/${id}`)).body);
}

const list = async (filter: object, query = "") =>
  (await plant.post(`/api/MaterialItem/List${query}`, filter)).body;

test("without a filter all items are listed by id, as Get returns them", async () => {
  expect(await list({})).toEqual([lot, other, unit, ...made]);
  const { body } = await plant.get(`/api/MaterialItem/Get/${lot.id}`);
  expect(body).toEqual(lot);
});

test.for<[what: string, filter: object, expected: unknown[]]>([
  ["id", { id: other.id }, [other]],
  ["visualSerialNo, not case sensitive", { visualSerialNo: "lot-ä" }, [lot]],
  ["productName, not case sensitive", { productName: "SEAL 10 MM" }, [lot, other]],
  ["batchNo, not case sensitive", { batchNo: "B-1" }, [lot, other]],
  ["statusID", { statusID: lot.statusID }, [lot, other, unit]],
  ["orderNo, not case sensitive", { orderNo: order.orderNo.toLowerCase() }, made],
  ["several filters together", { visualSerialNo: "lot-b", batchNo: "b-1" }, [other]],
  ["filters that contradict", { productName: pump.Name, batchNo: "b-1" }, []],
  ["a product that does not exist", { productName: "Nothing" }, []],
  ["a prefix, for there are no wildcards", { productName: "Seal%" }, []],
  ["an order that does not exist", { orderNo: "WO-0" }, []],
])("items are listed by %s", async ([, filter, expected]) => {
  expect(await list(filter)).toEqual(expected);
});

test("a list is paged by limit and cursor", async () => {
  const first = await plant.post("/api/MaterialItem/List?limit=2", {});
  expect(first.body).toEqual([lot, other]);
  const next = first.headers.get("Link")!.match(/<([^>]+)>; rel="next"/)![1]!;
  expect((await plant.post(next, {})).body).toEqual([unit, made[0]]);
});

test("GetByFilter returns the item of an ID in an array", async () => {
  const { status, body } = await plant.post("/api/MaterialItem/GetByFilter", { ID: unit.id });
  expect([status, body]).toEqual([200, [unit]]);
});

test("GetByFilter returns all items of a works order, found without regard to case", async () => {
  const { orderNo } = order;
  const filter = { orderNo: orderNo.toLowerCase() };
  expect((await plant.post("/api/MaterialItem/GetByFilter", filter)).body).toEqual(made);
  const both = { orderNo, ID: started[1].id };
  expect((await plant.post("/api/MaterialItem/GetByFilter", both)).body).toEqual([made[1]]);
});

test.for([{ ID: 9_999_999_999 }, { orderNo: "WO-0" }, { ID: unit.id, orderNo: "WO-0" }])(
  "GetByFilter of %o returns an empty array",
  async (filter) => {
    const { status, body } = await plant.post("/api/MaterialItem/GetByFilter", filter);
    expect([status, body]).toEqual([200, []]);
  },
);

test("GetByFilter needs ID or orderNo", async () => {
  const send = () => plant.post("/api/MaterialItem/GetByFilter", {});
  await expectRefused(plant, send, [400, "validation_failed"]);
});

test.for<[field: string, value: unknown]>([
  ["ID", 0],
  ["ID", 10_000_000_000],
  ["ID", "1"],
  ["ID", null],
  ["orderNo", null],
  ["orderNo", ""],
  ["orderNo", textOfBytes(251)],
])("GetByFilter refuses a %s of %o", async ([field, value]) => {
  const send = () => plant.post("/api/MaterialItem/GetByFilter", { [field]: value });
  await expectRefused(plant, send, [400, "validation_failed", `/${field}`]);
});

test("an orderNo of 250 bytes is accepted", async () => {
  const { body } = await plant.post("/api/MaterialItem/GetByFilter", { orderNo: textOfBytes(250) });
  expect(body).toEqual([]);
});

test.for(["0", "10000000000", "x", "1.5"])("Get refuses an id of %s", async (id) => {
  const { status, body } = await plant.get(`/api/MaterialItem/Get/${id}`);
  expect([status, body.code]).toEqual([400, "validation_failed"]);
});
