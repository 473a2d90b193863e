import { describe, expect, test } from "vitest";
import type { Context } from "../../src/engine/context.ts";
import { listHistory } from "../../src/history/index.ts";
import { countItems, searchItems } from "../../src/material-item/index.ts";
import { searchProducts } from "../../src/product/index.ts";
import { findRecords } from "../../src/record/index.ts";
import { searchWorksOrders } from "../../src/works-order/index.ts";
import { queryPlanOf, queryPlanOfList, statementsReadBy } from "../database/plan.ts";

const rows = "insert into user (id, rev_no, name, name_key, is_active) values (1, 1, 'U', 'u', 1)";
const page = { limit: 10 };
const all = {
  productName: "P",
  orderNo: "O",
  batchNo: "B",
  statusID: 1,
  location: "L",
  isHeld: true,
};

const itemBy = (index: string) => `SEARCH material_item USING INDEX material_item_${index}`;
const orderBy = (index: string) => `SEARCH works_order USING INDEX works_order_${index}`;

/** The search, the table that it reads first, and the step that finds the rows there. */
test.for<[of: string, search: (context: Context) => unknown, table: string, found: string]>([
  [
    "the newest items",
    (context) => searchItems(context, {}, page),
    "material_item",
    "SEARCH material_item USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
  ],
  [
    "items by serial",
    (context) => searchItems(context, { text: "S", ...all }, page),
    "material_item",
    `${itemBy("serial")} (serial_key>? AND serial_key<?)`,
  ],
  [
    "items by expiry",
    (context) => searchItems(context, { expiresBefore: 5, ...all, batchNo: "Ä" }, page),
    "material_item",
    `${itemBy("expiry")} (expiry_at>? AND expiry_at<?)`,
  ],
  [
    "items of an order, with all other filters",
    (context) => searchItems(context, all, page),
    "material_item",
    `${itemBy("order")} (works_order_id=? AND rowid>? AND rowid<?)`,
  ],
  [
    "items of a batch",
    (context) => searchItems(context, { ...all, orderNo: undefined }, page),
    "material_item",
    `${itemBy("batch")} (batch_key=? AND rowid>? AND rowid<?)`,
  ],
  [
    "items of a product",
    (context) => searchItems(context, { productName: "P", statusID: 1, location: "L" }, page),
    "material_item",
    `${itemBy("product")} (product_id=? AND rowid>? AND rowid<?)`,
  ],
  [
    "items of a location",
    (context) => searchItems(context, { statusID: 1, location: "L", order: "oldest" }, page),
    "material_item",
    `${itemBy("location")} (location_id=? AND rowid>? AND rowid<?)`,
  ],
  [
    "items of a status",
    (context) => searchItems(context, { statusID: 1, isInStock: true, isHeld: false }, page),
    "material_item",
    `${itemBy("status")} (status_id=? AND rowid>? AND rowid<?)`,
  ],
  [
    "items on hold",
    (context) => searchItems(context, { statusID: 1, isHeld: true }, page),
    "held",
    "SEARCH held USING COVERING INDEX material_item_hold (hold_reason_id>?)",
  ],
  [
    "counted items",
    (context) => countItems(context, { location: "L", isInStock: true }),
    "material_item",
    `${itemBy("location")} (location_id=? AND rowid>? AND rowid<?)`,
  ],
  [
    "the items that were changed last",
    (context) => searchItems(context, { changedSince: 1, ...all }, page),
    "change_log",
    "SEARCH change_log USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
  ],
  [
    "orders of a product and a status",
    (context) => searchWorksOrders(context, { productName: "P", status: "Started" }, page),
    "works_order",
    `${orderBy("product_status")} (product_id=? AND status=? AND rowid>? AND rowid<?)`,
  ],
  [
    "orders of a status",
    (context) => searchWorksOrders(context, { status: "Started" }, page),
    "works_order",
    `${orderBy("status")} (status=? AND rowid>? AND rowid<?)`,
  ],
  [
    "orders by number",
    (context) => searchWorksOrders(context, { text: "O", productName: "P" }, page),
    "works_order",
    `${orderBy("no")} (order_no_key>? AND order_no_key<?)`,
  ],
  [
    "the orders that were changed last",
    (context) => searchWorksOrders(context, { order: "lastChanged", status: "Started" }, page),
    "change_log",
    "SEARCH change_log USING INDEX change_log_entity (entity=? AND rowid>? AND rowid<?)",
  ],
  [
    "products by name",
    (context) => searchProducts(context, { text: "P", IsActive: true }, page),
    "product",
    "SEARCH product USING INDEX product_name (name_key>? AND name_key<?)",
  ],
  [
    "the products that were changed last",
    (context) => searchProducts(context, { order: "lastChanged" }, page),
    "change_log",
    "SEARCH change_log USING INDEX change_log_entity (entity=? AND rowid>? AND rowid<?)",
  ],
])("%s are found by an index, and in its order", async ([, search, table, found]) => {
  const { database, statementsRead } = await statementsReadBy(rows, search);
  const rowsRead = statementsRead.find(({ sql }) => / order by .* limit \?$/s.test(sql))!;
  const plan = queryPlanOf(database, rowsRead);
  expect(plan.find((step) => step.startsWith(`SEARCH ${table} `))).toBe(found);
  // The list of an item's further holds is no table, and few batches are on hold.
  const isScan = (step: string) => /^SCAN (?!each VIRTUAL|batch USING COVERING)/.test(step);
  expect(plan.filter(isScan)).toEqual([]);
  // Only the BoM version of each item is sorted.
  const sorts = plan.filter((step) => step.includes("TEMP B-TREE")).length;
  expect(sorts).toBe(plan.some((step) => step.startsWith("SEARCH released")) ? 1 : 0);
});

test.for<[filter: Parameters<typeof searchItems>[1], after: unknown[], last: unknown]>([
  [{ text: "S" }, ["s", 0], "t"],
  [{ expiresFrom: 1, expiresBefore: 5 }, [1, 0], 5],
])("the range of %o bounds its index, and no row is tested in parts", async (one) => {
  const [filter, after, last] = one;
  const { statementsRead } = await statementsReadBy(rows, (context) =>
    searchItems(context, filter, page),
  );
  const [rowsRead, ...others] = statementsRead.slice(1);
  expect(rowsRead!.params.slice(0, 3)).toEqual([...after, last]);
  expect(others).toEqual([]);
});

test("the range of a text bounds the numbers of orders", async () => {
  const { statementsRead } = await statementsReadBy(rows, (context) =>
    searchWorksOrders(context, { text: "O" }, page),
  );
  expect(statementsRead.at(-1)!.params.slice(0, 3)).toEqual(["o", 0, "p"]);
});

test("the end of a part is found by the index that finds its rows", async () => {
  for (const [filter, index] of [
    [{ location: "L", isInStock: true }, "material_item_location (location_id=? AND rowid<?)"],
    [{ text: "S", isHeld: true }, "material_item_serial (serial_key>?)"],
    [{ expiresFrom: 1, isHeld: true }, "material_item_expiry (expiry_at>?)"],
  ] as const) {
    const { database, statementsRead } = await statementsReadBy(rows, (context) =>
      searchItems(context, filter, page),
    );
    const end = statementsRead.findLast(({ sql }) => sql.includes("offset ?"))!;
    const plan = queryPlanOf(database, end);
    expect(plan).toContain(`SEARCH material_item USING COVERING INDEX ${index}`);
  }
});

test("Find reads each key by its index, in its order", async () => {
  const { database, statementsRead } = await statementsReadBy(rows, (context) =>
    findRecords(context, "x"),
  );
  const plans = statementsRead.slice(1).map((statement) => queryPlanOf(database, statement)[0]);
  expect(plans).toEqual([
    "SEARCH material_item USING INDEX material_item_serial (serial_key>? AND serial_key<?)",
    "SEARCH works_order USING INDEX works_order_no (order_no_key>? AND order_no_key<?)",
    "SEARCH product USING INDEX product_name (name_key>? AND name_key<?)",
    "SEARCH product USING INDEX product_suid (suid_key>? AND suid_key<?)",
    "SEARCH location USING INDEX location_name (name_key>? AND name_key<?)",
    "SEARCH location USING INDEX location_suid (suid_key>? AND suid_key<?)",
    "SEARCH user USING INDEX user_name (name_key>? AND name_key<?)",
    "SEARCH user USING INDEX user_suid (suid_key>? AND suid_key<?)",
  ]);
});

describe("the newest history", () => {
  test.for([
    [{}, "USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"],
    [{ from: 1, to: 9 }, "USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"],
    [{ action: "scrapped" }, "USING INDEX change_log_action (action=? AND rowid>? AND rowid<?)"],
    [{ userID: 1 }, "USING INDEX change_log_user (user_id=? AND rowid>? AND rowid<?)"],
    [{ entity: "Product", id: 1 }, "USING INTEGER PRIMARY KEY (rowid=?)"],
  ] as const)("of %o is found by an index, without a sort", async ([filter, found]) => {
    const plan = await queryPlanOfList(rows, (context) =>
      listHistory(context, { ...filter, order: "newest" }, page),
    );
    expect(plan.find((step) => step.startsWith("SEARCH change_log "))).toBe(
      `SEARCH change_log ${found}`,
    );
    expect(plan.filter((step) => step.includes("TEMP B-TREE"))).toEqual([]);
  });
});
