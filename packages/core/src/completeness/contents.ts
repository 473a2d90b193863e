import { type SQL, sql } from "drizzle-orm";
import { containment, isNet } from "../database/containment.ts";
import { flaggedContents } from "../database/flagged-contents.ts";
import { happenedTime } from "../database/happened-at.ts";
import { query } from "../database/query.ts";
import type { LinkTuple } from "../genealogy/link-tuple.ts";
import { type CameFrom, Passage } from "../genealogy/passage.ts";

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

/** A group of roots and its flagged contents, as a query finds them. */
type FoundGroup = readonly [
  groupId: number,
  roots: readonly number[],
  unfinished: readonly number[],
  unfinishedCount: number,
  held: readonly number[],
  heldCount: number,
];

// Only the links and names on the ways to the listed contents are read. A link on the way from the
// roots of another group does not change the ways from these, as `Passage` follows them.
const waysToListed = `
  counted as (
    select *, sum(is_unfinished) over own as nth_unfinished, sum(is_held) over own as nth_held
    from flagged window own as (partition by group_id order by id)),
  listed (group_id, id, is_unfinished, is_held) as materialized (
    select group_id, id, is_unfinished and nth_unfinished <= ${listedContentsMax},
      is_held and nth_held <= ${listedContentsMax}
    from counted where is_unfinished and nth_unfinished <= ${listedContentsMax}
    or is_held and nth_held <= ${listedContentsMax}),
  ${containment({
    table: "way",
    direction: "up",
    start: "select 0 as group_id, id from listed",
    isFromTransfers: false,
    within: "select id from below",
  })}`;

const isOnWay = (id: string) => `${id} in (select id from way)`;
const linkTuples = `
  select json_group_array(json_array(
    key, from_id, to_id, slot, qty, ${happenedTime("told")}, told.seq))
  from (
    select 2 * id as key, parent_id as from_id, child_id as to_id, 0 as slot, qty, seq from build
    where ${isOnWay("child_id")} and ${isOnWay("parent_id")} and ${isNet}
    union all
    select 2 * id + 1, to_id, from_id, -1, qty, seq from lot_transfer
    where ${isOnWay("from_id")} and ${isOnWay("to_id")}) as link
  join change_log as told on told.seq = link.seq`;

// The rows are sorted afterwards: sqld's SQLite knows no order within an aggregate.
const idsOfGroup = (condition: string) => `json_group_array(id) filter (where ${condition})`;

const foundGroups = `
  select json_group_array(json_array(
    counts.group_id, json(roots), json(unfinished), unfinished_count, json(held), held_count))
  from (
    select group_id, sum(is_unfinished) as unfinished_count, sum(is_held) as held_count
    from flagged group by group_id) as counts
  join (
    select group_id, ${idsOfGroup("is_unfinished")} as unfinished, ${idsOfGroup("is_held")} as held
    from listed group by group_id) as lists on lists.group_id = counts.group_id
  join (
    select group_id, ${idsOfGroup(isOnWay("id"))} as roots
    from root group by group_id) as starts on starts.group_id = counts.group_id`;

/**
 * Selects the flagged contents of groups of items, in one row. The subquery returns the items of
 * each group: `group_id`, `id`.
 */
export const selectFlaggedContents = (roots: SQL) =>
  query.select({ contents: sql<ContentsByGroup>`found.contents`.mapWith(parsed) }).from(
    sql`(with recursive root (group_id, id) as (${roots}), ${sql.raw(`${flaggedContents}, ${waysToListed}
      select json_object(
        'groups', json((${foundGroups})),
        'links', json((${linkTuples})),
        'names', json((select json_group_array(json_array(id, visual_serial_no))
          from material_item where ${isOnWay("id")}))) as contents`)}) as found`,
  );

/** The flagged contents of groups, with the links and names on the ways to them. */
interface ContentsByGroup {
  readonly groups: ReadonlyMap<number, FoundGroup>;
  readonly below: ReadonlyMap<number, readonly LinkTuple[]>;
  readonly names: ReadonlyMap<number, string>;
}

function parsed(text: string): ContentsByGroup {
  // The query above writes exactly this.
  const { groups, links, names } = JSON.parse(text) as {
    readonly groups: readonly FoundGroup[];
    readonly links: readonly LinkTuple[];
    readonly names: readonly (readonly [id: number, visualSerialNo: string])[];
  };
  return {
    groups: new Map(groups.map((group) => [group[0], group])),
    below: Map.groupBy(links, ([, fromId]) => fromId),
    names: new Map(names),
  };
}

/** Returns the flagged contents of one group, with their paths. */
export function contentsOfGroup(
  rows: readonly { readonly contents: ContentsByGroup }[],
  groupId: number,
): FlaggedContents {
  const { groups, below, names } = rows[0]!.contents;
  const group = groups.get(groupId);
  if (!group) return { unfinished: [], unfinishedCount: 0, held: [], heldCount: 0 };
  const [, roots, unfinished, unfinishedCount, held, heldCount] = group;
  const list = contentsLister(foundFrom(inOrder(roots), below), (id) => names.get(id)!);
  return {
    unfinished: list(inOrder(unfinished)),
    unfinishedCount,
    held: list(inOrder(held)),
    heldCount,
  };
}

const inOrder = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);

/** Returns a function that lists contents with their paths: the first ones, by their serials. */
export function contentsLister(cameFrom: CameFrom, serialOf: (id: number) => string) {
  const stepOf = (id: number): PathStep => ({ id, visualSerialNo: serialOf(id) });
  const contentOf = (id: number): Content => ({
    ...stepOf(id),
    path: wayBack(id, cameFrom).toReversed().map(stepOf),
  });
  return (ids: readonly number[]) => ids.slice(0, listedContentsMax).map(contentOf);
}

/** Returns the ids from an item back to the beginning of its way. */
export function wayBack(id: number, cameFrom: CameFrom): number[] {
  const way = [];
  for (let at: number | undefined = id; at !== undefined; at = cameFrom.get(at)) way.push(at);
  return way;
}

/** Follows links from roots, level by level. */
function foundFrom(roots: readonly number[], below: ContentsByGroup["below"]): CameFrom {
  const passage = new Passage("down", roots);
  const next = [...roots];
  // An array is read with the entries that are added meanwhile.
  for (const id of next) {
    const open = passage.open(id, below.get(id) ?? []);
    const toIds = open.map(([, , toId]) => toId);
    next.push(...passage.follow(id, open, toIds));
  }
  return passage.cameFrom;
}
