import { expect, test } from "vitest";
import { compareWithLog } from "../../src/audit/compare.ts";
import { logOfRecords } from "../../src/audit/replay.ts";
import type { Executor } from "../../src/database/executor.ts";
import { databaseWith, emptyDatabase } from "../database/empty.ts";
import { queryPlanOf } from "../database/plan.ts";

test("a later chunk of the records' log is found without a read of the earlier ones", () => {
  const values = { entity: "MaterialItem", last: 9, afterId: 1, afterRevNo: 1, upTo: 9, rows: 9 };
  const found =
    "SEARCH change_log USING INDEX change_log_revision (entity=? AND (entity_id,rev_no)>(?,?) AND entity_id<?)";
  expect(queryPlanOf(emptyDatabase(), logOfRecords(values))).toEqual([found]);
});

test("records that changed often are compared in small numbers, or one by one", async () => {
  const { context } = databaseWith(`
    with record (id, changes) as (values (7, 1500), (8, 800), (9, 800), (10, 200)),
      change (n) as (select 1 union all select n + 1 from change where n < 1500)
    insert into change_log (operation_id, ordinal, at, entity, entity_id, rev_no, action)
    select id, n, 0, 'MaterialItem', id, n, 'moved' from record join change on n <= changes`);
  const compared: unknown[] = [];
  const read: Executor["read"] = (statements) => {
    const builds = statements.filter(({ sql }) => sql.includes('from "build"'));
    compared.push(...builds.map(({ params }) => params.slice(0, 2)));
    return context.executor.read(statements);
  };
  const findings: unknown[] = [];
  for await (const one of compareWithLog({ ...context.executor, read })) findings.push(one);
  expect(findings).toEqual([]);
  // The first and the last record of each range.
  expect(compared).toEqual([
    [7, 7],
    [8, 8],
    [9, 208],
  ]);
});
