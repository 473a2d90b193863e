import { type SQL, sql } from "drizzle-orm";
import { given, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import {
  type Context,
  defineList,
  type EntityName,
  type Listing,
  type Page,
  readRows,
} from "../engine/index.ts";
import { changeLog } from "../database/schema/index.ts";
import { foldGiven } from "../values/fold-case.ts";
import { holderOf } from "./former-serial.ts";
import { type ItemReference, noSuchItem } from "../material-item/item-change.ts";
import { type ChangeRow, selectChanges } from "./change.ts";
import { actionLists } from "../engine/record.ts";

/** The filters of the history. Times are milliseconds since 1970, when a change was recorded. */
export interface HistoryFilter {
  readonly entity?: EntityName | undefined;
  /** The id of a record, with its entity. */
  readonly id?: number | undefined;
  /** The name of a user, case-insensitive. */
  readonly user?: string | undefined;
  readonly userID?: number | undefined;
  /** From this time on, and before the other one. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly action?: string | undefined;
  readonly requestID?: string | undefined;
}

/** The records that only an administrator may list. The same holds for their history. */
const adminOnly = new Set<EntityName>(["ApiKey", "Webhook"]);

/**
 * The records that say who may use the service and where it calls, and nothing about material. A
 * webhook gets their events only by name.
 */
export const administrative: ReadonlySet<EntityName> = new Set([...adminOnly, "User"]);

/** Returns the kinds of record whose history this key may not read. */
export const hiddenFrom = ({ principal }: Pick<Context, "principal">): ReadonlySet<EntityName> =>
  principal.role === "admin" ? new Set() : adminOnly;

// The changes of a record are in the log in the order of its revisions.
const ofRecord = (entity: SQL, id: SQL, rows: SQL) => sql`
  select seq from change_log where entity = ${entity} and entity_id = ${id}
  and seq > ${given("after")} order by rev_no limit ${rows}`;

// Case data is part of an item for clients, so its changes are part of the item's history.
const ofItem = (id: SQL) => sql`${changeLog.seq} in (
  select seq from (${ofRecord(sql`'MaterialItem'`, id, given("rows"))}) union all
  select seq from change_log where entity = 'CaseData' and seq > ${given("after")}
  and entity_id in (select id from case_data where material_item_id = ${id}))`;

const userNamed = (key: SQL) => sql`(select id from user where name_key = ${key})`;

// Most changes are Builds of items. A filter that includes them reads the log in order. The partial
// indexes leave them out: SQLite uses one only if the query repeats its condition. A filter by
// record or request finds few changes, so the other filters must not make SQLite use their own
// indexes.
const listChanges = defineList(() => ({
  select: selectChanges,
  table: changeLog,
  key: changeLog.seq,
  filters: {
    entity: (name) => sql`+${changeLog.entity} = ${name}`,
    rareEntity: (name) => sql`entity <> 'MaterialItem' and ${changeLog.entity} = ${name}`,
    action: (name) => sql`+${changeLog.action} = ${name}`,
    rareAction: (name) =>
      sql`action not in ${sql.raw(actionLists.frequent)} and ${changeLog.action} = ${name}`,
    userId: (id) => sql`+${changeLog.userId} = ${id}`,
    allOfUserId: changeLog.userId,
    user: (key) => sql`+${changeLog.userId} = ${userNamed(key)}`,
    allOfUser: (key) => sql`${changeLog.userId} = ${userNamed(key)}`,
    hidden: (names) => sql`+${changeLog.entity} not in (select value from json_each(${names}))`,
    request: (id) => sql`${changeLog.operationId} in (
      select operation_id from change_log where request_id = ${id} and ordinal = 0)`,
    // `placesBetween` finds the first and the last place by the index before.
    from: (time) => sql`+${changeLog.at} >= ${time}`,
    to: (time) => sql`+${changeLog.at} < ${time}`,
    entityId: (id) => sql`+${changeLog.entityId} = ${id}`,
    record: (id) => sql`${changeLog.seq} in (${ofRecord(given("entity"), id, sql`-1`)})`,
    // Without other filters, a page takes the first of the record's changes.
    wholeRecord: (id) => sql`${changeLog.seq} in (${ofRecord(given("entity"), id, given("rows"))})`,
    itemId: ofItem,
    serial: (key) => ofItem(holderOf(key)),
  },
}));

/** Lists changes in the order of the log. Only an administrator sees those of keys and webhooks. */
export async function listHistory(
  context: Context,
  filter: HistoryFilter,
  page: Page,
): Promise<Listing<ChangeRow>> {
  const isNarrow = isByRecordOrRequest(filter);
  const bounds = isNarrow ? {} : await placesBetween(context, filter, page);
  const isWalk = !isNarrow && filter.to !== undefined;
  return listChanges(context, conditionsOf(context, filter), page, { ...bounds, isWalk });
}

/** Whether the filter names a record or a request, which has few changes. */
const isByRecordOrRequest = ({ id, requestID }: HistoryFilter) =>
  id !== undefined || requestID !== undefined;

/**
 * Finds the first and the last place that was recorded between two times, for the first page. Later
 * pages begin where the page before ended, and only the last one reads to the end of the log.
 * Places are not in the order of times: a clock can be set back, and processes have different
 * clocks.
 */
export async function placesBetween(
  context: Context,
  { from, to }: Pick<HistoryFilter, "from" | "to">,
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

function conditionsOf(context: Context, filter: HistoryFilter) {
  const { entity, id, user, userID, action, requestID, ...times } = filter;
  const hidden = hiddenFrom(context);
  const isNarrow = isByRecordOrRequest(filter);
  const areBuilds = action === "built" || action === "builtInto";
  const more = [user, userID, action, times.from, times.to];
  const record = more.every((value) => value === undefined) ? "wholeRecord" : "record";
  return {
    ...times,
    [isNarrow || entity === "MaterialItem" ? "entity" : "rareEntity"]: entity,
    [isNarrow || areBuilds ? "action" : "rareAction"]: action,
    [isNarrow ? "user" : "allOfUser"]: foldGiven(user),
    [isNarrow ? "userId" : "allOfUserId"]: userID,
    [requestID === undefined ? record : "entityId"]: id,
    hidden: hidden.size > 0 ? JSON.stringify([...hidden]) : undefined,
    request: requestID,
  };
}

/** Lists the changes of one item and of its case data. Refuses `not_found`. */
export async function listItemHistory(
  context: Context,
  reference: ItemReference,
  page: Page,
): Promise<Listing<ChangeRow>> {
  const { id, visualSerialNo } = reference;
  const serial = foldGiven(visualSerialNo);
  const listing = await listChanges(context, { itemId: id, serial }, page);
  // Every item has a first change, so an empty first page means that it does not exist.
  if (listing.first.length > 0 || page.cursor !== undefined) return listing;
  throw noSuchItem(reference);
}
