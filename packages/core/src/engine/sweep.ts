import type { Executor } from "../database/executor.ts";
import { plainSql } from "../database/plain-sql.ts";
import type { Bound, RawRow } from "../database/statement.ts";
import { writeUnlogged } from "./unlogged.ts";

/** How long a write is answered from its key, at least. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/** How many keys go at once: others wait for no more than that. */
const atOnce = 500;

const due = (before: number): Bound<number> => ({
  sql: `select count(*) from (select 1 from idempotency_key where at < ? limit ${atOnce})`,
  params: [before],
  row: ([count]: RawRow) => Number(count),
});

// The oldest first, so that of requests that followed each other no later one is gone before.
const remove = (before: number): Bound =>
  plainSql(
    `delete from idempotency_key where rowid in (
    select rowid from idempotency_key where at < ? order by at limit ${atOnce})`,
    [before],
  );

/** Removes some keys of writes before that time; answers how many there were. */
function sweepSome(executor: Executor, before: number): Promise<number> {
  const count = due(before);
  return writeUnlogged(executor, [count], ([found]) => {
    const answer = count.row(found![0]!);
    return { write: answer > 0 ? [remove(before)] : [], answer };
  });
}

/** Removes the Idempotency-Keys that are older than 7 days; answers how many. */
export async function sweepKeys(executor: Executor, now: () => number): Promise<number> {
  let swept = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- others have their turn between
    const some = await sweepSome(executor, now() - keptMs);
    swept += some;
    if (some < atOnce) return swept;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await executor.othersFirst();
  }
}
