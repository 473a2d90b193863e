import { type SQL, sql } from "drizzle-orm";
import { flaggedContents } from "../database/flagged-contents.ts";
import { query } from "../database/query.ts";
import type { RowOf } from "../database/statement.ts";

/** An item on the way between two items. */
export interface PathStep {
  readonly id: number;
  readonly visualSerialNo: string;
}

/** Something in a unit, at any level, with the shortest path from the unit to it. */
export interface Content extends PathStep {
  readonly path: readonly PathStep[];
}

/** The unfinished and the held contents of units: the first of each, and the numbers of all. */
export interface FlaggedContents {
  readonly unfinished: readonly Content[];
  readonly unfinishedCount: number;
  readonly held: readonly Content[];
  readonly heldCount: number;
}

/** The number of contents that a response lists of each kind. All are counted. */
const listedContentsMax = 100;

const parsed = <Value>(column: string) =>
  sql<Value>`${sql.raw(column)}`.mapWith((text: string) => JSON.parse(text) as Value);
const number = (column: string) => sql<number>`${sql.raw(column)}`.mapWith(Number);

type Ids = readonly number[];
type Links = readonly (readonly [parentId: number, childId: number])[];
type Names = readonly (readonly [id: number, visualSerialNo: string])[];

const listed = (condition: string) =>
  `select id from flagged where ${condition} order by id limit ${listedContentsMax}`;

// Only the links and names on the ways to the listed contents are read.
const waysToListed = `
  listed (id) as (
    select * from (${listed("is_unfinished")}) union select * from (${listed("is_held")})),
  way (id) as (
    select id from listed
    union
    select build.parent_id from way join build on build.child_id = way.id
    where build.removed_qty < build.qty
    and (build.parent_id in (select id from below) or build.parent_id in (select id from root)))`;

/**
 * Selects the flagged contents of the items whose ids a subquery returns, in one row. Returned as
 * texts, since a single row of the load is what a decision needs.
 */
export const selectFlaggedContents = (roots: SQL) =>
  query
    .select({
      roots: parsed<Ids>("roots"),
      unfinished: parsed<Ids>("unfinished"),
      unfinishedCount: number("unfinished_count"),
      held: parsed<Ids>("held"),
      heldCount: number("held_count"),
      links: parsed<Links>("links"),
      names: parsed<Names>("names"),
    })
    .from(
      sql`(with recursive root (id) as (select id from ${roots}), ${sql.raw(`${flaggedContents}, ${waysToListed}
    select
      (select json_group_array(id) from root where id in (select id from way)) as roots,
      (select json_group_array(id) from (${listed("is_unfinished")})) as unfinished,
      (select count(*) from flagged where is_unfinished) as unfinished_count,
      (select json_group_array(id) from (${listed("is_held")})) as held,
      (select count(*) from flagged where is_held) as held_count,
      (select json_group_array(json_array(parent_id, child_id)) from build
        where child_id in (select id from way) and parent_id in (select id from way)
        and removed_qty < qty) as links,
      (select json_group_array(json_array(id, visual_serial_no)) from material_item
        where id in (select id from way)) as names`)}) as contents`,
    );
type FlaggedRow = RowOf<ReturnType<typeof selectFlaggedContents>>;

/** Returns the flagged contents with their paths. */
export function contentsFlagged(row: FlaggedRow): FlaggedContents {
  const names = new Map(row.names);
  const list = contentsLister(foundFrom(row.roots, row.links), (id) => names.get(id)!);
  return {
    unfinished: list(row.unfinished),
    unfinishedCount: row.unfinishedCount,
    held: list(row.held),
    heldCount: row.heldCount,
  };
}

/** Returns a function that lists contents with their paths: the first ones, by their serials. */
export function contentsLister(cameFrom: CameFrom, serialOf: (id: number) => string) {
  const stepOf = (id: number): PathStep => ({ id, visualSerialNo: serialOf(id) });
  const contentOf = (id: number): Content => ({
    ...stepOf(id),
    path: wayBack(id, cameFrom).toReversed().map(stepOf),
  });
  return (ids: readonly number[]) => ids.slice(0, listedContentsMax).map(contentOf);
}

/** The item before each item on a shortest way; undefined for the items where ways begin. */
export type CameFrom = ReadonlyMap<number, number | undefined>;

/** Returns the ids from an item back to the beginning of its way. */
export function wayBack(id: number, cameFrom: CameFrom): number[] {
  const way = [];
  for (let at: number | undefined = id; at !== undefined; at = cameFrom.get(at)) way.push(at);
  return way;
}

/** Follows links from roots, level by level. */
function foundFrom(roots: Ids, links: Links): CameFrom {
  const below = Map.groupBy(links, ([parentId]) => parentId);
  const cameFrom = new Map<number, number | undefined>(roots.map((id) => [id, undefined]));
  // A map is read in the order of its entries, also of those that are added meanwhile.
  for (const id of cameFrom.keys()) {
    for (const [, childId] of below.get(id) ?? []) {
      if (!cameFrom.has(childId)) cameFrom.set(childId, id);
    }
  }
  return cameFrom;
}
