import { type OrderStatus } from "../database/schema/index.ts";
import { type Context, readChecked, type RowsOf } from "../engine/index.ts";
import { rowsByName, statementsOf } from "../engine/record.ts";
import { refusalAt } from "../refusal.ts";
import { dayMs, endOfShelfLife } from "../values/day.ts";
import { changesMax, countMax, hourMs, loadSummary, unitsMax } from "./facts.ts";

/** The days and the hours that a summary counts. */
export interface SummaryInput {
  /** The number of days after today within which expiring items count; 30 by default. */
  readonly expiringDays?: number | undefined;
  /** The time from which on hours are counted; 24 hours ago by default. */
  readonly since?: number | undefined;
}

/** A number that is counted up to a limit. */
interface CappedCount {
  readonly count: number;
  /** Whether there are more. */
  readonly isCapped: boolean;
}

type Facts = RowsOf<ReturnType<typeof loadSummary>>;
type OrderFacts = Facts["started"][number];

/** The plant in numbers. */
export interface Summary {
  readonly at: number;
  readonly orders: readonly (CappedCount & { readonly status: OrderStatus })[];
  /** The newest started works orders, with the numbers of their units. */
  readonly startedOrders: readonly (Omit<OrderFacts, "rows"> & { readonly isCapped: boolean })[];
  readonly inWork: CappedCount;
  readonly held: CappedCount;
  readonly expired: CappedCount;
  readonly expiring: CappedCount;
  readonly expiringUntil: number;
  readonly hours: readonly HourCount[];
}

/** The numbers of one hour, which begins at `at`. By the time of recording. */
interface HourCount {
  readonly at: number;
  readonly received: number;
  readonly built: number;
  readonly removed: number;
  readonly isCapped: boolean;
}

const expiringDaysDefault = 30;
const sinceDaysMax = 7;

/**
 * Counts the plant in one round trip. Each number has a limit, so that a screen can ask every few
 * seconds, however large the plant is. Refuses (`validation_failed`) hours that are too long ago.
 */
export async function getSummary(context: Context, input: SummaryInput): Promise<Summary> {
  const at = context.now();
  const { expiringDays = expiringDaysDefault, since = at - dayMs } = input;
  // Both are the end of a day in the plant.
  const expiringUntil = endOfShelfLife(at, expiringDays, context.timeZone);
  const queries = loadSummary({ at, expiringUntil, since });
  const facts = rowsByName(queries, await readChecked(context, statementsOf(queries)));
  // The read comes first, as it checks the key. It is bounded for any time.
  if (since < at - sinceDaysMax * dayMs) {
    throw refusalAt("validation_failed", "/since", `At most ${sinceDaysMax} days ago.`);
  }
  const [counts] = facts.counts as [Facts["counts"][number]];
  return {
    at,
    orders: [
      { status: "Created", ...capped(counts.created) },
      { status: "Started", ...capped(counts.started) },
      { status: "Completed", ...capped(counts.completed) },
      { status: "Cancelled", ...capped(counts.cancelled) },
    ],
    startedOrders: withCaps(facts.started),
    inWork: capped(counts.inWork),
    held: capped(counts.held),
    expired: capped(counts.expired),
    expiring: capped(counts.expiring),
    expiringUntil,
    hours: hoursBetween(since, at, facts.hours),
  };
}

const capped = (counted: number): CappedCount => ({
  count: Math.min(counted, countMax),
  isCapped: counted > countMax,
});

/** Marks the orders whose units were not all counted: those at the end of the rows that were read. */
function withCaps(orders: readonly OrderFacts[]): Summary["startedOrders"] {
  let rowsRead = 0;
  return orders.map(({ rows, ...order }) => {
    rowsRead += rows;
    return { ...order, isCapped: rowsRead > unitsMax };
  });
}

/** Returns all hours between two times. The rows are those of hours in which something changed. */
function hoursBetween(since: number, until: number, rows: Facts["hours"]): HourCount[] {
  const byHour = new Map(rows.map((row) => [row.hour, row]));
  const changes = rows.reduce((sum, row) => sum + row.changes, 0);
  const oldest = Math.min(...byHour.keys());
  const hours: HourCount[] = [];
  for (let hour = Math.floor(since / hourMs); hour * hourMs <= until; hour++) {
    const { received = 0, built = 0, removed = 0 } = byHour.get(hour) ?? {};
    const isCapped = changes > changesMax && hour <= oldest;
    hours.push({ at: hour * hourMs, received, built, removed, isCapped });
  }
  return hours;
}
