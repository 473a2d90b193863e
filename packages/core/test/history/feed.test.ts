import { expect, test } from "vitest";
import { listChangesAfter, readChangesAfter } from "../../src/history/index.ts";
import { readChangesAt } from "../../src/history/feed.ts";
import { databaseWith } from "../database/empty.ts";

const count = 60;

/** Changes of this length. The last one is longer than one read of a file returns. */
const changes = (length: number) => `
  insert into user (id, rev_no, name, name_key, is_active) values (1, 1, 'U', 'u', 1);
  insert into change_log
    (operation_id, ordinal, at, user_id, entity, entity_id, rev_no, action, after)
    with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count})
    select 'o' || n, 0, 5, 1, 'Currency', n, 1, 'created', json_object('name',
      hex(zeroblob(case n when ${count} then 3000000 else ${length / 2} end))) from number;`;

test("fewer long changes than requested are read, and the next read continues after them", async () => {
  const { context } = databaseWith(changes(400_000));
  const ids: number[] = [];
  let reads = 0;
  for (let isMore = true; isMore; reads++) {
    const some = await readChangesAfter(context.executor, { after: ids.at(-1) ?? 0, limit: 100 });
    expect(some.changes.length).toBeLessThanOrEqual(10);
    ids.push(...some.changes.map(({ id }) => id));
    ({ isMore } = some);
  }
  expect(ids).toEqual(Array.from({ length: count }, (_, at) => at + 1));
  expect(reads).toBeGreaterThan(5);
});

test("a single change is read whatever its length", async () => {
  const { context } = databaseWith(changes(2));
  const [last] = await listChangesAfter(context, { after: count - 1, limit: 100 });
  expect(last!.after).toEqual({ name: "00".repeat(3_000_000) });
  expect(await readChangesAt(context.executor, [count])).toEqual([last]);
});

test.for([
  [60, 60],
  [100, 60],
  [30, 30],
] as const)(
  "a page of %d changes is read from a file in parts, between which other work runs",
  async ([limit, expected]) => {
    const { context } = databaseWith(changes(2).replaceAll("3000000", "1"));
    const steps: string[] = [];
    const executor: typeof context.executor = {
      ...context.executor,
      listRows: 25,
      read: (statements) => {
        steps.push("read");
        return context.executor.read(statements);
      },
      yieldToOthers: (owner) => {
        steps.push("others");
        return context.executor.yieldToOthers(owner);
      },
    };
    const listed = await listChangesAfter({ ...context, executor }, { after: 0, limit });
    expect(listed.map(({ id }) => id)).toEqual(Array.from({ length: expected }, (_, at) => at + 1));
    const parts = Math.ceil(Math.min(limit, count) / 25);
    expect(steps.join(" ")).toBe(Array.from({ length: parts }, () => "read").join(" others "));
  },
);
