import { expect, test } from "vitest";
import { listBoms } from "../../src/bom/index.ts";
import { listSlots } from "../../src/bom-slot/index.ts";
import type { Context } from "../../src/engine/context.ts";
import { listItems } from "../../src/material-item/index.ts";
import { listWorksOrders } from "../../src/works-order/index.ts";
import { queryPlanOfList } from "../database/plan.ts";

const rows = "insert into user (id, rev_no, name, name_key, is_active) values (1, 1, 'U', 'u', 1)";
const productName = "P";
const ofOrder =
  "SEARCH material_item USING INDEX material_item_order (works_order_id=? AND rowid>? AND rowid<?)";
/** With more filters, the index alone finds the last row that a page tests. */
const ofOrderAndMore = [
  ofOrder,
  "SEARCH material_item USING COVERING INDEX material_item_order (works_order_id=? AND rowid>?)",
];
const ofBatch =
  "SEARCH material_item USING INDEX material_item_batch (batch_key=? AND rowid>? AND rowid<?)";
const inOrderOfIds = "SEARCH bom_slot USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)";

type Found = string | readonly string[];

test.for<[of: string, list: (context: Context) => unknown, table: string, found: Found]>([
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
    ofOrderAndMore,
  ],
  [
    "items of a batch",
    (context) => listItems(context, { batchNo: "B" }, {}),
    "material_item",
    ofBatch,
  ],
  [
    "items of a batch in either form of its key",
    (context) => listItems(context, { batchNo: "Ä" }, {}),
    "material_item",
    ofBatch,
  ],
  [
    "items of all that an item is",
    (context) => listItems(context, { orderNo: "O", productName, batchNo: "B", statusID: 1 }, {}),
    "material_item",
    ofOrderAndMore,
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
  [
    "BoMs of a name",
    (context) => listBoms(context, { name: "B" }, {}),
    "bom",
    "SEARCH bom USING INDEX bom_name_key (name_key=? AND rowid>? AND rowid<?)",
  ],
  [
    "slots of a BoM of any product",
    (context) => listSlots(context, { Bom: "B" }, {}),
    "bom_slot",
    inOrderOfIds,
  ],
  [
    "slots of a BoM of a product",
    (context) => listSlots(context, { Bom: "B", Product: "P" }, {}),
    "bom_slot",
    "SEARCH bom_slot USING INDEX bom_slot_version (bom_version_id=? AND rowid>? AND rowid<?)",
  ],
])("%s are found by an index or in the order of ids", async (one) => {
  const [, list, table, found] = one;
  const plan = await queryPlanOfList(rows, list);
  expect(plan.filter((step) => step.startsWith(`SEARCH ${table} `))).toEqual([found].flat());
  // The list of an item's further holds is no table.
  const isScan = (step: string) => step.startsWith("SCAN") && !step.startsWith("SCAN each VIRTUAL");
  expect(plan.filter(isScan)).toEqual([]);
});
