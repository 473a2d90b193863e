import { expect, test } from "vitest";
import { loadComplete } from "../../src/works-order/complete.facts.ts";
import type { RawRow } from "../../src/database/bound.ts";
import { databaseWith } from "../database/empty.ts";
import { queryPlanOf } from "../database/plan.ts";
import { plant } from "../engine/pumps.ts";

// Pump 1 of the order has two builds of candidate 1, one partly removed, and one of candidate 2.
const { database } = databaseWith(`${plant}
  pragma foreign_keys = off;
  insert into works_order (rev_no, order_no, order_no_key, product_id, bom_version_id, qty, status)
    values (1, 'o', 'o', 1, 1, 2000000, 'Started');
  update material_item set works_order_id = 1 where serial_key in ('pump-1', 'pump-2');
  insert into build (seq, parent_id, child_id, bom_slot_id, candidate_id, qty, removed_qty)
    values (1, 1, 4, 1, 1, 3000000, 1000000), (2, 1, 4, 1, 1, 500000, 0), (3, 1, 3, 2, 2, 7, 7),
      (4, 3, 4, 1, 1, 1000000, 0);`);

const { built } = loadComplete([{ orderNo: "O" }]);

test("the net quantities built into the items of an order are read as a row for each item", () => {
  const rows = database
    .prepare(built.sql)
    .raw()
    .all(...built.params) as RawRow[];
  expect(rows.map((raw) => built.row(raw))).toEqual([
    {
      parentId: 1,
      builtQty: new Map([
        [1, 2_500_000],
        [2, 0],
      ]),
    },
    { parentId: 2, builtQty: new Map() },
  ]);
});

test("it is found by index alone", () => {
  expect(queryPlanOf(database, built).filter((step) => /build|TEMP/.test(step))).toEqual([
    "SEARCH build USING COVERING INDEX build_parent (parent_id=?)",
  ]);
});
