import { gt, inArray, sql } from "drizzle-orm";
import type { Executor } from "../database/executor.ts";
import { asManyAsFit, heldTo, mostBytes } from "../database/as-many-as-fit.ts";
import { rowsOf } from "../database/rows-of.ts";
import { changeLog } from "../database/schema/index.ts";
import { each, statement } from "../database/statement.ts";
import type { Context } from "../engine/context.ts";
import { readChecked, readRows } from "../engine/listing.ts";
import { newestChange } from "../engine/newest-change.ts";
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
  mostBytes,
);

const changesFrom = (place: Place) => heldTo(place.limit, changesAfter({ ...place }));

const changesAt = statement(
  () => selectChanges().where(inArray(changeLog.seq, each("seqs"))),
  mostBytes,
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
    return found!.map((raw) => toLoggedChange(changes.view(raw)));
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
  const { read: changes, most } = await asManyAsFit(limit, (fitting) =>
    read({ after, limit: fitting }),
  );
  return { changes, isMore: changes.length === most };
}

/** The changes of these places in the log, for the service itself. */
export async function readChangesAt(
  executor: Executor,
  seqs: readonly number[],
): Promise<LoggedChange[]> {
  const changes = heldTo(seqs.length, changesAt({ seqs: JSON.stringify(seqs) }));
  return (await rowsOf(executor, changes)).map(toLoggedChange);
}
