import { type SQL, sql } from "drizzle-orm";
import type { Bound } from "../database/bound.ts";
import { type Executor, rowsOf } from "../database/executor.ts";
import { readFitting } from "../database/fitting-rows.ts";
import { each, given, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import type { Context } from "../engine/index.ts";
import { type AsOf, isInState, valuesOfState } from "./as-of.ts";
import { build } from "../database/schema/index.ts";
import { chunksOf } from "../values/lazily.ts";

/** Down from an item to its contents, or up to the items that contain it. */
export type Direction = "down" | "up";

/** The net quantity of one item that is built into another in one slot, in millionths. */
export interface Link {
  readonly toId: number;
  readonly slotId: number;
  /** The first build that was not removed completely. */
  readonly firstBuildId: number;
  readonly qty: number;
  /** Whether the same item is also there in an earlier slot. */
  readonly isAgain: boolean;
}

// Few builds have removals: they are looked up only for those.
const netQty = () =>
  sql<number>`build.qty - iif(build.removed_qty = 0, 0, (
  select coalesce(sum(removal.qty), 0) from removal where removal.build_id = build.id
  and ${isInState(sql`removal.seq`)}))`;
const isLinked = () => sql`${isInState(sql`build.seq`)} and ${netQty()} > 0`;

/** The ends of a build, by direction: the item where a link starts, and the item it leads to. */
export const ends = () => ({
  down: { from: build.parentId, to: build.childId },
  up: { from: build.childId, to: build.parentId },
});

/** A build: its id, the items at its ends, its slot, and the quantity that is left of it. */
type BuildTuple = readonly [id: number, fromId: number, toId: number, slotId: number, qty: number];

const buildsWhere = (direction: Direction, condition: SQL) => {
  const { from, to } = ends()[direction];
  return sql`select ${build.id} as id, ${from} as from_id, ${to} as to_id,
    ${build.bomSlotId} as slot_id, ${netQty()} as qty
    from build where ${condition} and ${isLinked()}`;
};

// Returned as one text: row by row it would take several times as long.
const asText = (builds: SQL) =>
  query
    .select({
      builds: sql<
        readonly BuildTuple[]
      >`json_group_array(json_array(id, from_id, to_id, slot_id, qty))`.mapWith(
        (text: string) => JSON.parse(text) as readonly BuildTuple[],
      ),
    })
    .from(sql`(${builds})`);

/** All items that the given ones lead to. With `step` 0 the depth is not limited. */
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

/** Makes a value for each direction. */
export const byDirection = <Of>(make: (direction: Direction) => Of) => ({
  down: make("down"),
  up: make("up"),
});

/**
 * Reads the builds of these items and of all items that they lead to: a limited number after one of
 * them. The rows are returned in texts, as a text must fit the 2 MB of D1.
 */
const buildsReached = byDirection((direction) =>
  statement(() => {
    // Without the +, SQLite would read all builds in the order of their ids.
    const isNext = sql`${reachedFrom(direction)} and +${build.id} > ${given("after")}`;
    const some = sql`${buildsWhere(direction, isNext)} order by id limit ${given("rows")}`;
    return asText(some).groupBy(sql`id / 1000`);
  }),
);
/** The most builds of one round trip: a libSQL server's response of 10 MB holds twice as much. */
const reachedBuildsMax = 200_000;
/** Reads the ids of the builds of these items, as JSON: SQLite needs only an index for it. */
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
/** The most builds that one read of a file takes: more would delay other work. */
const buildsMax = 500;

/** The direction, depth and state of the record in which links are followed. */
export interface Search {
  readonly direction: Direction;
  readonly asOf: AsOf;
  /** The number of levels; undefined for all. */
  readonly depth?: number | undefined;
}

/** The result of following links from some items, level by level. */
export interface Reached {
  /** The links of each item that was followed, by slot, then by their first build. */
  readonly links: ReadonlyMap<number, readonly Link[]>;
  /** The item before each item on a shortest path; undefined for the items of the request. */
  readonly cameFrom: ReadonlyMap<number, number | undefined>;
  /** The number of items that directly contain, or are contained in, each item. */
  readonly places: ReadonlyMap<number, number>;
}

/**
 * Finds all items that the given items lead to. A database that is a round trip away is queried
 * once for all of them. A file is read in small parts, so that other work can run in between.
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

type BuildsOf = (items: readonly number[]) => Promise<readonly BuildTuple[]>;

async function buildsFinder(
  { executor }: Context,
  items: readonly number[],
  { direction, asOf, depth }: Search,
): Promise<BuildsOf> {
  const state = valuesOfState(asOf);
  if (!executor.isLocal) {
    const levels = depth === undefined ? { step: 0, depth: 1 } : { step: 1, depth };
    const values = { ...levels, ...state };
    const found = await readReached(executor, idTextsOf(items), (some) =>
      buildsReached[direction]({ ...values, ...some }),
    );
    const byItem = Map.groupBy(found.values(), ([, fromId]) => fromId);
    return (some) => Promise.resolve(some.flatMap((id) => byItem.get(id) ?? []));
  }
  return async (some) => {
    const ids = buildIds[direction]({ items: JSON.stringify(some) });
    const { ids: all } = await readAggregate(executor, ids);
    const found: BuildTuple[] = [];
    for (const builds of chunksOf(all, buildsMax)) {
      const bound = buildsWithIds[direction]({ builds: JSON.stringify(builds), ...state });
      // oxlint-disable-next-line no-await-in-loop -- other work runs in between
      found.push(...(await readAggregate(executor, bound)).builds);
    }
    return found;
  };
}

/** The builds that the next read takes: a number of rows after a build. */
interface ReachedRange {
  readonly items: string;
  readonly after: number;
  readonly rows: number;
}

/** Reads all builds that these lists of items lead to, in as few round trips as possible. */
async function readReached(
  executor: Executor,
  texts: readonly string[],
  bind: (some: ReachedRange) => Bound<{ readonly builds: readonly BuildTuple[] }>,
): Promise<Map<number, BuildTuple>> {
  // Items of different lists can lead to the same builds.
  const found = new Map<number, BuildTuple>();
  for (let after = 0; ;) {
    const from = after;
    // oxlint-disable-next-line no-await-in-loop -- each begins where the one before ended
    const { result: read, fitting: rowsRead } = await readFitting(
      reachedBuildsMax,
      async (fitting) => {
        const asked = texts.map((items) => bind({ items, after: from, rows: fitting }));
        const results = await executor.read(asked);
        return results.map((rows, index) => rows.flatMap((raw) => asked[index]!.row(raw).builds));
      },
    );
    for (const builds of read) for (const one of builds) found.set(one[0], one);
    const cut = read.filter((builds) => builds.length === rowsRead);
    if (cut.length === 0) return found;
    after = Math.min(...cut.map((builds) => builds.at(-1)![0]));
  }
}

/** Reads the one row of an aggregate, after other work has run. */
async function readAggregate<Row>(executor: Executor, bound: Bound<Row>): Promise<Row> {
  await executor.yieldToOthers();
  const [row] = await rowsOf(executor, bound);
  return row!;
}

/** Reads the net quantity of each candidate that is built into an item, in a state of the record. */
export const builtQtyInState = statement(() =>
  query
    .select({
      candidateId: build.candidateId,
      qty: sql<number>`sum(${netQty()})`.mapWith(Number),
    })
    .from(build)
    .where(sql`${build.parentId} = ${given("item")} and ${isLinked()}`)
    .groupBy(build.candidateId),
);

/** The links that builds make, by the item where they start. */
const linksOf = (builds: readonly BuildTuple[]): Map<number, readonly Link[]> =>
  new Map(
    [...Map.groupBy(builds, ([, fromId]) => fromId)].map(([id, own]) => [id, linksOfOne(own)]),
  );

type Mutable<Of> = { -readonly [Key in keyof Of]: Of[Key] };

function linksOfOne(builds: readonly BuildTuple[]): readonly Link[] {
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

/** Returns ids as JSON arrays. Each fits the 2 MB that D1 accepts as one text. */
export const idTextsOf = (ids: readonly number[]): string[] =>
  [...chunksOf(ids, 100_000)].map((some) => JSON.stringify(some));
