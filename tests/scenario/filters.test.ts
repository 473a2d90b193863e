import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const glue = await plant.product({ Name: "Glue", SUID: "GLUE-1", IsActive: true });
const pump = await plant.product({ Name: "Pump", SUID: "PUMP-1" });
const create = (path: string, body: object) => plant.done("put", `/api/${path}/Upsert`, body);
const shelf = await create("Location", { name: "Shelf A1", suid: "SHELF-A1" });
await create("HoldReason", { name: "Leak" });
const lab = await create("ProductType", { name: "Laboratory" });
const { Name: reagent } = await plant.product({ Name: "Reagent", ProductType: lab.name });

const receive = (visualSerialNo: string, fields: object = {}) =>
  plant.receive({ productName: glue.Name, visualSerialNo, qty: 2, ...fields });
const onShelf = { location: shelf.suid, deliveryNo: "DN-Ä1" };
const [can1, can2] = [
  await receive("LOT-07-A", { ...onShelf, batchNo: "G-77", expiryDate: "2031-01-02" }),
  await receive("LOT_07-B", { ...onShelf, batchNo: "G-78", expiryDate: "2031-01-01" }),
  await receive("lot-17*[x]", { batchNo: "GÄ-77", deliveryNo: "DN-2", expiryDate: "2031-01-01" }),
];
const flask = await receive("FLASK-1", { productName: reagent, qty: 1 });
const bom = await plant.bom({ parentProductName: pump.Name, name: "Pump BoM" });
const started = await plant.worksOrder({
  productName: pump.Name,
  bom: bom.name,
  qty: 1,
  orderNo: "WO-7/1",
});
await plant.done("put", "/api/WorksOrder/Start", {
  id: started.id,
  items: [{ visualSerialNo: "PUMP-001", qty: 1 }],
});
await plant.done("put", "/api/MaterialItem/Hold", { id: can2.id, holdReason: "Leak" });
await plant.done("put", "/api/MaterialItem/Hold", { id: flask.id, holdReason: "Quality" });

const serials = async (path: string, body: object) => {
  const answer = await plant.post(path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.map((item: { visualSerialNo: string }) => item.visualSerialNo) as string[];
};
const list = (body: object) => serials("/api/MaterialItem/List", body);
const all = ["LOT-07-A", "LOT_07-B", "lot-17*[x]", "FLASK-1", "PUMP-001"];

test.for<[filter: object, expected: string[]]>([
  [{ deliveryNo: "dn-ä1" }, ["LOT-07-A", "LOT_07-B"]],
  [{ deliveryNo: "DN-2" }, ["lot-17*[x]"]],
  [{ location: "shelf-a1" }, ["LOT-07-A", "LOT_07-B"]],
  [{ status: "wip" }, ["PUMP-001"]],
  [{ status: "AVAILABLE", location: shelf.suid }, ["LOT-07-A", "LOT_07-B"]],
  [{ productType: "laboratory" }, ["FLASK-1"]],
  [{ holdReason: "LEAK" }, ["LOT_07-B"]],
  [{ isHeld: true }, ["LOT_07-B", "FLASK-1"]],
  [{ isHeld: false, deliveryNo: "DN-Ä1" }, ["LOT-07-A"]],
  [{ expiresBefore: "2031-01-01" }, ["LOT_07-B", "lot-17*[x]"]],
  [{ changedSince: "2001-01-01" }, all],
  [{ changedSince: "9999-01-01" }, []],
  [{ visualSerialNoLike: "LOT%" }, ["LOT-07-A", "LOT_07-B", "lot-17*[x]"]],
  [{ visualSerialNoLike: "%07%" }, ["LOT-07-A", "LOT_07-B"]],
  [{ visualSerialNoLike: "lot_%" }, ["LOT_07-B"]],
  [{ visualSerialNoLike: "l%a" }, ["LOT-07-A"]],
  [{ visualSerialNoLike: "lot-07-a" }, ["LOT-07-A"]],
  [{ visualSerialNoLike: "%*[%" }, ["lot-17*[x]"]],
  [{ visualSerialNoLike: "LOT?07%" }, []],
  [{ visualSerialNoLike: "%" }, all],
  [{ batchNoLike: "g%" }, ["LOT-07-A", "LOT_07-B", "lot-17*[x]"]],
  [{ batchNoLike: "gä%" }, ["lot-17*[x]"]],
  [{ batchNoLike: "%-77" }, ["LOT-07-A", "lot-17*[x]"]],
  [{ orderNoLike: "wo-7/%" }, ["PUMP-001"]],
  [{ orderNoLike: "%-7%", productName: "None" }, []],
  [{ id: can1.id, visualSerialNo: "lot-07-a", batchNoLike: "%7" }, ["LOT-07-A"]],
  [{ status: "None" }, []],
])("List, Search and Count of items find the same by %o", async ([filter, expected]) => {
  const sorted = expected.toSorted();
  expect((await list(filter)).toSorted()).toEqual(sorted);
  expect((await serials("/api/MaterialItem/Search", filter)).toSorted()).toEqual(sorted);
  for (const order of ["newest", "oldest", "lastChanged", "visualSerialNoDescending"]) {
    expect((await list({ ...filter, order })).toSorted(), order).toEqual(sorted);
  }
  const { body } = await plant.post("/api/MaterialItem/Count", filter);
  expect(body).toEqual({ count: expected.length, isCapped: false });
});

describe("the order of a list of items", () => {
  test.for<[order: string | undefined, expected: string[]]>([
    [undefined, all],
    ["newest", all.toReversed()],
    ["visualSerialNo", ["FLASK-1", "LOT-07-A", "lot-17*[x]", "LOT_07-B", "PUMP-001"]],
    ["visualSerialNoDescending", ["PUMP-001", "LOT_07-B", "lot-17*[x]", "LOT-07-A", "FLASK-1"]],
    ["batchNo", ["LOT-07-A", "LOT_07-B", "lot-17*[x]"]],
    ["batchNoDescending", ["lot-17*[x]", "LOT_07-B", "LOT-07-A"]],
    ["expiry", ["LOT_07-B", "lot-17*[x]", "LOT-07-A"]],
    ["expiryDescending", ["LOT-07-A", "lot-17*[x]", "LOT_07-B"]],
  ])("%s has them in its order, whatever the length of a page", async ([order, expected]) => {
    const body = order === undefined ? {} : { order };
    expect(await list(body)).toEqual(expected);
    const paged: string[] = [];
    for (let next: string | undefined = "/api/MaterialItem/List?limit=2"; next;) {
      const { body: page, headers } = await plant.post(next, body);
      paged.push(...page.map(({ visualSerialNo }: { visualSerialNo: string }) => visualSerialNo));
      next = headers.get("Link")?.match(/<([^>]+)>; rel="next"/)?.[1];
    }
    expect(paged).toEqual(expected);
  });

  test("by id has the cursor of a list without orders: an id", async () => {
    const { body, headers } = await plant.post("/api/MaterialItem/List?limit=2", {});
    expect(headers.get("Link")).toBe(
      `</api/MaterialItem/List?limit=2&cursor=${body[1].id}>; rel="next"`,
    );
  });

  test("is that of a pattern's beginning, or of ids", async () => {
    expect(await list({ visualSerialNoLike: "LOT%" })).toEqual([
      "LOT-07-A",
      "lot-17*[x]",
      "LOT_07-B",
    ]);
    expect(await list({ visualSerialNoLike: "%LOT%" })).toEqual([
      "LOT-07-A",
      "LOT_07-B",
      "lot-17*[x]",
    ]);
  });
});

test.for<[by: string, filter: object, expected: [string | null, number][]]>([
  [
    "product",
    {},
    [
      ["Glue", 3],
      ["Pump", 1],
      ["Reagent", 1],
    ],
  ],
  ["status", { isHeld: true }, [["Available", 2]]],
  ["location", { deliveryNo: "DN-Ä1" }, [["SHELF-A1", 2]]],
  ["order", { visualSerialNoLike: "P%" }, [["WO-7/1", 1]]],
  ["order", { productName: "Glue" }, [[null, 3]]],
  [
    "product",
    { changedSince: "2001-01-01" },
    [
      ["Glue", 3],
      ["Pump", 1],
      ["Reagent", 1],
    ],
  ],
  ["product", { productName: "None" }, []],
])("items are counted by %s of %o", async ([by, filter, expected]) => {
  const { body } = await plant.post("/api/MaterialItem/Count", { ...filter, by });
  const groups = body.groups.map(({ name, count }: { name: string; count: number }) => [
    name,
    count,
  ]);
  // Equal groups go by id: the reagent was made after the pump.
  expect(groups).toEqual(expected);
  const count = expected.reduce((sum, [, ofGroup]) => sum + ofGroup, 0);
  expect(body).toMatchObject({ count, isCapped: false });
  expect(body.groups.map(({ id }: { id: number | null }) => id === null)).toEqual(
    expected.map(([name]) => name === null),
  );
});

test("a list of products is filtered by a pattern and by state, in an order", async () => {
  const names = async (body: object) =>
    (await plant.post("/api/Product/List", body)).body.map(({ Name }: { Name: string }) => Name);
  await plant.product({ Name: "Glue %", IsActive: false });
  expect(await names({ NameLike: "glue%" })).toEqual(["Glue", "Glue %"]);
  expect(await names({ NameLike: "%lue", IsActive: true })).toEqual(["Glue"]);
  expect(await names({ NameLike: "GLUE%", IsActive: false })).toEqual(["Glue %"]);
  expect(await names({ Name: "glue%" })).toEqual([]);
  expect(await names({ text: "gl", order: "productNameDescending" })).toEqual(["Glue %", "Glue"]);
  expect(await names({ SUID: "glue-1", ProductType: "general" })).toEqual(["Glue"]);
});

test("a list of BoMs is filtered by patterns and by state, in an order", async () => {
  const names = async (body: object) =>
    (await plant.post("/api/Bom/List", body)).body.map(({ name }: { name: string }) => name);
  await plant.bom({
    parentProductName: glue.Name,
    name: "Mix",
    isActive: false,
    versions: [{ version: "1.0", status: "Draft" }],
  });
  expect(await names({ nameLike: "%bom" })).toEqual(["Pump BoM"]);
  expect(await names({ parentProductNameLike: "gl%" })).toEqual(["Mix"]);
  expect(await names({ status: "Draft" })).toEqual(["Mix"]);
  expect(await names({ text: "pu", isActive: true })).toEqual(["Pump BoM"]);
  expect(await names({ order: "bomNameDescending" })).toEqual(["Pump BoM", "Mix"]);
  expect(await names({ order: "bomName", nameLike: "m%" })).toEqual(["Mix"]);
  expect(await names({ order: "newest" })).toEqual(["Mix", "Pump BoM"]);
  expect(await names({ order: "lastChanged" })).toEqual(["Mix", "Pump BoM"]);
});

test("a list of works orders is filtered by a pattern, in an order", async () => {
  const numbers = async (body: object) =>
    (await plant.post("/api/WorksOrder/List", body)).body.map(
      ({ orderNo }: { orderNo: string }) => orderNo,
    );
  for (const orderNo of ["wo-8/1", "WO-7/2"]) {
    await plant.worksOrder({ productName: pump.Name, bom: bom.name, qty: 1, orderNo });
  }
  expect(await numbers({ orderNoLike: "WO-7%" })).toEqual(["WO-7/1", "WO-7/2"]);
  expect(await numbers({ orderNoLike: "%/1" })).toEqual(["WO-7/1", "wo-8/1"]);
  expect(await numbers({ orderNoLike: "%/1", status: "Created" })).toEqual(["wo-8/1"]);
  expect(await numbers({ order: "orderNoDescending" })).toEqual(["wo-8/1", "WO-7/2", "WO-7/1"]);
});

test.for<[path: string, field: string, value: unknown]>([
  ["MaterialItem/List", "visualSerialNoLike", "x".repeat(51)],
  ["MaterialItem/List", "visualSerialNoLike", "*".repeat(17)],
  ["MaterialItem/List", "batchNoLike", ""],
  ["MaterialItem/List", "order", "id"],
  ["MaterialItem/Count", "by", "batch"],
  ["Product/List", "NameLike", "ŉ".repeat(20)],
  ["WorksOrder/List", "orderNoLike", "?".repeat(20)],
  ["Bom/List", "nameLike", "[".repeat(20)],
])("%s refuses a %s of %j", async ([path, field, value]) => {
  const send = () => plant.post(`/api/${path}`, { [field]: value });
  await expectRefused(plant, send, [400, "validation_failed", `/${field}`]);
});
