import { type Bound, plainSql, type RawRow } from "../../database/bound.ts";
import type { Executor } from "../../database/executor.ts";
import { writeUnlogged } from "../../database/unlogged.ts";

/** The minimum time that the answer of a write is kept under its key. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/** The most keys that one write removes: other commands wait for no more than that. */
const sweptMax = 500;

/** A table of keys: that of former versions, which gets no new rows, or the present one. */
type Table = "idempotency_key" | "keyed_answer";

const countOldKeys = (table: Table, before: number): Bound<number> => ({
  sql: `select count(*) from (select 1 from ${table} where at < ? limit ${sweptMax})`,
  params: [before],
  row: ([count]: RawRow) => Number(count),
});

// The oldest first: no key is removed before one of an earlier request.
const removeOldKeys = (table: Table, before: number): Bound =>
  plainSql(
    `delete from ${table} where rowid in (
    select rowid from ${table} where at < ? order by at limit ${sweptMax})`,
    [before],
  );

/** Removes some keys of writes before that time; returns their number. */
function sweepSome(executor: Executor, table: Table, before: number): Promise<number> {
  const count = countOldKeys(table, before);
  return writeUnlogged(executor, [count], ([found]) => {
    const answer = count.row(found![0]!);
    return { write: answer > 0 ? [removeOldKeys(table, before)] : [], answer };
  });
}

async function sweepTable(executor: Executor, table: Table, now: () => number): Promise<number> {
  let swept = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    const some = await sweepSome(executor, table, now() - keptMs);
    swept += some;
    if (some < sweptMax) return swept;
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    await executor.yieldToOthers();
  }
}

/** Removes the Idempotency-Keys that are older than 7 days; returns their number. */
export async function sweepKeys(executor: Executor, now: () => number): Promise<number> {
  const former = await sweepTable(executor, "idempotency_key", now);
  return former + (await sweepTable(executor, "keyed_answer", now));
}
