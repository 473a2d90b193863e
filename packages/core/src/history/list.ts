import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../engine/context.ts";
import type { EntityName } from "../engine/entities.ts";
import { changeLog } from "../database/schema/index.ts";
import { query, statement } from "../database/statement.ts";
import { defineList, type Listing, type Page, readRows } from "../engine/listing.ts";
import { foldGiven } from "../values/fold-case.ts";
import { type ItemReference, noSuchItem } from "../material-item/item-change.ts";
import { type ChangeRow, selectChanges } from "./change.ts";

/** What the history is narrowed to. Times are milliseconds since 1970, of the record of a change. */
export interface HistoryFilter {
  readonly entity?: EntityName | undefined;
  /** The id of a record, with its entity. */
  readonly id?: number | undefined;
  /** The name of a user, not case sensitive. */
  readonly user?: string | undefined;
  readonly userID?: number | undefined;
  /** From this time on, and before that one. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly action?: string | undefined;
  readonly requestID?: string | undefined;
}

/** What only an administrator may list, and so read the history of. */
const adminOnly = new Set<EntityName>(["ApiKey", "Webhook"]);

/** The records of which this key may not read the history. */
export const hiddenFrom = ({ principal }: Pick<Context, "principal">): ReadonlySet<EntityName> =>
  principal.role === "admin" ? new Set() : adminOnly;

// Most changes are Builds of items: where these are asked for, the log is read as it stands. The
// indexes of what is rarer leave them out, and serve a condition that says so in the same words.
const list = defineList({
  select: selectChanges,
  table: changeLog,
  key: changeLog.seq,
  filters: {
    items: (name) => sql`+${changeLog.entity} = ${name}`,
    others: (name) => sql`entity <> 'MaterialItem' and ${changeLog.entity} = ${name}`,
    builds: (name) => sql`+${changeLog.action} = ${name}`,
    action: (name) => sql`action not in ('built', 'builtInto') and ${changeLog.action} = ${name}`,
    entity: changeLog.entity,
    entityId: changeLog.entityId,
    hidden: (names) => sql`+${changeLog.entity} not in (select value from json_each(${names}))`,
    userId: changeLog.userId,
    user: (key) => sql`${changeLog.userId} = (select id from user where name_key = ${key})`,
    request: (id) => sql`${changeLog.operationId} in (
      select operation_id from change_log where request_id = ${id} and ordinal = 0)`,
    // Where they begin and end in the log is found first, by the index.
    from: (time) => sql`+${changeLog.at} >= ${time}`,
    to: (time) => sql`+${changeLog.at} < ${time}`,
    // An item's case data is part of it on the wire, and so of its history.
    itemId: (id) => ofItem(sql`select ${id}`),
    serial: (key) => ofItem(sql`select id from material_item where serial_key = ${key}`),
  },
});

const ofItem = (ids: SQL) => sql`${changeLog.seq} in (
  select seq from change_log where entity = 'MaterialItem' and entity_id in (${ids}) union all
  select seq from change_log where entity = 'CaseData'
  and entity_id in (select id from case_data where material_item_id in (${ids})))`;

/** Lists changes in the order of the log; keys' only to an administrator. */
export async function listHistory(
  context: Context,
  filter: HistoryFilter,
  page: Page,
): Promise<Listing<ChangeRow>> {
  const { from, to } = filter;
  const isTimed = from !== undefined || to !== undefined;
  const [bounds] = isTimed
    ? await readRows(context, placesBetween({ from: from ?? 0, to: to ?? latest }))
    : [];
  if (isTimed && bounds?.first == null) return { first: [], rest: undefined, next: undefined };
  return list(context, conditionsOf(context, filter), page, bounds);
}

const latest = Number.MAX_SAFE_INTEGER;

/**
 * The first and the last place of what was recorded between two times. Clocks may be set back, and
 * processes may have different ones: the log is not in their order.
 */
export const placesBetween = statement(() =>
  query
    .select({
      first: sql<number | null>`min(${changeLog.seq})`,
      last: sql<number>`max(${changeLog.seq})`,
    })
    .from(changeLog)
    .where(
      sql`${changeLog.at} >= ${sql.placeholder("from")} and ${changeLog.at} < ${sql.placeholder("to")}`,
    ),
);

function conditionsOf(context: Context, filter: HistoryFilter) {
  const { entity, id, user, userID, action, requestID, ...times } = filter;
  const hidden = hiddenFrom(context);
  const only = entity === "MaterialItem" ? { items: entity } : { others: entity };
  return {
    ...times,
    ...(action === "built" || action === "builtInto" ? { builds: action } : { action }),
    ...(id === undefined ? only : { entity, entityId: id }),
    hidden: hidden.size > 0 ? JSON.stringify([...hidden]) : undefined,
    user: foldGiven(user),
    userId: userID,
    request: requestID,
  };
}

/**
 * Lists the changes of one item and of its case data. Refuses (`not_found`) where there is no such
 * item.
 */
export async function listItemHistory(
  context: Context,
  reference: ItemReference,
  page: Page,
): Promise<Listing<ChangeRow>> {
  const { id, visualSerialNo } = reference;
  const serial = foldGiven(visualSerialNo);
  const listing = await list(context, { itemId: id, serial }, page);
  // Every item has a first change.
  if (listing.first.length > 0 || page.cursor !== undefined) return listing;
  throw noSuchItem(reference);
}
