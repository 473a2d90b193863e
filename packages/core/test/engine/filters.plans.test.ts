import { describe, expect, test } from "vitest";
import { listBoms } from "../../src/bom/index.ts";
import type { Context } from "../../src/engine/context.ts";
import { countItems, listItems, searchItems } from "../../src/material-item/index.ts";
import { listProducts } from "../../src/product/index.ts";
import { listWorksOrders } from "../../src/works-order/index.ts";
import { queryPlanOf, statementsReadBy } from "../database/plan.ts";

const rows = "insert into user (id, rev_no, name, name_key, is_active) values (1, 1, 'U', 'u', 1)";
const page = { limit: 10 };

/** The tables that grow with the plant. No filter may read one of them from end to end. */
const large = /^SCAN (?:material_item|change_log|build|works_order|product|bom|bom_version|held)\b/;

/** The plans of all statements of a read, without that of its key. */
async function plansOf(read: (context: Context) => unknown) {
  const { database, statementsRead } = await statementsReadBy(rows, read);
  const plans = statementsRead.slice(1).map((statement) => queryPlanOf(database, statement));
  expect(plans.length).toBeGreaterThan(0);
  return plans;
}

type Filters<Of> = Required<Omit<{ [Name in keyof Of]: Exclude<Of[Name], undefined> }, "order">>;

const item = (index: string) => `SEARCH material_item USING INDEX material_item_${index} `;
const walk = "SEARCH material_item USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)";
const log = "SEARCH change_log USING ";

/** Each filter of items alone, and the beginning of the step that finds the rows. */
const itemFilters: {
  [Name in keyof Filters<Parameters<typeof listItems>[1]>]: readonly [
    Filters<Parameters<typeof listItems>[1]>[Name],
    string,
  ];
} = {
  id: [1, "SEARCH material_item USING INTEGER PRIMARY KEY (rowid=?)"],
  text: ["S", `${item("serial")}(serial_key>? AND serial_key<?)`],
  visualSerialNo: ["S", `${item("serial")}(serial_key=? AND rowid>? AND rowid<?)`],
  visualSerialNoLike: ["S%1", `${item("serial")}(serial_key>? AND serial_key<?)`],
  productName: ["P", `${item("product")}(product_id=? AND rowid>? AND rowid<?)`],
  productType: ["T", walk],
  orderNo: ["O", `${item("order")}(works_order_id=? AND rowid>? AND rowid<?)`],
  orderNoLike: ["O%", walk],
  batchNo: ["B", `${item("batch")}(batch_key=? AND rowid>? AND rowid<?)`],
  batchNoLike: ["B%", `${item("batch")}(batch_key>? AND batch_key<?)`],
  deliveryNo: ["D", `${item("delivery")}(delivery_key=? AND rowid>? AND rowid<?)`],
  origin: ["P", `${item("origin")}(origin_key=? AND rowid>? AND rowid<?)`],
  destination: ["P", `${item("destination")}(destination_key=? AND rowid>? AND rowid<?)`],
  status: ["S", `${item("status")}(status_id=? AND rowid>? AND rowid<?)`],
  statusID: [1, `${item("status")}(status_id=? AND rowid>? AND rowid<?)`],
  location: ["L", `${item("location")}(location_id=? AND rowid>? AND rowid<?)`],
  isHeld: [true, "SEARCH material_item USING INTEGER PRIMARY KEY (rowid=?)"],
  holdReason: ["Q", "SEARCH material_item USING INTEGER PRIMARY KEY (rowid=?)"],
  isInStock: [true, walk],
  expiresFrom: [1, `${item("expiry")}(expiry_at>? AND expiry_at<?)`],
  expiresBefore: [5, `${item("expiry")}(expiry_at>? AND expiry_at<?)`],
  changedSince: [1, log],
};

describe.for(Object.entries(itemFilters))("the filter %s of items", ([name, [value, found]]) => {
  const filter = { [name]: value };

  test.for([
    ["List", (context: Context) => listItems(context, filter, page)],
    ["Search", (context: Context) => searchItems(context, filter, page)],
    ["Count", (context: Context) => countItems(context, filter)],
    ["Count by a group", (context: Context) => countItems(context, { ...filter, by: "location" })],
  ] as const)("reads no large table from end to end in %s", async ([, read]) => {
    const plans = await plansOf(read);
    expect(plans.flat().filter((step) => large.test(step))).toEqual([]);
  });

  test("finds its rows by an index, or walks over the ids in parts", async () => {
    const { database, statementsRead } = await statementsReadBy(rows, (context) =>
      listItems(context, filter, page),
    );
    const listed = statementsRead.find(({ sql }) => / order by .* limit \?$/s.test(sql))!;
    const plan = queryPlanOf(database, listed);
    expect(plan.find((step) => /^SEARCH (?:material_item|change_log) /.test(step))).toMatch(
      found === log ? /^SEARCH change_log USING / : found,
    );
    // A read without an index ends after a number of rows: `passed`.
    if (found === walk) expect(listed.sql).toContain("offset ?");
  });
});

test("all filters of items together have at most 100 parameters, which D1 takes", async () => {
  const filter = Object.fromEntries(
    Object.entries(itemFilters).map(([name, [value]]) => [name, value]),
  );
  for (const order of ["oldest", "visualSerialNo", "expiryDescending", "lastChanged"] as const) {
    const { statementsRead } = await statementsReadBy(rows, (context) =>
      listItems(context, { ...filter, batchNo: "Ä", deliveryNo: "Ä", order }, page),
    );
    expect(Math.max(...statementsRead.map(({ params }) => params.length))).toBeLessThan(101);
  }
});

test("the items of a batch in either form of its key are found by its index", async () => {
  for (const filter of [{ batchNo: "Ä" }, { deliveryNo: "Ä" }]) {
    const { statementsRead } = await statementsReadBy(rows, (context) =>
      listItems(context, filter, page),
    );
    expect(statementsRead.at(-1)!.sql).not.toContain("offset ?");
  }
});

test.for<[of: string, read: (context: Context) => unknown]>([
  ["items by serial", (context) => listItems(context, { visualSerialNoLike: "%1" }, page)],
  ["items by batch", (context) => listItems(context, { batchNoLike: "%1%" }, page)],
  ["products", (context) => listProducts(context, { NameLike: "%1" }, page)],
  ["works orders", (context) => listWorksOrders(context, { orderNoLike: "%1" }, page)],
  ["BoMs", (context) => listBoms(context, { nameLike: "%1" }, page)],
])("a pattern of %s that begins with %% tests a bounded number of rows", async ([, read]) => {
  const [listed, end] = await plansOf(read);
  expect([...listed!, ...end!].filter((step) => large.test(step))).toEqual([]);
  expect(end).toBeDefined();
});

test.for<[of: string, read: (context: Context) => unknown, found: string]>([
  [
    "items by serial, the last first",
    (context) => listItems(context, { text: "S", order: "visualSerialNoDescending" }, page),
    `${item("serial")}(serial_key>? AND serial_key<?)`,
  ],
  [
    "items by batch, the last first",
    (context) => listItems(context, { batchNoLike: "B%", order: "batchNoDescending" }, page),
    `${item("batch")}(batch_key>? AND batch_key<?)`,
  ],
  [
    "items by expiry, the last first",
    (context) => listItems(context, { expiresFrom: 1, order: "expiryDescending" }, page),
    `${item("expiry")}(expiry_at>? AND expiry_at<?)`,
  ],
  [
    "works orders by number, the last first",
    (context) => listWorksOrders(context, { order: "orderNoDescending", status: "Started" }, page),
    "SEARCH works_order USING INDEX works_order_no (order_no_key>? AND order_no_key<?)",
  ],
  [
    "products by name, the last first",
    (context) => listProducts(context, { order: "productNameDescending" }, page),
    "SEARCH product USING INDEX product_name (name_key>? AND name_key<?)",
  ],
  [
    "BoMs by name, the last first",
    (context) => listBoms(context, { order: "bomNameDescending", nameLike: "B%" }, page),
    "SEARCH bom USING INDEX bom_name_key (name_key>? AND name_key<?)",
  ],
])("%s are read by the index of their order, without a sort", async ([, read, found]) => {
  const [plan] = await plansOf(read);
  expect(plan).toContain(found);
  expect(plan!.filter((step) => step.includes("TEMP B-TREE"))).toEqual([]);
});
