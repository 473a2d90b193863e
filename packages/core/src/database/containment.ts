import { happenedTime } from "./happened-at.ts";

/**
 * Asked once: without it, each item in a unit is looked up among the transfers. The id is named so that
 * the plan is a search.
 */
const areTransfers = "exists (select 1 from lot_transfer where id > 0)";

/** The condition that something is left of a build. */
export const isNet = "build.removed_qty < build.qty";

/**
 * The ways between items and what they contain: down from a parent to its children, or up from a child
 * to its parents; and down from a part of a lot to its lot, or up from a lot to its parts. Going
 * down, time runs backwards.
 */
const ways = {
  down: { from: "parent_id", to: "child_id", whole: "to_id", part: "from_id", isBeyond: "<" },
  up: { from: "child_id", to: "parent_id", whole: "from_id", part: "to_id", isBeyond: ">" },
} as const;

/** The common table of everything that is in some items, or that contains them. */
interface Containment {
  readonly table: string;
  readonly direction: keyof typeof ways;
  /** Selects the groups and ids of the items where the ways begin. */
  readonly start: string;
  /** Whether the ways also begin with what Split and Merge moved to or from these items. */
  readonly isFromTransfers: boolean;
  /** A list of ids that the ways do not leave. */
  readonly within?: string;
}

/**
 * Returns a common table, `(group_id, id, at, seq)`, that follows net builds and transfers by the rule
 * of `Passage`. It is in SQL because a gate and its guard decide it within one statement. A row
 * where ways begin has a `seq` of 0 or -1. One that a Build led to has none: all builds lead on from
 * it. One that a Split or Merge led to has their moment: what lies beyond it leads on. No part
 * depends on a row outside, so that each row is found once.
 */
export function containment(asked: Containment): string {
  const { table, direction, start, isFromTransfers, within } = asked;
  const { from, to, whole, part, isBeyond } = ways[direction];
  const built = `(${happenedTime("built")}, build.seq)`;
  const moved = `(${happenedTime("told")}, moved.seq)`;
  const bound = `(${table}.at, ${table}.seq)`;
  const isWithin = (id: string) => (within === undefined ? "" : `and ${id} in (${within})`);
  const throughBuild = `select ${table}.group_id, build.${to}, null, null
    from ${table} cross join build on build.${from} = ${table}.id`;
  const throughTransfer = `select ${table}.group_id, moved.${part}, ${happenedTime("told")}, moved.seq
    from ${table}`;
  // D1 allows five parts.
  return `${table} (group_id, id, at, seq) as (
    select group_id, id, null, ${isFromTransfers ? 0 : -1} from (${start})
    union
    ${throughBuild}
    where ${table}.at is null and ${isNet} ${isWithin(`build.${to}`)}
    union
    ${throughBuild} cross join change_log as built on built.seq = build.seq
    where ${table}.at is not null and ${isNet} ${isWithin(`build.${to}`)}
    and ${built} ${isBeyond} ${bound}
    union
    ${throughTransfer} cross join build on build.${from} = ${table}.id
    cross join lot_transfer as moved on moved.${whole} = build.${to}
    cross join change_log as told on told.seq = moved.seq
    cross join change_log as built on built.seq = build.seq
    where ${areTransfers} and ${isNet} ${isWithin(`moved.${part}`)} and ${moved} ${isBeyond} ${built}
    and (${table}.at is null or ${built} ${isBeyond} ${bound})
    union
    ${throughTransfer} cross join lot_transfer as moved on moved.${whole} = ${table}.id
    cross join change_log as told on told.seq = moved.seq
    where ${areTransfers} and ${table}.seq >= 0 ${isWithin(`moved.${part}`)}
    and (${table}.seq = 0 or ${moved} ${isBeyond} ${bound}))`;
}
