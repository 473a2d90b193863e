import { gt, inArray, sql } from "drizzle-orm";
import type { Executor } from "../database/executor.ts";
import { limitedInBytes, readFitting, rowBytesMax } from "../database/fitting-rows.ts";
import { each } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Context, readChecked, readRows } from "../engine/index.ts";
import { newestChange } from "../engine/record.ts";
import { rowsOf } from "../database/rows-of.ts";
import { changeLog } from "../database/schema/index.ts";
import { refusalAt } from "../refusal.ts";
import { type LoggedChange, selectChanges, toLoggedChange } from "./change.ts";

/** Where to read on in the log: after the change of this place, and how many at most. */
export interface Place {
  readonly after: number;
  readonly limit: number;
}

/** What follows a place in the log: fewer than asked for where they are long, and whether more may. */
interface Following {
  readonly changes: LoggedChange[];
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

const changesFrom = (place: Place) => limitedInBytes(place.limit, changesAfter({ ...place }));

const changesAt = statement(
  () => selectChanges().where(inArray(changeLog.seq, each("seqs"))),
  rowBytesMax,
);

/**
 * The changes after a place in the log, in their order. Refuses (`validation_failed`) a place beyond
 * the last: of a plant that was put back to an earlier state, nobody would be told what was missed.
 */
export async function listChangesAfter(context: Context, place: Place): Promise<LoggedChange[]> {
  const newest = newestChange();
  const { changes: listed } = await readAfter(place, async (some) => {
    const changes = changesFrom(some);
    const [found, last] = await readChecked(context, [changes, newest]);
    if (place.after > newest.row(last![0]!).seq) {
      throw refusalAt("validation_failed", "/after", "The id of an event that there is, or 0.");
    }
    return found!.map((raw) => toLoggedChange(changes.row(raw)));
  });
  return listed;
}

/** The place of the last change; 0 where there is none. */
export async function findLastPlace(context: Context): Promise<number> {
  const [last] = await readRows(context, newestChange());
  return last!.seq;
}

/** The changes after a place, for the service itself: those whom it tells are checked apart. */
export const readChangesAfter = (executor: Executor, place: Place): Promise<Following> =>
  readAfter(place, async (some) => (await rowsOf(executor, changesFrom(some))).map(toLoggedChange));

async function readAfter(
  { after, limit }: Place,
  read: (some: Place) => Promise<LoggedChange[]>,
): Promise<Following> {
  const { result: changes, fitting: most } = await readFitting(limit, (fitting) =>
    read({ after, limit: fitting }),
  );
  return { changes, isMore: changes.length === most };
}

/** The changes of these places in the log, for the service itself. */
export async function readChangesAt(
  executor: Executor,
  seqs: readonly number[],
): Promise<LoggedChange[]> {
  const changes = limitedInBytes(seqs.length, changesAt({ seqs: JSON.stringify(seqs) }));
  return (await rowsOf(executor, changes)).map(toLoggedChange);
}
