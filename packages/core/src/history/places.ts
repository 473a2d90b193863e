import { sql } from "drizzle-orm";
import { given, query } from "../database/query.ts";
import { changeLog } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import { type Context, type Page, readRows } from "../engine/index.ts";

/** A range of times at which changes were recorded: from the first one on, and before the other. */
interface TimesOfRecording {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * Finds the first and the last place that was recorded between two times, for the first page. Later
 * pages begin where the page before ended, and only the last one reads to the end of the log.
 * Places are not in the order of times: a clock can be set back, and processes have different
 * clocks.
 */
export async function placesBetween(
  context: Context,
  { from, to }: TimesOfRecording,
  { cursor = 0 }: Page,
): Promise<{ first?: number; last?: number }> {
  const isOpen = to === undefined || to > context.now();
  if (cursor > 0 || (from === undefined && isOpen)) return {};
  const cuts = context.executor.isLocal ? 1 : 0;
  const bounds = { first: Number.MAX_SAFE_INTEGER, last: 0 };
  const times = { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER };
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each part begins where the one before ended
    const [found] = await readRows(context, seqsBetween({ ...times, cuts }));
    const { first, last, until } = found!;
    bounds.first = Math.min(bounds.first, first ?? bounds.first);
    bounds.last = Math.max(bounds.last, last ?? 0);
    if (until === null) return bounds;
    times.from = until + 1;
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    await context.executor.yieldToOthers();
  }
}

/** The most times that one read of a file looks at: 10 ms in which no other work runs. */
const timesMax = 20_000;

// With `cuts` of 1, only up to the time at which the next read begins: `until`.
const seqsBetween = statement(() =>
  query
    .select({
      first: sql<number | null>`min(${changeLog.seq})`,
      last: sql<number | null>`max(${changeLog.seq})`,
      until: sql<number | null>`until`,
    })
    .from(sql`(select (
      select at from change_log where at >= ${given("from")} and at < ${given("to")}
      order by at limit ${given("cuts")} offset ${sql.raw(String(timesMax))}) as until)`)
    .leftJoin(
      changeLog,
      sql`${changeLog.at} >= ${given("from")}
      and ${changeLog.at} <= coalesce(until, ${given("to")} - 1)`,
    ),
);
