import { sql } from "drizzle-orm";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import type { TracedChange } from "./traced-change.ts";
import { itemActionsWhere } from "../engine/record.ts";

/** The actions whose events observe the whole item. */
const observing: ReadonlySet<string> = new Set(
  itemActionsWhere(({ observesStock }) => observesStock),
);

/** The stock that a change logged; undefined if it did not change. */
const loggedStock = ({ after }: TracedChange) => after?.["actualQty"] as number | undefined;

/**
 * Finds the stock after changes that did not change it: the value before the next change of it.
 * Each search ends at the item's next change among these, which has the same stock if nothing is
 * found. Otherwise each would read all later changes of the item.
 */
export const stocks = statement(() =>
  query
    .select({
      seq: sql<number>`change.value ->> 0`.mapWith(Number),
      itemId: sql<number>`change.value ->> 1`.mapWith(Number),
      qty: sql<number | null>`(
        select json_extract(later.before, '$.actualQty') from change_log as later
        where later.entity = 'MaterialItem' and later.entity_id = change.value ->> 1
        and later.rev_no > change.value ->> 2 and later.rev_no <= change.value ->> 3
        and json_type(later.before, '$.actualQty') is not null
        order by later.rev_no limit 1)`,
    })
    .from(sql`json_each(${sql.placeholder("changes")}) as change`)
    .orderBy(sql`1 desc`),
);

/** Returns the parameter of `stocks` for changes, which are in the order of the log. */
export function stocksParameter(changes: readonly TracedChange[]): string {
  const next = new Map<number, number>();
  const silent = changes.filter(
    (change) => observing.has(change.action) && loggedStock(change) === undefined,
  );
  const asked = silent.toReversed().map(({ id, entityId, revNo }) => {
    const upTo = next.get(entityId) ?? Number.MAX_SAFE_INTEGER;
    next.set(entityId, revNo);
    return [id, entityId, revNo, upTo];
  });
  return JSON.stringify(asked);
}

/** Returns an item's stock after a change; null if its event does not observe the whole item. */
export function stockAfter(
  rows: readonly ReturnType<ReturnType<typeof stocks>["row"]>[],
  items: ReadonlyMap<number, { readonly actualQty: number }>,
): (change: TracedChange) => number | null {
  const next = new Map<number, number>();
  const after = new Map<number, number>();
  for (const { seq, itemId, qty } of rows) {
    const stock = qty ?? next.get(itemId) ?? items.get(itemId)!.actualQty;
    next.set(itemId, stock);
    after.set(seq, stock);
  }
  return (change) => loggedStock(change) ?? after.get(change.id) ?? null;
}
