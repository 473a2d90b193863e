import { type SQL, sql } from "drizzle-orm";
import { happenedAt } from "../database/happened-at.ts";
import { readFitting } from "../database/fitting-rows.ts";
import { each, given, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Context, readRows } from "../engine/index.ts";
import { chunksOf } from "../values/lazily.ts";
import { buildsMax, reachedLinksMax, textItemsMax } from "./links.ts";
import { type PastLink, Stays } from "./stays.ts";

/** The place in the log where the last of a build was removed; null if something is left of it. */
const endOfBuild = () => sql`iif(build.removed_qty < build.qty, null, (
  select iif(sum(removal.qty) < build.qty, null, max(removal.seq)) from removal
  where removal.build_id = build.id and removal.seq <= ${given("seq")}))`;

/** Selects builds and transfers in one form, as texts: row by row it would take several times as long. */
const selectPastLinks = (ofBuilds: SQL, ofTransfers: SQL, range: SQL) => {
  const at = (seq: string) =>
    sql`(select ${happenedAt("told")} from change_log as told where told.seq = ${sql.raw(seq)})`;
  return query
    .select({
      links: sql<readonly PastLink[]>`json_group_array(json_array(key, from_id, to_id, is_transfer,
        ${at("made")}, made, ${at("ended")}, ended))`.mapWith(
        (text: string) => JSON.parse(text) as readonly PastLink[],
      ),
    })
    .from(
      sql`(select * from (
        select 2 * build.id as key, build.child_id as from_id, build.parent_id as to_id,
          0 as is_transfer, build.seq as made, ${endOfBuild()} as ended
        from build where ${ofBuilds} and build.seq <= ${given("seq")}
        union all
        select 2 * id + 1, from_id, to_id, 1, seq, null
        from lot_transfer where ${ofTransfers} and seq <= ${given("seq")})
      ${range}) as link`,
    )
    .groupBy(sql`key / 4000`);
};

// Without the +, SQLite would read all builds in the order of their ids.
const linksOfItems = statement(() =>
  selectPastLinks(
    sql`build.child_id in ${each("items")} and +(2 * build.id) > ${given("after")}`,
    sql`from_id in ${each("items")} and +(2 * id + 1) > ${given("after")}`,
    sql`order by key limit ${given("rows")}`,
  ),
);

/** Reads the keys of the links of these items, as JSON: SQLite needs only indexes for it. */
const keysOfItems = statement(() =>
  query
    .select({
      keys: sql<readonly number[]>`json_group_array(key)`.mapWith(
        (text: string) => JSON.parse(text) as readonly number[],
      ),
    })
    .from(
      sql`(select 2 * id as key from build where child_id in ${each("items")}
        union all select 2 * id + 1 from lot_transfer where from_id in ${each("items")})`,
    ),
);
const idsIn = (rest: number) =>
  sql`(select value / 2 from json_each(${given("keys")}) where value % 2 = ${sql.raw(String(rest))})`;
const linksWithKeys = statement(() =>
  selectPastLinks(sql`build.id in ${idsIn(0)}`, sql`id in ${idsIn(1)}`, sql``),
);

/** Reads all links up from these items; from a file in small parts, so that other work can run. */
async function readPastLinks(
  context: Context,
  items: readonly number[],
  seq: number,
): Promise<readonly PastLink[]> {
  const { executor } = context;
  const asked = JSON.stringify(items);
  const found: PastLink[] = [];
  if (executor.isLocal) {
    const [of] = await readRows(context, keysOfItems({ items: asked }));
    for (const keys of chunksOf(of!.keys, buildsMax)) {
      // oxlint-disable-next-line no-await-in-loop -- other work runs in between
      await executor.yieldToOthers();
      // oxlint-disable-next-line no-await-in-loop -- one part after the other
      const rows = await readRows(context, linksWithKeys({ keys: JSON.stringify(keys), seq }));
      for (const { links } of rows) found.push(...links);
    }
    return found;
  }
  for (let after = 0; ;) {
    const from = after;
    // oxlint-disable-next-line no-await-in-loop -- each begins where the one before ended
    const { result, fitting } = await readFitting(reachedLinksMax, async (rows) => {
      const read = await readRows(context, linksOfItems({ items: asked, seq, after: from, rows }));
      return read.flatMap(({ links }) => links);
    });
    for (const link of result) found.push(link);
    if (result.length < fitting) return found;
    after = result.reduce((last, [key]) => Math.max(last, key), from);
  }
}

/** The items that ever contained one: the item before each on a path, and when it contained it. */
export interface EverReached {
  readonly cameFrom: ReadonlyMap<number, number | undefined>;
  readonly stays: Stays;
}

/** Finds all items that ever contained one of the given ones, at any level, up to a place in the log. */
export async function reachEver(
  context: Context,
  items: readonly number[],
  seq: number,
): Promise<EverReached> {
  const linksOf = new Map<number, readonly PastLink[]>();
  const cameFrom = new Map<number, number | undefined>(items.map((id) => [id, undefined]));
  const stays = new Stays(items);
  const { isLocal, listRows } = context.executor;
  let level = items;
  while (level.length > 0) {
    const next = new Set<number>();
    for (const some of chunksOf(level, isLocal ? listRows : textItemsMax)) {
      const unread = some.filter((id) => !linksOf.has(id));
      // oxlint-disable-next-line no-await-in-loop -- each level begins where the one before ended
      const read = unread.length > 0 ? await readPastLinks(context, unread, seq) : [];
      const byItem = Map.groupBy(read, ([, fromId]) => fromId);
      for (const id of unread) linksOf.set(id, byItem.get(id) ?? []);
      for (const link of some.flatMap((id) => linksOf.get(id)!)) {
        const [, fromId, toId] = link;
        if (!stays.follow(link)) continue;
        if (!cameFrom.has(toId)) cameFrom.set(toId, fromId);
        next.add(toId);
      }
    }
    level = [...next];
  }
  return { cameFrom, stays };
}
