import { type SQL, sql } from "drizzle-orm";
import type { Bound } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import { readFitting } from "../database/fitting-rows.ts";
import { each, given, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import type { Context } from "../engine/index.ts";
import { build } from "../database/schema/index.ts";
import { rowsOf } from "../database/rows-of.ts";
import { chunksOf } from "../values/lazily.ts";

/** Down from an item to what is in it, or up to what it is in. */
export type Direction = "down" | "up";

/** A state of the record: what was logged up to a change, and recorded by a time, if one is given. */
export interface AsOf {
  readonly seq: number;
  readonly at?: number | undefined;
}

/** What is built of one item into another in one slot, net, in millionths. */
export interface Link {
  readonly toId: number;
  readonly slotId: number;
  /** The first of the builds of which something is left. */
  readonly firstBuildId: number;
  readonly qty: number;
  /** Whether the same item is there in an earlier slot, too. */
  readonly isAgain: boolean;
}

const isRecorded = (seq: SQL) => sql`(${given("at")} is null
  or (select logged.at from change_log as logged where logged.seq = ${seq}) <= ${given("at")})`;

// Few builds have removals: only of those are they looked up.
const netQty = () =>
  sql<number>`build.qty - iif(build.removed_qty = 0, 0, (
  select coalesce(sum(removal.qty), 0) from removal where removal.build_id = build.id
  and removal.seq <= ${given("seq")} and ${isRecorded(sql`removal.seq`)}))`;
const isLinked = () =>
  sql`build.seq <= ${given("seq")} and ${isRecorded(sql`build.seq`)}
  and ${netQty()} > 0`;

/** The ends of a build, by direction: where a link starts, and where it leads. */
export const ends = () => ({
  down: { from: build.parentId, to: build.childId },
  up: { from: build.childId, to: build.parentId },
});

/** A build: its id, the items at its ends, its slot, and what is left of it. */
type BuildRow = readonly [id: number, fromId: number, toId: number, slotId: number, qty: number];

const buildsWhere = (direction: Direction, condition: SQL) => {
  const { from, to } = ends()[direction];
  return sql`select ${build.id} as id, ${from} as from_id, ${to} as to_id,
    ${build.bomSlotId} as slot_id, ${netQty()} as qty
    from build where ${condition} and ${isLinked()}`;
};

// Handed over as one text: row by row it would take several times as long.
const asText = (builds: SQL) =>
  query
    .select({
      builds: sql<
        readonly BuildRow[]
      >`json_group_array(json_array(id, from_id, to_id, slot_id, qty))`.mapWith(
        (text: string) => JSON.parse(text) as readonly BuildRow[],
      ),
    })
    .from(sql`(${builds})`);

/** All that items lead to, at any level; `step` 0 goes on whatever the depth. */
const reachedFrom = (direction: Direction) => {
  const { from, to } = ends()[direction];
  return sql`${from} in (
    with recursive reached (id, level) as (
      select value, 0 from json_each(${given("items")})
      union
      select ${to}, level + ${given("step")} from reached join build on ${from} = reached.id
      where level + ${given("step")} < ${given("depth")} and ${isLinked()}
    ) select id from reached)`;
};

/** One for each direction. */
export const byDirection = <Of>(make: (direction: Direction) => Of) => ({
  down: make("down"),
  up: make("up"),
});

/**
 * The builds of these items and of all that they lead to, so many after one in their order: a text
 * must fit the 2 MB of D1.
 */
const buildsReached = byDirection((direction) =>
  statement(() => {
    // Whatever the order: by the ids, all builds would be looked through.
    const isNext = sql`${reachedFrom(direction)} and +${build.id} > ${given("after")}`;
    const some = sql`${buildsWhere(direction, isNext)} order by id limit ${given("most")}`;
    return asText(some).groupBy(sql`id / 1000`);
  }),
);
/** So many builds are read in one round trip: a libSQL server's 10 MB hold twice as many. */
const reachedAtOnce = 200_000;
/** The ids of the builds of these items, as JSON: an index alone answers them. */
const buildIds = byDirection((direction) =>
  statement(() =>
    query
      .select({
        ids: sql<readonly number[]>`json_group_array(${build.id})`.mapWith(
          (text: string) => JSON.parse(text) as readonly number[],
        ),
      })
      .from(build)
      .where(sql`${ends()[direction].from} in ${each("items")}`),
  ),
);
const buildsWithIds = byDirection((direction) =>
  statement(() => asText(buildsWhere(direction, sql`${build.id} in ${each("builds")}`))),
);
/** So many builds of a file are read at once: more would keep others waiting. */
const buildsAtOnce = 500;

/** How far and in which state of the record links are followed. */
export interface Search {
  readonly direction: Direction;
  readonly asOf: AsOf;
  /** How many levels; undefined is all. */
  readonly depth?: number | undefined;
}

/** What was found from some items on, level by level. */
export interface Reached {
  /** The links of each item that was gone on from, by slot, then by when they were first built. */
  readonly links: ReadonlyMap<number, readonly Link[]>;
  /** Whence each item was reached first, on a shortest way; undefined for those asked about. */
  readonly cameFrom: ReadonlyMap<number, number | undefined>;
  /** In how many items each stands. */
  readonly places: ReadonlyMap<number, number>;
}

/**
 * Finds all that items lead to. A database that is a round trip away is asked once for all of it;
 * a file a little at a time, so that others have their turn.
 */
export async function reach(
  context: Context,
  items: readonly number[],
  search: Search,
): Promise<Reached> {
  const links = new Map<number, readonly Link[]>();
  const cameFrom = new Map<number, number | undefined>(items.map((id) => [id, undefined]));
  const places = new Map<number, number>();
  const buildsOf = await buildsFinder(context, items, search);
  let level = items;
  for (let depth = 0; level.length > 0 && depth < (search.depth ?? Infinity); depth++) {
    const next: number[] = [];
    for (const some of chunksOf(level, context.executor.listRows)) {
      // oxlint-disable-next-line no-await-in-loop -- each level begins where the one before ended
      const found = linksOf(await buildsOf(some));
      for (const id of some) {
        const own = found.get(id) ?? [];
        links.set(id, own);
        for (const { toId, isAgain } of own) {
          if (!isAgain) places.set(toId, (places.get(toId) ?? 0) + 1);
          if (cameFrom.has(toId)) continue;
          cameFrom.set(toId, id);
          next.push(toId);
        }
      }
    }
    level = next;
  }
  return { links, cameFrom, places };
}

type BuildsOf = (items: readonly number[]) => Promise<readonly BuildRow[]>;

async function buildsFinder(
  { executor }: Context,
  items: readonly number[],
  { direction, asOf, depth }: Search,
): Promise<BuildsOf> {
  const state = { seq: asOf.seq, at: asOf.at ?? null };
  if (!executor.isLocal) {
    const levels = depth === undefined ? { step: 0, depth: 1 } : { step: 1, depth };
    const values = { ...levels, ...state };
    const found = await allReached(executor, textsOf(items), (some) =>
      buildsReached[direction]({ ...values, ...some }),
    );
    const byItem = Map.groupBy(found.values(), ([, fromId]) => fromId);
    return (some) => Promise.resolve(some.flatMap((id) => byItem.get(id) ?? []));
  }
  return async (some) => {
    const ids = buildIds[direction]({ items: JSON.stringify(some) });
    const { ids: all } = await readOne(executor, ids);
    const found: BuildRow[] = [];
    for (const builds of chunksOf(all, buildsAtOnce)) {
      const bound = buildsWithIds[direction]({ builds: JSON.stringify(builds), ...state });
      // oxlint-disable-next-line no-await-in-loop -- a file would be read to its end in one turn
      found.push(...(await readOne(executor, bound)).builds);
    }
    return found;
  };
}

/** What the next read takes of the builds of these items: so many, after one of them. */
interface Stretch {
  readonly items: string;
  readonly after: number;
  readonly most: number;
}

/** Reads all builds that these texts of items lead to, as many in a round trip as fit. */
async function allReached(
  executor: Executor,
  texts: readonly string[],
  bind: (some: Stretch) => Bound<{ readonly builds: readonly BuildRow[] }>,
): Promise<Map<number, BuildRow>> {
  // Items of different texts may lead to the same.
  const found = new Map<number, BuildRow>();
  for (let after = 0; ;) {
    const from = after;
    // oxlint-disable-next-line no-await-in-loop -- each begins where the one before ended
    const { result: read, fitting: most } = await readFitting(reachedAtOnce, async (fitting) => {
      const asked = texts.map((items) => bind({ items, after: from, most: fitting }));
      const results = await executor.read(asked);
      return results.map((rows, index) => rows.flatMap((raw) => asked[index]!.row(raw).builds));
    });
    for (const builds of read) for (const one of builds) found.set(one[0], one);
    const cut = read.filter((builds) => builds.length === most);
    if (cut.length === 0) return found;
    after = Math.min(...cut.map((builds) => builds.at(-1)![0]));
  }
}

/** Reads the one row of an aggregate, when it is its turn. */
async function readOne<Row>(executor: Executor, bound: Bound<Row>): Promise<Row> {
  await executor.yieldToOthers();
  const [row] = await rowsOf(executor, bound);
  return row!;
}

/** The links that builds make, by the item from which they start. */
const linksOf = (builds: readonly BuildRow[]): Map<number, readonly Link[]> =>
  new Map(
    [...Map.groupBy(builds, ([, fromId]) => fromId)].map(([id, own]) => [id, linksOfOne(own)]),
  );

type Mutable<Of> = { -readonly [Key in keyof Of]: Of[Key] };

function linksOfOne(builds: readonly BuildRow[]): readonly Link[] {
  const links: Mutable<Link>[] = [];
  const byItem = new Map<number, Mutable<Link>[]>();
  for (const [id, , toId, slotId, qty] of builds) {
    const known = byItem.get(toId);
    const same = known?.find((link) => link.slotId === slotId);
    if (same) {
      same.qty += qty;
      same.firstBuildId = Math.min(id, same.firstBuildId);
      continue;
    }
    const link = { toId, slotId, firstBuildId: id, qty, isAgain: false };
    links.push(link);
    if (known) known.push(link);
    else byItem.set(toId, [link]);
  }
  for (const several of byItem.values()) {
    if (several.length > 1)
      for (const later of several.toSorted(bySlot).slice(1)) later.isAgain = true;
  }
  return links.toSorted(bySlot);
}

const bySlot = (one: Link, other: Link) =>
  one.slotId - other.slotId || one.firstBuildId - other.firstBuildId;

/** Ids as JSON arrays, each of which fits the 2 MB that D1 takes as one text. */
export const textsOf = (ids: readonly number[]): string[] =>
  [...chunksOf(ids, 100_000)].map((some) => JSON.stringify(some));
