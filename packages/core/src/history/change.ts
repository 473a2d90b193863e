import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { isPending } from "../engine/change-log-row.ts";
import type { Fields } from "../engine/changes.ts";
import type { EntityName } from "../engine/entities.ts";
import { changeLog, materialReason, user } from "../database/schema/index.ts";
import { query } from "../database/statement.ts";

/**
 * What stands for an id that was not known yet when the row was made is the place, within the
 * operation, of what was created: here are the ids, by their places.
 */
const created = sql<Readonly<Record<string, number>>>`case
  when instr(${changeLog.after}, '{"pending":"id"') > 0 then (
    select json_group_object(same.ordinal, same.entity_id) from change_log as same
    where same.operation_id = ${changeLog.operationId}) end`.mapWith(
  (text: string) => JSON.parse(text) as Readonly<Record<string, number>>,
);

/** The select of logged changes with more of each, for lists to narrow. */
export function selectChangesWith<More extends Readonly<Record<string, SQL>>>(more: More) {
  const { seq: id, ...columns } = getTableColumns(changeLog);
  return query
    .select({ id, ...columns, user: user.name, reasonSuid: materialReason.suid, created, ...more })
    .from(changeLog)
    .leftJoin(user, eq(user.id, changeLog.userId))
    .leftJoin(materialReason, eq(materialReason.id, changeLog.reasonId));
}

/** The select of logged changes: the id of a change is its place in the log. */
export const selectChanges = () => selectChangesWith({});

/** A logged change as it is read: `before` and `after` are JSON. */
type ChangeRow = ReturnType<typeof selectChanges>["_"]["result"][number];

/** A logged change: who did what to which record, when, and what it was before and after. */
export interface LoggedChange extends Omit<ChangeRow, "entity" | "before" | "after" | "created"> {
  readonly entity: EntityName;
  /** The fields that changed, as the table keeps them; null where there was no record. */
  readonly before: Fields | null;
  readonly after: Fields | null;
  /** What belongs to the change and stands in no field of the record. */
  readonly detail: Fields | null;
}

/** Reads what the log keeps as JSON. */
export function toLoggedChange({ before, after, created: ids, ...row }: ChangeRow): LoggedChange {
  const { detail, fields } = fieldsAfter(after, ids);
  return {
    ...row,
    // The log is written by this service, which knows no other names.
    entity: row.entity as EntityName,
    before: parsed(before),
    after: fields,
    detail,
  };
}

// The log holds what JSON.stringify made of the fields of a record.
const parsed = (text: string | null) => (text === null ? null : (JSON.parse(text) as Fields));

function fieldsAfter(text: string | null, ids: Readonly<Record<string, number>> | null) {
  const after = parsed(text);
  if (after === null) return { fields: null, detail: null };
  const { detail = null, parts: _parts, ...fields } = after;
  const known: Record<string, unknown> = fields;
  for (const name in ids === null ? {} : known) {
    const value = known[name];
    if (isPending(value)) known[name] = ids?.[value.ordinal];
  }
  return { fields: known, detail: detail as Fields | null };
}
