import { eq, inArray, sql } from "drizzle-orm";
import { isHeld } from "../database/held-items.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import type { Context } from "../engine/index.ts";
import { materialItem, materialStatus } from "../database/schema/index.ts";
import { findAffected, type RecallInput } from "./affected.ts";
import { readOfItems } from "./of-items.ts";

/** The items that a recall concerns, counted. */
export interface RecallSummary {
  readonly count: number;
  readonly matches: number;
  readonly formerMatches: number;
  readonly removed: number;
  readonly held: number;
  readonly dispatched: number;
  readonly inStock: number;
  /** By the id of the status. */
  readonly statuses: readonly StatusCount[];
}

interface StatusCount {
  readonly statusId: number;
  readonly status: string;
  readonly count: number;
}

const number = (value: ReturnType<typeof sql>) => sql<number>`${value}`.mapWith(Number);

const countsOf = statement(() =>
  query
    .select({
      statusId: materialStatus.id,
      status: materialStatus.name,
      suidKey: materialStatus.suidKey,
      count: number(sql`count(*)`),
      held: number(sql`sum(${sql.raw(isHeld("material_item"))})`),
      withStock: number(sql`sum(${materialItem.actualQty} > 0)`),
    })
    .from(materialItem)
    .innerJoin(materialStatus, eq(materialStatus.id, materialItem.statusId))
    .where(inArray(materialItem.id, each("ids")))
    .groupBy(materialStatus.id),
);

/** The most items that one read of a file counts: 10 ms in which no other work runs. */
const countedMax = 5000;

/** Counts the items that a recall lists, by their present states. */
export async function recallSummary(context: Context, input: RecallInput): Promise<RecallSummary> {
  const affected = await findAffected(context, input);
  const ids = [...affected.ids];
  const rows = await readOfItems(context, ids, (some) => countsOf({ ids: some }), countedMax);
  const byStatus = new Map<number, StatusCount>();
  for (const { statusId, status, count } of rows) {
    const known = byStatus.get(statusId)?.count ?? 0;
    byStatus.set(statusId, { statusId, status, count: known + count });
  }
  const isDispatched = ({ suidKey }: (typeof rows)[number]) => suidKey === "dispatched";
  const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  return {
    count: affected.ids.length,
    matches: affected.matches,
    formerMatches: affected.formerly.size,
    removed: affected.removedBy.size,
    held: sumOf(rows.map(({ held }) => held)),
    dispatched: sumOf(rows.filter(isDispatched).map(({ count }) => count)),
    inStock: sumOf(rows.filter((row) => !isDispatched(row)).map(({ withStock }) => withStock)),
    statuses: [...byStatus.values()].toSorted((left, right) => left.statusId - right.statusId),
  };
}
