import { type SQL, sql } from "drizzle-orm";
import { happenedAt } from "../database/happened-at.ts";
import { changeLog } from "../database/schema/index.ts";
import type { RowOf } from "../database/statement.ts";
import { type Context, defineList, type Listing, type Page, readInParts } from "../engine/index.ts";
import { placesBetween } from "../history/places.ts";
import { foldGiven } from "../values/fold-case.ts";
import type { TracedEvent } from "./event.ts";
import { readFacts } from "./facts.ts";
import { actionsTelling, type EventFilter, eventsOf, isRequested } from "./project.ts";
import { selectTracedChanges, toTracedChange } from "./traced-change.ts";
import { actionLists } from "../engine/record.ts";
import { correctionKey } from "../material-item/material-reason.ts";

/** The filters of the events. */
export interface TracedFilter extends EventFilter {
  /** The items of this works order, and their contents; case-insensitive. */
  readonly orderNo?: string | undefined;
  /** This item, as parent or child; case-insensitive. */
  readonly visualSerialNo?: string | undefined;
}

// The child's change reports a Build or Remove. It follows the parent's. The changes that report a
// Split or Merge follow that of the lot that was split, or of the one that took the others in.
const ofItems = (ids: SQL) => sql`${changeLog.seq} in (
  select seq from change_log where entity = 'MaterialItem' and entity_id in (${ids})
  union all select child.seq from change_log as parent join change_log as child
  on child.operation_id = parent.operation_id and child.ordinal = parent.ordinal + 1
  where parent.entity = 'MaterialItem' and parent.entity_id in (${ids})
  and parent.action in ${sql.raw(actionLists.ofParent)}
  union all select moved.seq from change_log as lot join change_log as moved
  on moved.operation_id = lot.operation_id and moved.ordinal > lot.ordinal
  and moved.action in ('splitOff', 'merged')
  where lot.entity = 'MaterialItem' and lot.entity_id in (${ids})
  and lot.action in ('split', 'mergedInto'))`;

const happenedWithin = (log: string, times: SQL) =>
  sql`${happenedAt(log)} >= ${times} ->> 0 and ${happenedAt(log)} < ${times} ->> 1`;

// The event of a correction has the time of the Build that it takes back, and that of a voided item
// the time of its receipt or start.
const happenedBetween = (times: SQL) => sql`(${happenedWithin("change_log", times)}
  or ${changeLog.action} = 'removed' and ${changeLog.reasonId} = (
    select id from material_reason where suid_key = ${sql.raw(`'${correctionKey}'`)})
  and exists (
    select 1 from json_each(${changeLog.after}, '$.parts') as part
    join build on build.id = part.value ->> '$.values.buildId'
    join change_log as original on original.seq = build.seq
    where ${happenedWithin("original", times)})
  or ${changeLog.action} = 'voided' and exists (
    select 1 from change_log as original where original.entity = 'MaterialItem'
    and original.entity_id = ${changeLog.entityId} and original.rev_no = 1
    and ${happenedWithin("original", times)}))`;

// Most changes are Builds. The index of the rarer actions has each action in the order of the log,
// so a page is among the first changes of each action. Therefore all conditions are repeated in
// here.
const amongRare = (actions: SQL) => sql`${changeLog.seq} in (
  select place.value from json_each(${actions}) as rare, json_each((
    select json_group_array(seq) from (
      select seq from change_log
      where action not in ${sql.raw(actionLists.frequent)} and action = rare.value
      and (+entity = 'MaterialItem' or action in ${sql.raw(actionLists.ofBatch)})
      and ${happenedBetween(sql`${sql.placeholder("times")}`)}
      and seq > ${sql.placeholder("after")} and seq <= ${sql.placeholder("upTo")}
      order by seq limit ${sql.placeholder("rows")}))) as place)`;

const listTracedChanges = defineList(() => ({
  select: selectTracedChanges,
  table: changeLog,
  key: changeLog.seq,
  filters: {
    actions: (names) => sql`(+${changeLog.entity} = 'MaterialItem'
        or +${changeLog.action} in ${sql.raw(actionLists.ofBatch)})
      and ${changeLog.action} in (select value from json_each(${names}))`,
    rareActions: amongRare,
    times: happenedBetween,
    order: (key) =>
      ofItems(sql`select id from material_item where works_order_id = (
        select id from works_order where order_no_key = ${key})`),
    serial: (key) => ofItems(sql`select id from material_item where serial_key = ${key}`),
  },
}));

const timesOf = ({
  from = Number.MIN_SAFE_INTEGER,
  to = Number.MAX_SAFE_INTEGER,
}: TracedFilter) => [from, to];

type TracedRow = RowOf<ReturnType<typeof selectTracedChanges>>;

/** Lists the EPCIS events in the order of the log. The limit of a page counts changes. */
export async function listTracedEvents(
  context: Context,
  filter: TracedFilter,
  page: Page,
): Promise<Listing<TracedEvent>> {
  const { from, to, orderNo, visualSerialNo } = filter;
  const actions = actionsTelling(filter);
  const ofAll = orderNo === undefined && visualSerialNo === undefined;
  const isRare = ofAll && !actions.includes("built");
  const isTimed = from !== undefined || to !== undefined;
  const conditions = {
    [isRare ? "rareActions" : "actions"]: JSON.stringify(actions),
    times: isRare || isTimed ? JSON.stringify(timesOf(filter)) : undefined,
    order: foldGiven(orderNo),
    serial: foldGiven(visualSerialNo),
  };
  // Nothing is recorded before it happens. So the first change that was recorded since `from` comes
  // before all events since then, and their corrections, even if the clock was set back.
  const { first: start } = ofAll ? await placesBetween(context, { from }, page) : {};
  const { first, rest, next } = await listTracedChanges(context, conditions, page, {
    first: start,
    isWalk: ofAll && !isRare,
  });
  return {
    first: await toEvents(context, filter, first),
    rest: rest && followingEvents(context, filter, rest),
    next,
  };
}

async function* followingEvents(
  context: Context,
  filter: TracedFilter,
  rest: AsyncIterable<readonly TracedRow[]>,
) {
  for await (const rows of rest) {
    const events = await toEvents(context, filter, rows);
    if (events.length > 0) yield events;
  }
}

/** The changes whose events one part of a read of a file makes: about 5 ms. */
const partMax = 64;

const toEvents = (context: Context, filter: TracedFilter, rows: readonly TracedRow[]) =>
  readInParts(context.executor, rows, (some) => eventsOfRows(context, filter, some), partMax);

async function eventsOfRows(context: Context, filter: TracedFilter, rows: readonly TracedRow[]) {
  if (rows.length === 0) return [];
  const changes = rows.map(toTracedChange);
  const facts = await readFacts(context, changes);
  return changes
    .flatMap((change) => eventsOf(change, facts))
    .filter((event) => isRequested(event, filter));
}
