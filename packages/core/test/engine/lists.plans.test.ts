import { expect, test } from "vitest";
import type { Context } from "../../src/engine/context.ts";
import { listItems } from "../../src/material-item/index.ts";
import { listWorksOrders } from "../../src/works-order/index.ts";
import { planOfList } from "../database/plan.ts";

const rows = "insert into user (id, rev_no, name, name_key, is_active) values (1, 1, 'U', 'u', 1)";
const productName = "P";
const ofOrder =
  "SEARCH material_item USING INDEX material_item_order (works_order_id=? AND rowid>? AND rowid<?)";

test.for<[of: string, list: (context: Context) => unknown, table: string, found: string]>([
  [
    "items of a product",
    (context) => listItems(context, { productName }, {}),
    "material_item",
    "SEARCH material_item USING INDEX material_item_product (product_id=? AND rowid>? AND rowid<?)",
  ],
  [
    "items of an order and a product",
    (context) => listItems(context, { orderNo: "O", productName }, {}),
    "material_item",
    ofOrder,
  ],
  [
    "items of all that an item is",
    (context) => listItems(context, { orderNo: "O", productName, batchNo: "B", statusID: 1 }, {}),
    "material_item",
    ofOrder,
  ],
  [
    "orders in a status",
    (context) => listWorksOrders(context, { status: "Cancelled" }, {}),
    "works_order",
    "SEARCH works_order USING INDEX works_order_status (status=? AND rowid>? AND rowid<?)",
  ],
  [
    "orders of a product",
    (context) => listWorksOrders(context, { productName }, {}),
    "works_order",
    "SEARCH works_order USING INDEX works_order_product (product_id=? AND rowid>? AND rowid<?)",
  ],
  [
    "orders of a product in a status",
    (context) => listWorksOrders(context, { productName, status: "Cancelled" }, {}),
    "works_order",
    "SEARCH works_order USING INDEX works_order_product_status " +
      "(product_id=? AND status=? AND rowid>? AND rowid<?)",
  ],
])("%s are found by index or in their order", async (one) => {
  const [, list, table, found] = one;
  const plan = await planOfList(rows, list);
  expect(plan.filter((step) => step.startsWith(`SEARCH ${table} `))).toEqual([found]);
  expect(plan.filter((step) => step.startsWith("SCAN"))).toEqual([]);
});
