import { eq, type SQL, sql } from "drizzle-orm";
import { query } from "../database/query.ts";
import type { RowOf } from "../database/statement.ts";
import type { EntityName, Fields } from "../engine/index.ts";
import { idsOfRow, isLoggedPending, withTime } from "../engine/record.ts";
import { changeLog, user } from "../database/schema/index.ts";
import { userNames } from "../database/user-names.ts";
import type { SlotProperty } from "../bom-slot/slot.ts";
import { type ProductProperty, removalOf } from "../product/product.ts";

/**
 * The ids of the records that the operation created, by ordinal. A row that refers to such a record
 * was made before the id was known, and holds the ordinal instead.
 */
const createdIds = () =>
  sql<Readonly<Record<string, number>>>`case
  when instr(${changeLog.after}, '{"pending":"id"') > 0 then (
    select json_group_object(same.ordinal, same.entity_id) from change_log as same
    where same.operation_id = ${changeLog.operationId}) end`.mapWith(
    (text: string) => JSON.parse(text) as Readonly<Record<string, number>>,
  );

/** The fields that few changes have. */
interface RareFields {
  readonly comment: string | null;
  readonly deliveryNo: string | null;
  readonly occurredAt: number | null;
  readonly reasonSuid: string | null;
  readonly externalSystem: string | null;
  readonly externalId: string | null;
  readonly traceparent: string | null;
}

const noRareFields: RareFields = {
  comment: null,
  deliveryNo: null,
  occurredAt: null,
  reasonSuid: null,
  externalSystem: null,
  externalId: null,
  traceparent: null,
};

// One column for all seven: each column of each row costs time, even if it is null. For most changes
// seven columns would cost as much as the lookup of the user's name.
const rareFields = () =>
  sql<RareFields>`case
  when coalesce(${changeLog.comment}, ${changeLog.deliveryNo}, ${changeLog.occurredAt},
    ${changeLog.reasonId}, ${changeLog.externalId}, ${changeLog.traceparent}) is not null
  then json_object('comment', ${changeLog.comment}, 'deliveryNo', ${changeLog.deliveryNo},
    'occurredAt', ${changeLog.occurredAt},
    'reasonSuid', (select suid from material_reason where id = ${changeLog.reasonId}),
    'externalSystem', ${changeLog.externalSystem}, 'externalId', ${changeLog.externalId},
    'traceparent', ${changeLog.traceparent}) end`.mapWith(
    (text: string) => JSON.parse(text) as RareFields,
  );

const changeColumns = () => ({
  id: changeLog.seq,
  operationId: changeLog.operationId,
  ordinal: changeLog.ordinal,
  at: changeLog.at,
  userId: changeLog.userId,
  ...userNames(),
  keyId: changeLog.keyId,
  // Neither the name nor the user of a key ever changes.
  station: sql<string | null>`(select name from api_key
    where id = ${changeLog.keyId} and user_id <> ${changeLog.userId})`,
  requestId: changeLog.requestId,
  entity: changeLog.entity,
  entityId: changeLog.entityId,
  revNo: changeLog.revNo,
  action: changeLog.action,
  before: changeLog.before,
  after: changeLog.after,
  rare: rareFields(),
  created: createdIds(),
});

/** The select of logged changes with more of each, for lists to narrow. */
export const selectChangesWith = <More extends Readonly<Record<string, SQL>>>(more: More) =>
  query
    .select({ ...changeColumns(), ...more })
    .from(changeLog)
    .leftJoin(user, eq(user.id, changeLog.userId));

/** The select of logged changes: the id of a change is its place in the log. */
export const selectChanges = () => selectChangesWith({});

/** A logged change as it is read: `before` and `after` are JSON. */
export type ChangeRow = RowOf<ReturnType<typeof selectChanges>>;

/** A logged change: who changed which record, when and how, with the fields before and after. */
export interface LoggedChange
  extends Omit<ChangeRow, "entity" | "before" | "after" | "rare" | "created">, RareFields {
  readonly entity: EntityName;
  /** The fields that changed, as the table keeps them; null where there was no record. */
  readonly before: Fields | null;
  readonly after: Fields | null;
  /** The facts of the change that no field of the record holds. */
  readonly detail: Fields | null;
}

/**
 * Parses the JSON of a logged change. Each field is named: spreading a row without some of its
 * fields takes as long as everything else here.
 */
export function toLoggedChange(row: ChangeRow): LoggedChange {
  const before = loggedJson(row.before);
  const stored = loggedJson(row.after);
  const after = stored && withTime(before, stored, row.at);
  const { operationId, requestId } = idsOfRow(row);
  const detail = after ? (after["detail"] as Fields | undefined) : detailOfDeletion(before);
  const rare = row.rare ?? noRareFields;
  const { comment, deliveryNo, occurredAt, reasonSuid, externalSystem, externalId } = rare;
  return {
    id: row.id,
    operationId,
    ordinal: row.ordinal,
    at: row.at,
    userId: row.userId,
    user: row.user,
    userNow: row.userNow,
    keyId: row.keyId,
    station: row.station,
    requestId,
    // Only this service writes the log, and it uses no other names.
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
    traceparent: rare.traceparent,
    before,
    after: after && recordFields(after, row.created),
    detail: detail ? recordFields(detail, row.created) : null,
  };
}

// The log holds JSON.stringify of a record's fields.
const loggedJson = (text: string | null) => (text === null ? null : (JSON.parse(text) as Fields));

/** The properties that were deleted with a record: the log keeps them among its fields. */
function detailOfDeletion(before: Fields | null): Fields | undefined {
  // Only products and slots have properties.
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

/** The fields of the record itself, with the ids that the database gave. */
function recordFields(after: Fields, ids: Readonly<Record<string, number>> | null): Fields {
  const fields: Record<string, unknown> = {};
  for (const name in after) {
    if (name === "detail" || name === "parts") continue;
    const value = after[name];
    fields[name] = ids && isLoggedPending(value) ? ids[value.ordinal] : value;
  }
  return fields;
}
