import { type SQL, sql } from "drizzle-orm";
import { given } from "../database/query.ts";
import {
  type Context,
  defineList,
  type EntityName,
  isGranted,
  type Listing,
  type Need,
  type Page,
} from "../engine/index.ts";
import { changeLog } from "../database/schema/index.ts";
import { foldGiven } from "../values/fold-case.ts";
import { holderOf } from "./former-serial.ts";
import { type ItemReference, noSuchItem } from "../material-item/item-change.ts";
import { type ChangeRow, selectChanges } from "./change.ts";
import { actionLists, operationOfRequest, ownRequest } from "../engine/record.ts";
import { placesBetween } from "./places.ts";

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
  /** By default the oldest change comes first. */
  readonly order?: HistoryOrder | undefined;
}

/** The change that comes first in a history. */
export type HistoryOrder = "oldest" | "newest";

/** The records that not every role may list. The same holds for their history. */
const restricted = {
  ApiKey: { operation: "apiKeyList", roles: ["admin"] },
  Session: { operation: "sessionList", roles: ["admin"] },
  Webhook: { operation: "webhookList", roles: ["admin"] },
} as const satisfies Partial<Record<EntityName, Need>>;
// Object.keys returns plain strings.
const restrictedNames = Object.keys(restricted) as (keyof typeof restricted)[];

/**
 * The records that say who may use the service and where it calls, and nothing about material. A
 * webhook gets their events only by name.
 */
export const administrative: ReadonlySet<EntityName> = new Set([
  ...restrictedNames,
  "Role",
  "User",
]);

/** Returns the kinds of record whose history this key may not read. */
export const hiddenFrom = ({ principal }: Pick<Context, "principal">): ReadonlySet<EntityName> =>
  new Set(restrictedNames.filter((name) => !isGranted(principal, restricted[name])));

/** How a history reads the log: from its beginning or from its end. */
interface Reading {
  /** Selects the places that follow the cursor. */
  readonly following: SQL;
  /** Follows the number of a revision. */
  readonly direction: SQL;
}

const readings: Readonly<Record<HistoryOrder, () => Reading>> = {
  oldest: () => ({ following: sql`seq > ${given("after")}`, direction: sql`` }),
  newest: () => ({ following: sql`seq < ${given("after")}`, direction: sql` desc` }),
};

// The changes of a record are in the log in the order of its revisions.
const ofRecord = (entity: SQL, id: SQL, rows: SQL, { following, direction }: Reading) => sql`
  select seq from change_log where entity = ${entity} and entity_id = ${id}
  and ${following} order by rev_no${direction} limit ${rows}`;

// Case data is part of an item for clients, so its changes are part of the item's history. So are
// the signatures of the item.
const ofItem = (id: SQL, reading: Reading) => sql`${changeLog.seq} in (
  select seq from (${ofRecord(sql`'MaterialItem'`, id, given("rows"), reading)}) union all
  select seq from change_log where entity = 'CaseData' and ${reading.following}
  and entity_id in (select id from case_data where material_item_id = ${id}) union all
  select seq from change_log where entity = 'Signature' and ${reading.following}
  and entity_id in (select id from signature
    where entity = 'MaterialItem' and entity_id = ${id}))`;

const userNamed = (key: SQL) => sql`(select id from user where name_key = ${key})`;

// Most changes are Builds of items. A filter that includes them reads the log in order. The partial
// indexes leave them out: SQLite uses one only if the query repeats its condition. A filter by
// record or request finds few changes, so the other filters must not make SQLite use their own
// indexes.
const listIn = (order: HistoryOrder) =>
  defineList(() => {
    const reading = readings[order]();
    const record = (id: SQL, rows: SQL) =>
      sql`${changeLog.seq} in (${ofRecord(given("entity"), id, rows, reading)})`;
    return {
      select: selectChanges,
      table: changeLog,
      key: changeLog.seq,
      isDescending: order === "newest",
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
        // Of a new id of the service, the log keeps that of the operation. An older row has the whole.
        request: (ids) => sql`${changeLog.operationId} in (
          select operation_id from change_log
          where request_id = ${ids} ->> 0 and ordinal = 0 and request_id <> ${sql.raw(`'${ownRequest}'`)}
          union all select operation_id from change_log
          where operation_id = ${ids} ->> 1 and ordinal = 0
          and request_id = ${sql.raw(`'${ownRequest}'`)})`,
        // `placesBetween` finds the first and the last place by the index before.
        from: (time) => sql`+${changeLog.at} >= ${time}`,
        to: (time) => sql`+${changeLog.at} < ${time}`,
        entityId: (id) => sql`+${changeLog.entityId} = ${id}`,
        record: (id) => record(id, sql`-1`),
        // Without other filters, a page takes the first of the record's changes.
        wholeRecord: (id) => record(id, given("rows")),
        itemId: (id) => ofItem(id, reading),
        serial: (key) => ofItem(holderOf(key), reading),
      },
    };
  });

const lists = { oldest: listIn("oldest"), newest: listIn("newest") };

/** Lists changes in the order of the log. Those of keys and webhooks are for who may list these. */
export async function listHistory(
  context: Context,
  { order = "oldest", ...filter }: HistoryFilter,
  page: Page,
): Promise<Listing<ChangeRow>> {
  const isNarrow = isByRecordOrRequest(filter);
  // Each page of the newest changes ends at the first place, so a later page must know it too.
  const known = order === "newest" ? {} : page;
  const bounds = isNarrow ? {} : await placesBetween(context, filter, known);
  const isWalk = !isNarrow && order === "oldest" && filter.to !== undefined;
  return lists[order](context, conditionsOf(context, filter), page, { ...bounds, isWalk });
}

/** Whether the filter names a record or a request, which has few changes. */
const isByRecordOrRequest = ({ id, requestID }: HistoryFilter) =>
  id !== undefined || requestID !== undefined;

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
    request:
      requestID === undefined
        ? undefined
        : JSON.stringify([requestID, operationOfRequest(requestID) ?? null]),
  };
}

/** Lists the changes of one item, of its case data and its signatures. Refuses `not_found`. */
export async function listItemHistory(
  context: Context,
  { order = "oldest", ...reference }: ItemReference & Pick<HistoryFilter, "order">,
  page: Page,
): Promise<Listing<ChangeRow>> {
  const { id, visualSerialNo } = reference;
  const serial = foldGiven(visualSerialNo);
  const listing = await lists[order](context, { itemId: id, serial }, page);
  // Every item has a first change, so an empty first page means that it does not exist.
  if (listing.first.length > 0 || page.cursor !== undefined) return listing;
  throw noSuchItem(reference);
}
