import { gt, inArray, sql } from "drizzle-orm";
import { type Executor, rowsOf } from "../database/executor.ts";
import { limitedInBytes, readFitting, rowBytesMax } from "../database/fitting-rows.ts";
import { each } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Context, readChecked, readRows } from "../engine/index.ts";
import { newestChange } from "../engine/record.ts";
import { changeLog } from "../database/schema/index.ts";
import { refusalAt } from "../refusal.ts";
import { type LoggedChange, selectChanges, toLoggedChange } from "./change.ts";

/** The part of the log to read: at most `limit` changes after a place. */
export interface FeedPage {
  readonly after: number;
  readonly limit: number;
}

/** The changes that follow a place: fewer than the limit if they are long. */
interface FeedChanges {
  readonly changes: LoggedChange[];
  /** Whether more changes can follow. */
  readonly isMore: boolean;
}

const changesAfter = statement(
  () =>
    selectChanges()
      .where(gt(changeLog.seq, sql.placeholder("after")))
      .orderBy(changeLog.seq)
      .limit(sql.placeholder("limit")),
  rowBytesMax,
);

const changesFrom = (page: FeedPage) => limitedInBytes(page.limit, changesAfter({ ...page }));

const changesAt = statement(
  () => selectChanges().where(inArray(changeLog.seq, each("seqs"))),
  rowBytesMax,
);

/**
 * Lists the changes after a place in the log, in order. Refuses (`validation_failed`) a place
 * beyond the last one: after a restore to an earlier state, a reader would miss changes without
 * notice.
 */
export async function listChangesAfter(context: Context, page: FeedPage): Promise<LoggedChange[]> {
  const { executor } = context;
  const listed: LoggedChange[] = [];
  for (let { after } = page; ;) {
    const left = page.limit - listed.length;
    const limit = executor.isLocal ? Math.min(left, executor.listRows) : left;
    // oxlint-disable-next-line no-await-in-loop -- each part begins where the one before ended
    const { changes } = await readAfter({ after, limit }, (part) =>
      readCheckedAfter(context, part),
    );
    for (const change of changes) listed.push(change);
    if (changes.length < limit || listed.length === page.limit) return listed;
    after = changes.at(-1)!.id;
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    await executor.yieldToOthers();
  }
}

async function readCheckedAfter(context: Context, part: FeedPage): Promise<LoggedChange[]> {
  const newest = newestChange();
  const changes = changesFrom(part);
  const [found, last] = await readChecked(context, [changes, newest]);
  if (part.after > newest.row(last![0]!).seq) {
    throw refusalAt(
      "validation_failed",
      "/after",
      "This must be the id of an existing event, or 0.",
    );
  }
  return found!.map((raw) => toLoggedChange(changes.row(raw)));
}

/** Returns the place of the last change; 0 if there is none. */
export async function findLastPlace(context: Context): Promise<number> {
  const [last] = await readRows(context, newestChange());
  return last!.seq;
}

/** Reads the changes after a place, for the service itself: it checks its recipients separately. */
export const readChangesAfter = (executor: Executor, page: FeedPage): Promise<FeedChanges> =>
  readAfter(page, async (part) => (await rowsOf(executor, changesFrom(part))).map(toLoggedChange));

async function readAfter(
  { after, limit }: FeedPage,
  read: (part: FeedPage) => Promise<LoggedChange[]>,
): Promise<FeedChanges> {
  const { result: changes, fitting: rows } = await readFitting(limit, (fitting) =>
    read({ after, limit: fitting }),
  );
  return { changes, isMore: changes.length === rows };
}

/** Reads the changes at these places of the log, for the service itself. */
export async function readChangesAt(
  executor: Executor,
  seqs: readonly number[],
): Promise<LoggedChange[]> {
  const changes = limitedInBytes(seqs.length, changesAt({ seqs: JSON.stringify(seqs) }));
  return (await rowsOf(executor, changes)).map(toLoggedChange);
}
