import { expect, test } from "vitest";
import { loadScan } from "../../src/scan/facts.ts";
import { understandCode } from "../../src/scan/code.ts";
import { loadSummary } from "../../src/summary/facts.ts";
import type { Bound } from "../../src/database/bound.ts";
import { emptyDatabase } from "../database/empty.ts";
import { queryPlanOf } from "../database/plan.ts";

const database = emptyDatabase();

/** Returns the steps of a query plan that find rows of the plant, each once. */
function stepsOf(bound: Bound | undefined): string[] {
  const steps = queryPlanOf(database, bound!).filter((step) =>
    /^(?:SEARCH|SCAN) (?!json_each|\(|CONSTANT|material_status|progress|newest|change$)/.test(step),
  );
  return [...new Set(steps)].toSorted();
}

/** The steps that find what an item refers to. */
const ofItems = [
  "SEARCH batch USING COVERING INDEX batch_hold_batch (product_id=? AND batch_key=?)",
  "SEARCH hold_reason USING INTEGER PRIMARY KEY (rowid=?)",
  "SEARCH reason USING INTEGER PRIMARY KEY (rowid=?)",
  "SEARCH location USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
  "SEARCH product USING INTEGER PRIMARY KEY (rowid=?)",
  "SEARCH unit_of_measure USING INTEGER PRIMARY KEY (rowid=?)",
  "SEARCH works_order USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
];
const ofGtins = [
  "SEARCH product USING COVERING INDEX product_suid (suid_key=?)",
  "SEARCH product_property USING INDEX product_property_gtin (<expr>=?)",
];
const gtinOfProduct =
  "SEARCH product_property USING INDEX sqlite_autoindex_product_property_1 (product_id=?)";

test("a scanned code is found by index in every kind of record", async () => {
  const queries = loadScan(await understandCode("]d201095212345432132112345\u001d10L"));
  expect(stepsOf(queries.items)).toEqual(
    [
      "SEARCH material_item USING INDEX material_item_serial (serial_key=?)",
      "SEARCH material_item USING INDEX material_item_unique_id (unique_id_key=?)",
      ...ofItems,
    ].toSorted(),
  );
  expect(stepsOf(queries.serials)).toEqual(
    [
      "SEARCH material_item USING INDEX material_item_serial (serial_key=?)",
      gtinOfProduct,
      ...ofGtins,
      ...ofItems,
    ].toSorted(),
  );
  expect(stepsOf(queries.batches)).toEqual(
    [
      "SEARCH material_item USING INDEX material_item_batch (batch_key=?)",
      "SEARCH material_item USING INTEGER PRIMARY KEY (rowid=?)",
      gtinOfProduct,
      ...ofGtins,
      ...ofItems,
    ].toSorted(),
  );
  expect(stepsOf(queries.products)).toEqual(
    [
      ...ofGtins,
      "SEARCH product USING INDEX product_name (name_key=?)",
      "SEARCH product USING INDEX product_suid (suid_key=?)",
      "SEARCH product USING INTEGER PRIMARY KEY (rowid=?)",
    ].toSorted(),
  );
  for (const found of [queries.orders, queries.references]) {
    expect(stepsOf(found).filter((step) => !step.startsWith("SEARCH"))).toEqual([]);
  }
});

test("the numbers of a summary are counted by index, and its orders are the newest", () => {
  const { counts, started, hours } = loadSummary({ at: 1, expiringUntil: 2, since: 0 });
  expect(stepsOf(counts)).toEqual([
    // Few batches are on hold.
    "SCAN batch USING COVERING INDEX batch_hold_batch",
    "SEARCH held USING COVERING INDEX material_item_hold (hold_reason_id>?)",
    "SEARCH held USING INDEX material_item_batch (batch_key=?)",
    "SEARCH material_item USING COVERING INDEX material_item_status (status_id=?)",
    "SEARCH material_item USING COVERING INDEX material_item_status_expiry (status_id=? AND expiry_at>? AND expiry_at<?)",
    "SEARCH works_order USING COVERING INDEX works_order_status (status=?)",
  ]);
  expect(stepsOf(started)).toEqual([
    "SEARCH material_item USING INDEX material_item_order (works_order_id=?)",
    "SEARCH product USING INTEGER PRIMARY KEY (rowid=?)",
    "SEARCH unit_of_measure USING INTEGER PRIMARY KEY (rowid=?)",
    "SEARCH works_order USING COVERING INDEX works_order_status (status=?)",
    "SEARCH works_order USING INTEGER PRIMARY KEY (rowid=?)",
  ]);
  expect(stepsOf(hours)).toEqual(["SEARCH change_log USING INDEX change_log_at (at>?)"]);
  const sorts = [counts, hours].flatMap((bound) => queryPlanOf(database, bound));
  expect(sorts.filter((step) => step.includes("ORDER BY"))).toEqual([]);
});
