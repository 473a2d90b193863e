import { and, eq, inArray, or, sql } from "drizzle-orm";
import { happenedAt } from "../database/happened-at.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { changeLog, materialItem, materialStatus } from "../database/schema/index.ts";
import { actionLists } from "../engine/record.ts";

// The last Dispatch of an item that is away is one of its last changes.
const lastDispatch = () => sql<number | null>`iif(${materialStatus.suidKey} = 'dispatched', (
  select ${happenedAt("gone")} from change_log as gone
  where gone.entity = 'MaterialItem' and gone.entity_id = ${materialItem.id}
  and gone.action = 'dispatched' order by gone.rev_no desc limit 1), null)`;

// Of an item that was built often, the index holds only the changes that can be such an action.
const lastOf = (action: "adopted" | "returned") => sql<number | null>`(
  select ${happenedAt("later")} from change_log as later indexed by change_log_renamed
  where later.entity = 'MaterialItem' and later.action in ${sql.raw(actionLists.renaming)}
  and later.entity_id = ${materialItem.id}
  and later.action = ${sql.raw(`'${action}'`)} order by later.seq desc limit 1)`;

/** The time of the first change: a receipt, a start, or the use that made the item. */
const firstAt = () => sql`coalesce(iif(${changeLog.action} = 'started', ${materialItem.startAt},
  null), ${happenedAt()})`;

/**
 * Reads the times of items with these `ids` or folded `serials` (JSON arrays). Nothing about an item
 * can be dated before them.
 */
export const timesOfItems = statement(() =>
  query
    .select({
      id: materialItem.id,
      isStarted: sql<boolean>`${changeLog.action} = 'started'`.mapWith(Boolean),
      /**
       * When it was received or started. Update can correct the time of a start. A delivery can be
       * recorded after the first use of its material.
       */
      begunAt: sql<number>`min(${firstAt()}, coalesce(${lastOf("adopted")}, ${firstAt()}))`.mapWith(
        Number,
      ),
      /** When it left the plant, if it is away. */
      leftAt: lastDispatch(),
      /** When it came back for the last time. */
      returnedAt: lastOf("returned"),
    })
    .from(materialItem)
    .innerJoin(materialStatus, eq(materialStatus.id, materialItem.statusId))
    // Joined last: by the entity alone, SQLite would find the changes of all items first.
    .crossJoin(changeLog)
    .where(
      and(
        or(inArray(materialItem.id, each("ids")), inArray(materialItem.serialKey, each("serials"))),
        eq(changeLog.entity, "MaterialItem"),
        eq(changeLog.entityId, materialItem.id),
        eq(changeLog.revNo, 1),
      ),
    ),
);

/** The times in the life of an item that nothing about it can be dated before. */
export type ItemTimes = ReturnType<ReturnType<typeof timesOfItems>["row"]>;
