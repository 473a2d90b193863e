import { expect, test } from "vitest";
import { logOfRecords } from "../../src/audit/folded.ts";
import { emptyDatabase } from "../database/empty.ts";

test("what follows in the log of records is found without a look at what was read of them", () => {
  const values = { entity: "MaterialItem", last: 9, afterId: 1, afterRevNo: 1, upTo: 9, rows: 9 };
  const { sql, params } = logOfRecords(values);
  const plan = emptyDatabase()
    .prepare(`explain query plan ${sql}`)
    .all(...params);
  const found =
    "SEARCH change_log USING INDEX change_log_revision (entity=? AND (entity_id,rev_no)>(?,?) AND entity_id<?)";
  expect(plan).toEqual([expect.objectContaining({ detail: found })]);
});
