import { expect, test } from "vitest";
import type { MatchInput } from "../../src/genealogy/matches.ts";
import { findMatches } from "../../src/genealogy/matches.ts";
import { queryPlanOf, statementsReadBy } from "../database/plan.ts";

// An item that had the batch, so that the last statement is read too.
const rows = `
  pragma foreign_keys = off;
  insert into user (id, rev_no, name, name_key, is_active) values (1, 1, 'U', 'u', 1);
  insert into change_log (operation_id, ordinal, at, entity, entity_id, rev_no, action, before)
  values ('o', 0, 1, 'MaterialItem', 1, 2, 'updated', json_object('batchNo', 'B', 'batchKey', 'b',
    'deliveryNo', 'D', 'deliveryKey', 'd', 'visualSerialNo', 'S', 'serialKey', 's'))`;

/** The plans of the statements that look for items, without that of the key. */
async function plansOf(input: MatchInput): Promise<string[]> {
  const { database, statementsRead } = await statementsReadBy(rows, (context) =>
    findMatches(context, input),
  );
  return statementsRead
    .filter(({ sql }) => /material_item|change_log/.test(sql))
    .flatMap((bound) => queryPlanOf(database, bound));
}

test.for<[input: MatchInput, present: string, former: string]>([
  [
    { batchNo: "B" },
    "SEARCH material_item USING INDEX material_item_batch (batch_key=? AND rowid>? AND rowid<?)",
    "SEARCH change_log USING INDEX change_log_former_batch (<expr>=? AND rowid>? AND rowid<?)",
  ],
  [
    { deliveryNo: "D" },
    "SEARCH material_item USING INDEX material_item_delivery " +
      "(delivery_key=? AND rowid>? AND rowid<?)",
    "SEARCH change_log USING INDEX change_log_former_delivery (<expr>=? AND rowid>? AND rowid<?)",
  ],
  [
    { visualSerialNo: "S" },
    "SEARCH material_item USING INDEX material_item_serial (serial_key=? AND rowid>? AND rowid<?)",
    "SEARCH change_log USING INDEX change_log_former_serial (<expr>=? AND rowid>? AND rowid<?)",
  ],
])(
  "the items that have or had %o are found by indexes, in the order of ids",
  async ([input, present, former]) => {
    const plans = await plansOf(input);
    expect(plans).toContain(present);
    expect(plans).toContain(former);
    expect(plans).toContain("SEARCH change_log USING INDEX change_log_renamed (entity_id=?)");
    expect(plans.filter((step) => /SCAN (?!json_each|VIRTUAL)|TEMP B-TREE/.test(step))).toEqual([]);
  },
);

test("a batch or delivery in either form of its key is found by indexes", async () => {
  const plans = (await plansOf({ batchNo: "Ä", deliveryNo: "Ä" })).join("\n");
  for (const index of [
    "material_item_delivery",
    "change_log_former_batch",
    "change_log_former_delivery",
  ]) {
    expect(plans).toContain(`USING INDEX ${index} (`);
  }
});
