import { eq, type SQL, sql } from "drizzle-orm";
import { query } from "../database/query.ts";
import type { RowOf } from "../database/statement.ts";
import type { EntityName, Fields } from "../engine/index.ts";
import { isLoggedPending } from "../engine/record.ts";
import { changeLog, user } from "../database/schema/index.ts";
import type { SlotProperty } from "../bom-slot/slot.ts";
import { type ProductProperty, removalOf } from "../product/product.ts";

/**
 * What stands for an id that was not known yet when the row was made is the place, within the
 * operation, of what was created: here are the ids, by their places.
 */
const created = () =>
  sql<Readonly<Record<string, number>>>`case
  when instr(${changeLog.after}, '{"pending":"id"') > 0 then (
    select json_group_object(same.ordinal, same.entity_id) from change_log as same
    where same.operation_id = ${changeLog.operationId}) end`.mapWith(
    (text: string) => JSON.parse(text) as Readonly<Record<string, number>>,
  );

/** What few changes have. */
interface Rare {
  readonly comment: string | null;
  readonly deliveryNo: string | null;
  readonly occurredAt: number | null;
  readonly reasonSuid: string | null;
  readonly externalSystem: string | null;
  readonly externalId: string | null;
}

const nothingRare: Rare = {
  comment: null,
  deliveryNo: null,
  occurredAt: null,
  reasonSuid: null,
  externalSystem: null,
  externalId: null,
};

// One column, since each is handed over for each row, even where it holds nothing: of most
// changes these six would take as long as to find the user's name.
const rare = () =>
  sql<Rare>`case
  when coalesce(${changeLog.comment}, ${changeLog.deliveryNo}, ${changeLog.occurredAt},
    ${changeLog.reasonId}, ${changeLog.externalId}) is not null
  then json_object('comment', ${changeLog.comment}, 'deliveryNo', ${changeLog.deliveryNo},
    'occurredAt', ${changeLog.occurredAt},
    'reasonSuid', (select suid from material_reason where id = ${changeLog.reasonId}),
    'externalSystem', ${changeLog.externalSystem}, 'externalId', ${changeLog.externalId}) end`.mapWith(
    (text: string) => JSON.parse(text) as Rare,
  );

const columns = () => ({
  id: changeLog.seq,
  operationId: changeLog.operationId,
  ordinal: changeLog.ordinal,
  at: changeLog.at,
  userId: changeLog.userId,
  user: user.name,
  keyId: changeLog.keyId,
  requestId: changeLog.requestId,
  entity: changeLog.entity,
  entityId: changeLog.entityId,
  revNo: changeLog.revNo,
  action: changeLog.action,
  before: changeLog.before,
  after: changeLog.after,
  rare: rare(),
  created: created(),
});

/** The select of logged changes with more of each, for lists to narrow. */
export const selectChangesWith = <More extends Readonly<Record<string, SQL>>>(more: More) =>
  query
    .select({ ...columns(), ...more })
    .from(changeLog)
    .leftJoin(user, eq(user.id, changeLog.userId));

/** The select of logged changes: the id of a change is its place in the log. */
export const selectChanges = () => selectChangesWith({});

/** A logged change as it is read, for toLoggedChange: `before` and `after` are JSON. */
export type ChangeRow = RowOf<ReturnType<typeof selectChanges>>;

/** A logged change: who did what to which record, when, and what it was before and after. */
export interface LoggedChange
  extends Omit<ChangeRow, "entity" | "before" | "after" | "rare" | "created">, Rare {
  readonly entity: EntityName;
  /** The fields that changed, as the table keeps them; null where there was no record. */
  readonly before: Fields | null;
  readonly after: Fields | null;
  /** What belongs to the change and stands in no field of the record. */
  readonly detail: Fields | null;
}

/**
 * Reads what the log keeps as JSON. Each field is named: to spread a row without some of its fields
 * takes as long as all else that is done with it.
 */
export function toLoggedChange(row: ChangeRow): LoggedChange {
  const before = parsed(row.before);
  const after = parsed(row.after);
  const detail = after ? (after["detail"] as Fields | undefined) : detailOfDeletion(before);
  const { comment, deliveryNo, occurredAt, reasonSuid, externalSystem, externalId } =
    row.rare ?? nothingRare;
  return {
    id: row.id,
    operationId: row.operationId,
    ordinal: row.ordinal,
    at: row.at,
    userId: row.userId,
    user: row.user,
    keyId: row.keyId,
    requestId: row.requestId,
    // The log is written by this service, which knows no other names.
    entity: row.entity as EntityName,
    entityId: row.entityId,
    revNo: row.revNo,
    action: row.action,
    comment,
    deliveryNo,
    occurredAt,
    reasonSuid,
    externalSystem,
    externalId,
    before,
    after: after && fieldsOf(after, row.created),
    detail: detail ? fieldsOf(detail, row.created) : null,
  };
}

// The log holds what JSON.stringify made of the fields of a record.
const parsed = (text: string | null) => (text === null ? null : (JSON.parse(text) as Fields));

/** The properties that went with a record: the log keeps them with the fields that it had. */
function detailOfDeletion(before: Fields | null): Fields | undefined {
  // Only products and slots have any.
  const properties = before?.["properties"] as (ProductProperty | SlotProperty)[] | undefined;
  if (!properties?.length) return undefined;
  return {
    properties: properties.map((was) =>
      "property" in was
        ? { property: was.property, before: was.value, after: null }
        : removalOf(was),
    ),
  };
}

/** The fields of the record itself, with the ids that it was given. */
function fieldsOf(after: Fields, ids: Readonly<Record<string, number>> | null): Fields {
  const fields: Record<string, unknown> = {};
  for (const name in after) {
    if (name === "detail" || name === "parts") continue;
    const value = after[name];
    fields[name] = ids && isLoggedPending(value) ? ids[value.ordinal] : value;
  }
  return fields;
}
