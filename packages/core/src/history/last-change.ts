import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { changeLog } from "../database/schema/index.ts";
import type { Context, EntityName } from "../engine/index.ts";
import { placesBetween } from "./places.ts";

/**
 * The order of records by their last change, the newest first, for a search. The change of a
 * record's present revision is its last one, so the log has this order without another index.
 */
export const byLastChange = (
  entity: EntityName,
  { id, revNo }: Readonly<Record<"id" | "revNo", SQLiteColumn>>,
) => ({
  by: changeLog.seq,
  isDescending: true,
  among: entity === "MaterialItem" ? undefined : ofRareEntity(entity),
  // The pluses keep SQLite off the indexes of the log: it is read in its order.
  through: {
    table: changeLog,
    on: sql`${id} = +${changeLog.entityId} and ${revNo} = +${changeLog.revNo}
      and +${changeLog.entity} = ${sql.raw(`'${entity}'`)}`,
  },
});

// SQLite uses the partial index only if the query repeats its condition.
const ofRareEntity = (entity: EntityName): SQL =>
  sql`entity <> 'MaterialItem' and ${changeLog.entity} = ${sql.raw(`'${entity}'`)}`;

/** Returns the part of that order that was recorded since a time. */
export async function placesSince(
  context: Context,
  time: number | undefined,
): Promise<{ last?: number }> {
  if (time === undefined) return {};
  const { first } = await placesBetween(context, { from: time }, {});
  return first === undefined ? {} : { last: first };
}
