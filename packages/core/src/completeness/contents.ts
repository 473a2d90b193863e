import { type SQL, sql } from "drizzle-orm";
import { flaggedContents } from "../database/flagged-contents.ts";
import { query } from "../database/query.ts";

/** An item on the way between two items. */
export interface PathStep {
  readonly id: number;
  readonly visualSerialNo: string;
}

/** Something in a unit, at any level, with the shortest path from the unit to it. */
export interface Content extends PathStep {
  readonly path: PathStep[];
}

/** The unfinished and the held contents of units: the first of each, and the numbers of all. */
export interface FlaggedContents {
  readonly unfinished: Content[];
  readonly unfinishedCount: number;
  readonly held: Content[];
  readonly heldCount: number;
}

/** The number of contents that a response lists of each kind. All are counted. */
const listedContentsMax = 100;

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

/** The flagged contents of roots as a query finds them, with the links and names on their ways. */
interface FoundContents {
  readonly roots: Ids;
  readonly unfinished: Ids;
  readonly unfinishedCount: number;
  readonly held: Ids;
  readonly heldCount: number;
  readonly links: Links;
  readonly names: Names;
}

/** Finds the flagged contents of the roots that a query returns: one text of JSON. */
const foundIn = (roots: SQL) => sql`(
  with recursive root (id) as (${roots}), ${sql.raw(`${flaggedContents}, ${waysToListed}
  select json_object(
    'roots', json((select json_group_array(id) from root where id in (select id from way))),
    'unfinished', json((select json_group_array(id) from (${listed("is_unfinished")}))),
    'unfinishedCount', (select count(*) from flagged where is_unfinished),
    'held', json((select json_group_array(id) from (${listed("is_held")}))),
    'heldCount', (select count(*) from flagged where is_held),
    'links', json((select json_group_array(json_array(parent_id, child_id)) from build
      where child_id in (select id from way) and parent_id in (select id from way)
      and removed_qty < qty)),
    'names', json((select json_group_array(json_array(id, visual_serial_no)) from material_item
      where id in (select id from way))))`)})`;

const parsed = () =>
  sql<FoundContents>`found.contents`.mapWith((text: string) => JSON.parse(text) as FoundContents);

/** Selects the flagged contents of the items whose ids a subquery returns, in one row. */
export const selectFlaggedContents = (roots: SQL) =>
  query
    .select({ contents: parsed() })
    .from(sql`(select ${foundIn(sql`select id from ${roots}`)} as contents) as found`);

/**
 * Selects the flagged contents of the one item whose id a subquery returns. Much faster than of each
 * of several: what is below the item is found once, and not for every row that asks.
 */
export const selectFlaggedContentsOfOne = (item: SQL) =>
  query.select({ itemId: sql<number>`found.item_id`.mapWith(Number), contents: parsed() }).from(
    sql`(select (select id from ${item}) as item_id,
        ${foundIn(sql`select id from ${item}`)} as contents) as found`,
  );

/** Selects the flagged contents of each item whose id a subquery returns. */
export const selectFlaggedContentsOfEach = (items: SQL) =>
  query.select({ itemId: sql<number>`found.item_id`.mapWith(Number), contents: parsed() }).from(
    sql`(select each_item.id as item_id, ${foundIn(sql`select each_item.id`)} as contents
        from ${items} as each_item) as found`,
  );

/** Returns the flagged contents with their paths. */
export function contentsFlagged({ contents: found }: { contents: FoundContents }): FlaggedContents {
  const names = new Map(found.names);
  const list = contentsLister(foundFrom(found.roots, found.links), (id) => names.get(id)!);
  return {
    unfinished: list(found.unfinished),
    unfinishedCount: found.unfinishedCount,
    held: list(found.held),
    heldCount: found.heldCount,
  };
}

/** Returns the flagged contents of one of several items; none of an item that was not read. */
export function contentsOfOne(
  rows: readonly { readonly itemId: number; readonly contents: FoundContents }[],
  { id }: { readonly id: number },
): FlaggedContents {
  const row = rows.find(({ itemId }) => itemId === id);
  return row
    ? contentsFlagged(row)
    : { unfinished: [], unfinishedCount: 0, held: [], heldCount: 0 };
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
