import { beforeAll, describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const { Name: seal } = await plant.product({ Name: "Seal" });
const { Name: pump } = await plant.product({ Name: "Pump" });
const shelf = { suid: "SHELF-Ä", name: "Shelf" };
await plant.done("put", "/api/Location/Upsert", shelf);

const receive = (visualSerialNo: string, fields: object = {}) =>
  plant.receive({ productName: seal, visualSerialNo, qty: 3, ...fields });
const lots = {
  plain: await receive("LOT-1"),
  percent: await receive("LOT-%", { batchNo: "B-Ä" }),
  underscore: await receive("lot_2", { location: shelf.suid, expiryDate: "2031-05-02" }),
  street: await receive("Straße-7", { location: shelf.suid, expiryDate: "2031-05-01" }),
  accent: await receive("Éclair", { expiryDate: "2031-05-01" }),
  emoji: await receive("Ω😀-1", { batchNo: "B-1" }),
};
const unit = await receive("UNIT-1", { productName: pump, qty: 1 });
await plant.done("put", "/api/MaterialItem/Hold", { id: lots.street.id, holdReason: "Quality" });
await plant.done("post", "/api/MaterialItem/ItemAdjust", {
  materialitemid: lots.plain.id,
  adjustqty: -3,
  reasonSUID: "COUNT",
});

/** The fields that the tests compare. */
interface Found {
  readonly id: number;
  readonly visualSerialNo: string;
  readonly orderNo: string;
  readonly Name: string;
}
const serialsOf = (items: Pick<Found, "visualSerialNo">[]) =>
  items.map(({ visualSerialNo }) => visualSerialNo);
const search = async (body: object, query = "") => {
  const answer = await plant.post(`/api/MaterialItem/Search${query}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return serialsOf(answer.body);
};
const count = async (body: object) => (await plant.post("/api/MaterialItem/Count", body)).body;

/** Follows the pages of a search, and runs `between` after each. */
async function pagesOf(
  path: string,
  body: object,
  limit: number,
  between: (page: Found[]) => Promise<void> = () => Promise.resolve(),
) {
  const pages: Found[][] = [];
  for (let next: string | undefined = `${path}?limit=${limit}`; next;) {
    const { body: page, headers } = await plant.post(next, body);
    pages.push(page);
    await between(page);
    next = headers.get("Link")?.match(/<([^>]+)>; rel="next"/)?.[1];
  }
  return pages;
}

describe("the text of a search is the beginning of a serial", () => {
  test.for<[text: string, expected: string[]]>([
    ["lot", ["LOT-%", "LOT-1", "lot_2"]],
    ["LOT-%", ["LOT-%"]],
    ["lot_", ["lot_2"]],
    ["%", []],
    ["_", []],
    ["strasse", ["Straße-7"]],
    ["STRASS", ["Straße-7"]],
    ["STRAß", ["Straße-7"]],
    ["e\u0301", ["Éclair"]],
    ["é", ["Éclair"]],
    ["e", []],
    ["ω", ["Ω😀-1"]],
    ["Ω😀", ["Ω😀-1"]],
    ["ot-1", []],
    ["LOT-1\u00A0x", []],
  ])("%j finds %j", async ([text, expected]) => {
    expect(await search({ text })).toEqual(expected);
    expect((await search({ text, order: "newest" })).toSorted()).toEqual(expected.toSorted());
    expect(await count({ text })).toEqual({ count: expected.length, isCapped: false });
  });

  test("of any length", async () => {
    const long = await receive(`${"ÄÖ".repeat(50)}-1`);
    expect(await search({ text: "äö".repeat(50) })).toEqual([long.visualSerialNo]);
    await plant.done("put", "/api/MaterialItem/Void", { id: long.id, comment: "A test" });
  });
});

test.for<[filter: object, expected: (keyof typeof lots | "unit")[]]>([
  [{ productName: "PUMP" }, ["unit"]],
  [{ productName: "None" }, []],
  [{ batchNo: "b-ä" }, ["percent"]],
  [{ batchNo: "B-Ä" }, ["percent"]],
  [{ batchNo: "b-1" }, ["emoji"]],
  [{ location: "shelf-ä" }, ["underscore", "street"]],
  [{ isHeld: true }, ["street"]],
  [{ isHeld: true, productName: pump }, []],
  [{ isHeld: false, location: shelf.suid }, ["underscore"]],
  [{ isInStock: false, text: "lot" }, ["plain"]],
  [{ isInStock: true, text: "lot-" }, ["percent"]],
  [{ expiresBefore: "2031-05-01" }, ["street", "accent"]],
  [{ expiresFrom: "2031-05-02" }, ["underscore"]],
  [{ expiresFrom: "2031-05-01", expiresBefore: "2031-05-01" }, ["street", "accent"]],
  [{ expiresBefore: "2031-05-01T23:59:59.999Z" }, []],
  [{ expiresBefore: "2031-05-02T00:00:00Z" }, ["street", "accent"]],
  [{ expiresFrom: "2031-05-02T23:59:59.999Z" }, ["underscore"]],
  [{ orderNo: "None" }, []],
  [{ changedSince: "9999-01-01" }, []],
])("a search with %o finds %o, in each order that has them", async ([filter, names]) => {
  const expected: string[] = names.map(
    (name) => (name === "unit" ? unit : lots[name]).visualSerialNo,
  );
  for (const order of ["oldest", "newest", "lastChanged", "visualSerialNo"]) {
    expect((await search({ ...filter, order })).toSorted(), order).toEqual(expected.toSorted());
  }
  expect((await search(filter)).toSorted()).toEqual(expected.toSorted());
  expect(await count(filter)).toEqual({ count: expected.length, isCapped: false });
});

test("a search has an order, in which equal values go by id", async () => {
  const { plain, percent, underscore, street, accent, emoji } = lots;
  const live = { isInStock: true };
  const oldest = serialsOf([percent, underscore, street, accent, emoji, unit]);
  expect(await search({ ...live, order: "oldest" })).toEqual(oldest);
  expect(await search({ ...live, order: "newest" })).toEqual(oldest.toReversed());
  expect(await search(live)).toEqual(oldest.toReversed());
  const bySerial = serialsOf([percent, underscore, street, unit, accent, emoji]);
  expect(await search({ ...live, order: "visualSerialNo" })).toEqual(bySerial);
  // Items that never expire are not in this order.
  expect(await search({ order: "expiry" })).toEqual(serialsOf([street, accent, underscore]));
  const changed = await search({ order: "lastChanged" });
  expect(changed.indexOf(plain.visualSerialNo)).toBeLessThan(
    changed.indexOf(street.visualSerialNo),
  );
  expect(changed.indexOf(street.visualSerialNo)).toBeLessThan(changed.indexOf(unit.visualSerialNo));
});

test("a search in order of the last change lists each item once, and those changed since a time", async () => {
  const changed = await search({ order: "lastChanged" });
  expect(changed.toSorted()).toEqual((await search({ order: "oldest" })).toSorted());
  const { body: items } = await plant.post("/api/MaterialItem/Search", { order: "lastChanged" });
  const since = items[1].lastEditDT;
  const expected = items.filter(({ lastEditDT }: { lastEditDT: string }) => lastEditDT >= since);
  expect(await search({ changedSince: since })).toEqual(serialsOf(expected));
  const oldest = await search({ changedSince: since, order: "oldest" });
  expect(oldest.toSorted()).toEqual(serialsOf(expected).toSorted());
});

describe.for(["newest", "oldest", "lastChanged", "visualSerialNo", "expiry"])(
  "the pages of a search in the order %s",
  (order) => {
    test.for([1, 2, 3])("of %d have every item once", async (limit) => {
      const pages = await pagesOf("/api/MaterialItem/Search", { order }, limit);
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
      expect(serialsOf(pages.flat())).toEqual(await search({ order }));
    });

    test("keep the cursor of their own order", async () => {
      const other = order === "newest" ? "oldest" : "newest";
      const { headers } = await plant.post("/api/MaterialItem/Search?limit=1", { order });
      const next = headers.get("Link")!.match(/<([^>]+)>/)![1]!;
      const refused = await plant.post(next, { order: other });
      expect([refused.status, refused.body.code]).toEqual([400, "validation_failed"]);
      expect(refused.body.detail).toContain("cursor in the query: Use the cursor");
    });
  },
);

describe("while items are added and changed between its pages", () => {
  const prefix = "ROW-";
  beforeAll(async () => {
    for (let row = 10; row < 30; row++) {
      await receive(`${prefix}${row}`, { expiryDate: `2040-01-${row}` });
    }
  });

  test.for(["visualSerialNo", "expiry", "oldest", "newest"])(
    "a search by %s has every item once that keeps its place",
    async (order) => {
      const filter = { productName: seal, order, expiresFrom: "2040-01-01" };
      const { body: before } = await plant.post("/api/MaterialItem/Search", filter);
      let page = 0;
      const pages = await pagesOf("/api/MaterialItem/Search", filter, 4, async (read) => {
        page++;
        // One comes before all of them, and one between them. One that was read gets another place.
        await receive(`${prefix}0-${order}-${page}`, { expiryDate: "2040-01-01" });
        await receive(`${prefix}2${page}x-${order}`, { expiryDate: "2040-01-15" });
        if (page > 3) return;
        await plant.done("put", "/api/MaterialItem/Relabel", {
          id: read.at(-1)!.id,
          newVisualSerialNo: `AAA-${order}-${page}`,
          comment: "A test",
        });
      });
      const ids = pages.flat().map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(before.filter(({ id }: { id: number }) => !ids.includes(id))).toEqual([]);
      expect(pages.length).toBeGreaterThan(4);
    },
  );
});

test("a count ends at 1,000 and says so", async () => {
  const { Name: productName } = await plant.product();
  const child = { productName, qty: 1 };
  const bom = await plant.bom({ parentProductName: productName });
  const order = await plant.worksOrder({ productName, bom: bom.name, qty: 1001 });
  const items = Array.from({ length: 1000 }, (_, at) => ({ visualSerialNo: `C-${at}`, qty: 1 }));
  await plant.done("put", "/api/WorksOrder/Start", { id: order.id, items });
  const ofOrder = { orderNo: order.orderNo.toLowerCase() };
  expect(await count(ofOrder)).toEqual({ count: 1000, isCapped: false });
  await plant.done("put", "/api/WorksOrder/Start", {
    id: order.id,
    items: [{ visualSerialNo: "C-1000", qty: 1 }],
  });
  expect(await count(ofOrder)).toEqual({ count: 1000, isCapped: true });
  expect(await count({ text: "C-" })).toEqual({ count: 1000, isCapped: true });
  expect(await count({ productName: child.productName, text: "C-99" })).toEqual({
    count: 11,
    isCapped: false,
  });
  const whole = await search({ text: "c-" });
  expect([whole.length, new Set(whole).size]).toEqual([1001, 1001]);
});

test.for<[field: string, value: unknown]>([
  ["text", null],
  ["text", "x".repeat(401)],
  ["text", "a\u200Bb"],
  ["order", "id"],
  ["isHeld", "true"],
  ["location", ""],
  ["expiresBefore", "soon"],
  ["productName", ""],
])("a search refuses a %s of %j", async ([field, value]) => {
  const send = () => plant.post("/api/MaterialItem/Search", { [field]: value });
  await expectRefused(plant, send, [400, "validation_failed", `/${field}`]);
});

test("a count has no order, and a search no field that is unknown", async () => {
  const counting = () => plant.post("/api/MaterialItem/Count", { order: "newest" });
  await expectRefused(plant, counting, [400, "validation_failed", "/order"]);
  const searching = () => plant.post("/api/MaterialItem/Search", { serial: "x" });
  await expectRefused(plant, searching, [400, "validation_failed", "/serial"]);
});

test.for(["1-2-3", "newest-1-x", "newest-1-1e99", "newest-1-%E0", "newest", "[]"])(
  "a search refuses the cursor %s",
  async (cursor) => {
    const query = new URLSearchParams({ limit: "1", cursor });
    const { status, body } = await plant.post(`/api/MaterialItem/Search?${query}`, {});
    expect([status, body.code]).toEqual([400, "validation_failed"]);
    expect(body.detail).toContain("cursor in the query");
  },
);

test("products are searched by the beginning of name or SUID, in an order", async () => {
  const made = [
    await plant.product({ Name: "Zeta", SUID: "QX-2" }),
    await plant.product({ Name: "qx-alpha", SUID: "A-1", Tracking: "Serial" }),
    await plant.product({ Name: "QX-beta", SUID: "A-2", IsActive: false }),
  ];
  const names = async (body: object) =>
    (await plant.post("/api/Product/Search", body)).body.map(({ Name }: { Name: string }) => Name);
  expect(await names({ text: "QX" })).toEqual(["qx-alpha", "QX-beta", "Zeta"]);
  expect(await names({ text: "qx", order: "oldest" })).toEqual(["Zeta", "qx-alpha", "QX-beta"]);
  expect(await names({ text: "qx", order: "newest" })).toEqual(["QX-beta", "qx-alpha", "Zeta"]);
  expect(await names({ text: "qx", IsActive: false })).toEqual(["QX-beta"]);
  expect(await names({ text: "qx", Tracking: "Serial" })).toEqual(["qx-alpha"]);
  expect(await names({ text: "qx", ProductType: "GENERAL" })).toHaveLength(3);
  expect(await names({ text: "qx", ProductType: "None" })).toEqual([]);
  await plant.done("put", "/api/Product/Upsert", { ID: made[0]!.ID, Description: "Changed" });
  expect((await names({ order: "lastChanged" }))[0]).toBe("Zeta");
  const { body } = await plant.post("/api/Product/Count", { text: "qx" });
  expect(body).toEqual({ count: 3, isCapped: false });
  const pages = await pagesOf("/api/Product/Search", { text: "qx" }, 2);
  expect(pages.flat().map(({ Name }) => Name)).toEqual(["qx-alpha", "QX-beta", "Zeta"]);
  const [found] = (await plant.post("/api/Product/Search", { text: "zeta" })).body;
  const [listed] = (await plant.post("/api/Product/List", { Name: "Zeta" })).body;
  expect(found).toEqual(listed);
});

test("works orders are searched by the beginning of their number, in an order", async () => {
  const { Name: productName } = await plant.product();
  const bom = await plant.bom({ parentProductName: productName });
  for (const orderNo of ["SO-%-2", "so-1", "SO-%-1", "SO-2"]) {
    await plant.worksOrder({ productName, bom: bom.name, qty: 1, orderNo });
  }
  const numbers = async (body: object) =>
    (await plant.post("/api/WorksOrder/Search", body)).body.map(
      ({ orderNo }: { orderNo: string }) => orderNo,
    );
  expect(await numbers({ text: "SO-" })).toEqual(["SO-%-1", "SO-%-2", "so-1", "SO-2"]);
  expect(await numbers({ text: "so-%" })).toEqual(["SO-%-1", "SO-%-2"]);
  const ofProduct = { productName: productName.toUpperCase() };
  expect(await numbers(ofProduct)).toEqual(["SO-2", "SO-%-1", "so-1", "SO-%-2"]);
  expect(await numbers({ ...ofProduct, order: "oldest", status: "Created" })).toHaveLength(4);
  await plant.done("put", "/api/WorksOrder/Start", { orderNo: "so-1" });
  expect(await numbers({ ...ofProduct, status: "Started" })).toEqual(["so-1"]);
  expect((await numbers({ order: "lastChanged" }))[0]).toBe("so-1");
  const { body } = await plant.post("/api/WorksOrder/Count", { ...ofProduct, status: "Created" });
  expect(body).toEqual({ count: 3, isCapped: false });
  const pages = await pagesOf("/api/WorksOrder/Search", { text: "so-" }, 1);
  expect(pages.flat().map(({ orderNo }) => orderNo)).toEqual(await numbers({ text: "so-" }));
  const [found] = (await plant.post("/api/WorksOrder/Search", { text: "so-1" })).body;
  const [listed] = (await plant.post("/api/WorksOrder/List", { orderNo: "so-1" })).body;
  expect(found).toEqual(listed);
});

describe("Find", () => {
  const find = async (text: string) => {
    const { body } = await plant.post("/api/Record/Find", { text });
    return body.map((hit: { kind: string; name: string }) => `${hit.kind} ${hit.name}`);
  };

  test("finds records of every kind by the beginning of a name or SUID", async () => {
    const { Name: productName, ID } = await plant.product({ Name: "Fx product", SUID: "FX-P" });
    const bom = await plant.bom({ parentProductName: productName });
    const orderNo = "fx-order";
    const order = await plant.worksOrder({ productName, bom: bom.name, qty: 1, orderNo });
    const item = await plant.receive({ productName, visualSerialNo: "FX-%", qty: 1 });
    const create = (path: string, body: object) => plant.done("put", `/api/${path}/Upsert`, body);
    const place = await create("Location", { name: "Fx shelf", suid: "FX-L" });
    const user = await create("User", { name: "Any", suid: "fx-user" });
    const { body } = await plant.post("/api/Record/Find", { text: "FX" });
    expect(body).toEqual([
      { kind: "MaterialItem", id: item.id, name: "FX-%", detail: productName },
      { kind: "WorksOrder", id: order.id, name: orderNo, detail: productName },
      { kind: "Product", id: ID, name: productName, detail: "FX-P" },
      { kind: "Location", id: place.id, name: "Fx shelf", detail: "FX-L" },
      { kind: "User", id: user.id, name: "Any", detail: "fx-user" },
    ]);
    expect(await find("fx-%")).toEqual(["MaterialItem FX-%"]);
    expect(await find("%")).toEqual([]);
    expect(await find("fx-l")).toEqual(["Location Fx shelf"]);
  });

  test("has exact matches first, and hits of every kind among 20", async () => {
    const items = Array.from({ length: 25 }, (_, at) => `Gx-${String(at).padStart(2, "0")}`);
    for (const serial of items) await receive(serial);
    const { Name } = await plant.product({ Name: "gx-24" });
    await plant.product({ Name: "gx-zz", SUID: "Gx-0" });
    const found = await find("GX-");
    expect(found).toHaveLength(20);
    expect(found.slice(0, 4)).toEqual([
      "MaterialItem Gx-00",
      `Product ${Name}`,
      "Product gx-zz",
      "MaterialItem Gx-01",
    ]);
    expect(await find("gx-24")).toEqual(["MaterialItem Gx-24", `Product ${Name}`]);
    expect((await find("gx-0")).slice(0, 2)).toEqual(["Product gx-zz", "MaterialItem Gx-00"]);
  });

  test.for(["", " ", "x".repeat(401), "a\u0007b"])("refuses %j", async (text) => {
    const send = () => plant.post("/api/Record/Find", { text });
    await expectRefused(plant, send, [400, "validation_failed", "/text"]);
  });
});

test("a viewer may search, count and find", async () => {
  for (const path of ["MaterialItem", "Product", "WorksOrder"]) {
    for (const verb of ["Search", "Count"]) {
      const { status } = await plant.post(`/api/${path}/${verb}`, {}, { key: plant.keys.viewer });
      expect(status).toBe(200);
    }
  }
  const { status } = await plant.post(
    "/api/Record/Find",
    { text: "x" },
    { key: plant.keys.viewer },
  );
  expect(status).toBe(200);
});
