import { expect, test } from "vitest";
import { compareWithLog } from "../../src/audit/compare.ts";
import type { Executor } from "../../src/database/executor.ts";
import { AnswerTooLarge } from "../../src/database/refusals.ts";
import { databaseWith } from "../database/empty.ts";
import { plant } from "../engine/pumps.ts";

/** A lot with 25,000 builds that are not in the log. */
const crowdedLot = `${plant}
  insert into change_log (operation_id, ordinal, at, entity, entity_id, rev_no, action, after)
    values ('received', 0, 0, 'MaterialItem', 4, 1, 'created', '{}');
  with another (n) as (select 1 union all select n + 1 from another where n < 25000)
    insert into build (seq, parent_id, child_id, bom_slot_id, candidate_id, qty, removed_qty)
    select 1, 1, 4, 1, 1, 1000000, 0 from another;`;

/**
 * Compares all records. `between` is called after each read of builds. Returns the number of builds
 * of each read; a read of more than `buildsMax` is too large.
 */
async function compared(
  between: (change: (sql: string) => void) => void = () => {},
  buildsMax = Infinity,
) {
  const { context, database } = databaseWith(crowdedLot);
  const pages: number[] = [];
  const read: Executor["read"] = async (statements, asOne) => {
    const results = await context.executor.read(statements, asOne);
    const builds = results[statements.findIndex(({ sql }) => sql.includes('from "build"'))];
    if (builds && builds.length > buildsMax) throw new AnswerTooLarge("RESPONSE_TOO_LARGE");
    if (builds?.length) {
      pages.push(builds.length);
      between((sql) => database.exec(sql));
    }
    return results;
  };
  const problems: string[] = [];
  for await (const { record, problem } of compareWithLog({ ...context.executor, read })) {
    if (record.startsWith("MaterialItem 4")) problems.push(problem);
  }
  return { pages, problems };
}

test("the parts of a record are read in chunks, and all of them are compared", async () => {
  const { pages, problems } = await compared();
  expect(pages).toEqual([10_000, 10_000, 5000]);
  const unknown = problems.filter((problem) => problem.includes("differs from the change log"));
  expect(unknown).toHaveLength(25_000);
});

/** Moves the lot again, in the table and in the log. */
const moved = `update material_item set rev_no = rev_no + 1 where id = 4;
  insert into change_log (operation_id, ordinal, at, entity, entity_id, rev_no, action, after)
    select 'moved' || rev_no, 0, 0, 'MaterialItem', 4, rev_no, 'moved', '{}'
    from material_item where id = 4;`;

test("a record that is changed between two reads of its parts is compared again", async () => {
  let isFirst = true;
  const { pages, problems } = await compared((change) => {
    if (isFirst) change(moved);
    isFirst = false;
  });
  expect(pages).toEqual([10_000, 10_000, 10_000, 10_000, 5000]);
  expect(problems.filter((problem) => problem.includes("revision"))).toEqual([]);
  const unknown = problems.filter((problem) => problem.includes("differs from the change log"));
  expect(unknown).toHaveLength(25_000);
});

test("a record that is changed between any two reads of its parts is finally read in one read", async () => {
  const { pages, problems } = await compared((change) => change(moved));
  expect(new Set(pages.slice(0, -1))).toEqual(new Set([10_000]));
  expect(pages.at(-1)).toBe(25_000);
  expect(problems.filter((problem) => problem.includes("revision"))).toEqual([]);
  const unknown = problems.filter((problem) => problem.includes("differs from the change log"));
  expect(unknown).toHaveLength(25_000);
});

test("a record that is too large for one read is refused by its name", async () => {
  await expect(compared((change) => change(moved), 20_000)).rejects.toMatchObject({
    code: "overloaded",
    message: expect.stringContaining("MaterialItem 4 is changed too often"),
  });
});

test("a write between two reads of a record's changes is not compared", async () => {
  const { context, database } = databaseWith(`${plant}
    with another (n) as (select 1 union all select n + 1 from another where n < 1500)
      insert into change_log (operation_id, ordinal, at, entity, entity_id, rev_no, action, after)
      select 'moved' || n, 0, 0, 'MaterialItem', 4, n, 'moved', '{}' from another;
    update material_item set rev_no = 1500 where id = 4;`);
  const yieldToOthers = async () => void database.exec(moved);
  const problems: string[] = [];
  for await (const { record, problem } of compareWithLog({ ...context.executor, yieldToOthers })) {
    if (record.startsWith("MaterialItem 4")) problems.push(problem);
  }
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.filter((problem) => problem.includes("revision"))).toEqual([]);
});
