import { eq, type SQL, sql } from "drizzle-orm";
import { heldRows } from "../database/held-items.ts";
import { given, query } from "../database/query.ts";
import { product, unitOfMeasure, worksOrder } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";

/** The largest number that is counted. */
export const countMax = 1000;

/** The most units that are counted, of all started orders together: 8 ms of a file's time. */
export const unitsMax = 5000;

/** The most changes that are counted, of all hours together: 12 ms of a file's time. */
export const changesMax = 10_000;

/** The number of started orders that are listed. */
const startedOrdersMax = 50;

export const hourMs = 3_600_000;

const limited = (rows: number): SQL => sql.raw(`limit ${rows}`);

/** The number of rows of a table with a condition, up to one more than the limit. */
const counted = (rows: SQL) =>
  sql<number>`(select count(*) from (select 1 from ${rows} ${limited(countMax + 1)}))`;

const ordersWith = (status: string) => counted(sql`works_order where status = ${sql.raw(status)}`);

const statusesOf = (keys: string): SQL =>
  sql`(select id from material_status where suid_key in (${sql.raw(keys)}))`;

// Statuses that a plant added have no such key, or another one.
const expiring = (condition: SQL) =>
  counted(sql`material_item where expiry_at is not null
  and status_id in (select id from material_status
    where coalesce(suid_key, '') not in ('consumed', 'scrapped', 'dispatched', 'voided'))
  and ${condition}`);

const counts = statement(() =>
  query
    .select({
      created: ordersWith("'Created'"),
      started: ordersWith("'Started'"),
      completed: ordersWith("'Completed'"),
      cancelled: ordersWith("'Cancelled'"),
      inWork: counted(sql`material_item where status_id in ${statusesOf("'wip'")}`),
      held: counted(sql`(${sql.raw(heldRows())})`),
      expired: expiring(sql`expiry_at < ${given("at")}`),
      expiring: expiring(sql`expiry_at between ${given("at")} and ${given("expiringUntil")}`),
    })
    .from(sql`(select 1)`),
);

const newestStarted = (): SQL => sql`(select id from works_order where status = 'Started'
  order by id desc ${limited(startedOrdersMax)})`;

// The cross join keeps the orders outside, so that the limit ends the units of the oldest ones.
const progress = (): SQL => sql`(
  select order_id, count(*) as units_read, sum(is_unit) as units, sum(is_complete) as complete
  from (select newest.id as order_id,
      status_id not in ${statusesOf("'scrapped', 'voided'")} as is_unit,
      end_at is not null and status_id not in ${statusesOf("'scrapped', 'voided', 'wip'")}
        as is_complete
    from ${newestStarted()} as newest
    cross join material_item on material_item.works_order_id = newest.id
    ${limited(unitsMax + 1)})
  group by order_id) as progress`;

const startedOrders = statement(() =>
  query
    .select({
      id: worksOrder.id,
      orderNo: worksOrder.orderNo,
      productId: worksOrder.productId,
      productName: product.name,
      qty: worksOrder.qty,
      unit: unitOfMeasure.name,
      startAt: worksOrder.startAt,
      rows: sql<number>`coalesce(units_read, 0)`,
      units: sql<number>`coalesce(units, 0)`,
      unitsComplete: sql<number>`coalesce(complete, 0)`,
    })
    .from(worksOrder)
    .innerJoin(product, eq(product.id, worksOrder.productId))
    .innerJoin(unitOfMeasure, eq(unitOfMeasure.id, product.baseUnitId))
    .leftJoin(progress(), sql`order_id = ${worksOrder.id}`)
    .where(sql`${worksOrder.id} in ${newestStarted()}`)
    .orderBy(sql`${worksOrder.id} desc`),
);

/** Counts the changes of the newest ones since a time, by hour. */
const changesByHour = statement(() =>
  query
    .select({
      hour: sql<number>`hour`,
      changes: sql<number>`count(*)`,
      received: sql<number>`sum(action in ('received', 'adopted'))`,
      built: sql<number>`sum(action = 'builtInto')`,
      removed: sql<number>`sum(action = 'removedFrom')`,
    })
    .from(
      sql`(select at / ${sql.raw(String(hourMs))} as hour, action from change_log
        where at >= ${given("since")} order by at desc ${limited(changesMax + 1)}) as change`,
    )
    .groupBy(sql`hour`),
);

/** The statements that count the plant. */
export const loadSummary = ({
  at,
  expiringUntil,
  since,
}: {
  readonly at: number;
  readonly expiringUntil: number;
  readonly since: number;
}) => ({
  counts: counts({ at, expiringUntil }),
  started: startedOrders(),
  hours: changesByHour({ since }),
});
