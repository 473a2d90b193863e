import { expect, test } from "vitest";
import type { TracedChange } from "../../src/epcis/traced-change.ts";
import { stockAfter, stocks, stocksParameter } from "../../src/epcis/stock-after.ts";
import { emptyDatabase } from "../database/empty.ts";
import { queryPlanOf } from "../database/plan.ts";

const database = emptyDatabase();

// An item's revisions in the order of the log, with the quantity after those that changed it.
const history: readonly [action: string, qty?: number][] = [
  ["received", 9],
  ["moved"],
  ["moved"],
  ["builtInto"],
  ["held"],
  ["built", 7],
  ["released"],
  ["updated", 5],
  ["moved"],
  ["removed", 7],
  ["removedFrom"],
  ["updated"],
  ["dispatched"],
];

const quantityField = (qty: number | undefined) => (qty === undefined ? {} : { actualQty: qty });

// Two items with the same history, one change after the other.
const changes = history.flatMap(([action, qty], at) =>
  [1, 2].map((entityId) => {
    const id = 2 * at + entityId;
    return {
      id,
      entityId,
      revNo: at + 1,
      action,
      after: quantityField(qty),
    } as unknown as TracedChange;
  }),
);

const insert = database.prepare(`insert into change_log
  (seq, operation_id, ordinal, at, entity, entity_id, rev_no, action, before, after)
  values (?, ?, 0, 0, 'MaterialItem', ?, ?, ?, ?, ?)`);
for (const { id, entityId, revNo, action, after } of changes) {
  const earlier = changes.filter((one) => one.entityId === entityId && one.revNo < revNo);
  const was = earlier.findLast((one) => one.after?.["actualQty"] !== undefined);
  const before = after?.["actualQty"] === undefined ? {} : (was?.after ?? {});
  const texts = [JSON.stringify(before), JSON.stringify(after)];
  insert.run([id, String(id), entityId, revNo, action, ...texts]);
}

const items = new Map([1, 2].map((id) => [id, { actualQty: 7 }]));

function stocksOf(page: readonly TracedChange[]) {
  const { sql, params, row } = stocks({ changes: stocksParameter(page) });
  const rows = database
    .prepare(sql)
    .raw()
    .all(...params) as unknown[][];
  return page.map(stockAfter(rows.map(row), items));
}

test("a change that leaves the stock as it was has the stock of that time", () => {
  const after = [9, 9, 9, null, 9, 7, 7, 5, 5, 7, null, 7, 7];
  expect(stocksOf(changes)).toEqual(after.flatMap((stock) => [stock, stock]));
});

test("the stock does not depend on the other changes of the page", () => {
  const all = stocksOf(changes);
  for (const [at, change] of changes.entries()) expect(stocksOf([change])).toEqual([all[at]]);
  const moves = changes.filter(({ action }) => action === "moved");
  expect(stocksOf(moves)).toEqual([9, 9, 9, 9, 5, 5]);
});

test("each search ends at the next change of the item on the page", () => {
  const moves = changes.filter(({ action, entityId }) => action === "moved" && entityId === 1);
  const bound = stocks({ changes: stocksParameter(moves) });
  expect(JSON.parse(String(bound.params[0]))).toEqual([
    [17, 1, 9, Number.MAX_SAFE_INTEGER],
    [5, 1, 3, 9],
    [3, 1, 2, 3],
  ]);
  expect(queryPlanOf(database, bound)).toContain(
    "SEARCH later USING INDEX change_log_revision (entity=? AND entity_id=? AND rev_no>? AND rev_no<?)",
  );
});
