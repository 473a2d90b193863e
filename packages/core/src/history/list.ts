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
import { holderOf } from "../material-item/former-serial.ts";
import { type ItemReference, noSuchItem } from "../material-item/item-change.ts";
import { type ChangeRow, selectChanges } from "./change.ts";
import { actionLists } from "../engine/record.ts";

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

// The changes of a record have their places in the order of its revisions.
const ofRecord = (entity: SQL, id: SQL, most: SQL) => sql`
  select seq from change_log where entity = ${entity} and entity_id = ${id}
  and seq > ${given("after")} order by rev_no limit ${most}`;

// An item's case data is part of it on the wire, and so of its history.
const ofItem = (id: SQL) => sql`${changeLog.seq} in (
  select seq from (${ofRecord(sql`'MaterialItem'`, id, given("rows"))}) union all
  select seq from change_log where entity = 'CaseData' and seq > ${given("after")}
  and entity_id in (select id from case_data where material_item_id = ${id}))`;

const named = (key: SQL) => sql`(select id from user where name_key = ${key})`;

// Most changes are Builds of items: where these are asked for, the log is read as it stands. The
// indexes of what is rarer leave them out, and serve a condition that says so in the same words.
// Where a record or a request finds few changes, what else is asked for takes no index from it.
const list = defineList(() => ({
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
    user: (key) => sql`+${changeLog.userId} = ${named(key)}`,
    allOfUser: (key) => sql`${changeLog.userId} = ${named(key)}`,
    hidden: (names) => sql`+${changeLog.entity} not in (select value from json_each(${names}))`,
    request: (id) => sql`${changeLog.operationId} in (
      select operation_id from change_log where request_id = ${id} and ordinal = 0)`,
    // Where they begin and end in the log is found first, by the index.
    from: (time) => sql`+${changeLog.at} >= ${time}`,
    to: (time) => sql`+${changeLog.at} < ${time}`,
    entityId: (id) => sql`+${changeLog.entityId} = ${id}`,
    record: (id) => sql`${changeLog.seq} in (${ofRecord(given("entity"), id, sql`-1`)})`,
    // Where nothing else is asked for, a page is the first of its changes.
    wholeRecord: (id) => sql`${changeLog.seq} in (${ofRecord(given("entity"), id, given("rows"))})`,
    itemId: ofItem,
    serial: (key) => ofItem(holderOf(key)),
  },
}));

/** Lists changes in the order of the log; keys' only to an administrator. */
export async function listHistory(
  context: Context,
  filter: HistoryFilter,
  page: Page,
): Promise<Listing<ChangeRow>> {
  const isNarrow = areFew(filter);
  const bounds = isNarrow ? {} : await placesBetween(context, filter, page);
  const isWalk = !isNarrow && filter.to !== undefined;
  return list(context, conditionsOf(context, filter), page, { ...bounds, isWalk });
}

/** Whether a record or a request finds what is asked for. */
const areFew = ({ id, requestID }: HistoryFilter) => id !== undefined || requestID !== undefined;

/**
 * The first and the last place of what was recorded between two times, for the first page. One that
 * follows it begins there, and only the last one goes on to where the log ends; hardly anything is
 * recorded after now. Clocks may be set back, and processes may have different ones: the log is not
 * in their order.
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
    const [found] = await readRows(context, places({ ...times, cuts }));
    const { first, last, until } = found!;
    bounds.first = Math.min(bounds.first, first ?? bounds.first);
    bounds.last = Math.max(bounds.last, last ?? 0);
    if (until === null) return bounds;
    times.from = until + 1;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await context.executor.yieldToOthers();
  }
}

/** How many times of the log are looked at in one turn: 10 ms of everybody's time. */
const timesAtOnce = 20_000;

// Where it is to be cut into turns, up to the time that ends the first.
const places = statement(() =>
  query
    .select({
      first: sql<number | null>`min(${changeLog.seq})`,
      last: sql<number | null>`max(${changeLog.seq})`,
      until: sql<number | null>`until`,
    })
    .from(sql`(select (
      select at from change_log where at >= ${given("from")} and at < ${given("to")}
      order by at limit ${given("cuts")} offset ${sql.raw(String(timesAtOnce))}) as until)`)
    .leftJoin(
      changeLog,
      sql`${changeLog.at} >= ${given("from")}
      and ${changeLog.at} <= coalesce(until, ${given("to")} - 1)`,
    ),
);

function conditionsOf(context: Context, filter: HistoryFilter) {
  const { entity, id, user, userID, action, requestID, ...times } = filter;
  const hidden = hiddenFrom(context);
  const isNarrow = areFew(filter);
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
