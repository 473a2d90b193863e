import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { happenedAt } from "../database/happened-at.ts";
import type { Bound } from "../database/bound.ts";
import { type Executor, rowsOf } from "../database/executor.ts";
import { readFitting } from "../database/fitting-rows.ts";
import { each, given, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import type { Context } from "../engine/index.ts";
import { placeBefore } from "../database/build-slots.ts";
import { type AsOf, isInState, valuesOfState } from "./as-of.ts";
import { build, lotTransfer, type TransferKind } from "../database/schema/index.ts";
import type { Direction, LinkTuple } from "./link-tuple.ts";
import { type CameFrom, Passage } from "./passage.ts";
import { chunksOf } from "../values/lazily.ts";

/** How an item went into another one, or came from it. */
export type LinkKind = "build" | TransferKind;

/**
 * The net quantity of one item that is built into another in one slot, or the quantity that Split or
 * Merge moved from one to the other. In millionths.
 */
export interface Link {
  readonly kind: LinkKind;
  readonly toId: number;
  /** The slot of a build. Transfers have a number below 0, by their kind. */
  readonly slotId: number;
  /** The first build that was not removed completely, or the first transfer. */
  readonly firstId: number;
  readonly qty: number;
  /** Whether the same item is also there in an earlier slot. */
  readonly isAgain: boolean;
}

// Few builds have removals: they are looked up only for those.
const netQty = () =>
  sql<number>`build.qty - iif(build.removed_qty = 0, 0, (
  select coalesce(sum(removal.qty), 0) from removal where removal.build_id = build.id
  and ${isInState(sql`removal.seq`)}))`;
/** The slot and the candidate that a build was in, in the state. */
export const placeInState = () => placeBefore(sql`not (${isInState(sql`build_move.seq`)})`);
const isLinked = () => sql`${isInState(sql`build.seq`)} and ${netQty()} > 0`;

/** The ends of a build, by direction: the item where a link starts, and the item it leads to. */
export const ends = () => ({
  down: { from: build.parentId, to: build.childId },
  up: { from: build.childId, to: build.parentId },
});

/** The ends of a transfer, by direction: going up, from the item that the quantity came from. */
export const transferEnds = () => ({
  down: { from: lotTransfer.toId, to: lotTransfer.fromId },
  up: { from: lotTransfer.fromId, to: lotTransfer.toId },
});

/** The keys of builds are even and those of transfers odd, so that both can be read in one order. */
const keyOfBuild = sql.raw("2 * build.id");
const keyOfTransfer = sql.raw("2 * lot_transfer.id + 1");
const idOfKey = (key: number): number => Math.floor(key / 2);

/** The numbers that stand for the slot of a transfer. */
const transferSlots: Readonly<Record<TransferKind, number>> = { split: -2, merge: -1 };
const kindOfSlot = (slotId: number): LinkKind =>
  slotId >= 0 ? "build" : slotId === transferSlots.split ? "split" : "merge";

/** Whether quantities moved into the child of a build, or from its parent. */
const isNextToTransfer = () => sql`(exists (
    select 1 from lot_transfer as into_child where into_child.to_id = build.child_id)
  or exists (
    select 1 from lot_transfer as from_parent where from_parent.from_id = build.parent_id))`;

const buildsWhere = (direction: Direction, condition: SQL) => {
  const { from, to } = ends()[direction];
  return sql`select ${keyOfBuild} as id, ${from} as from_id, ${to} as to_id,
    ${placeInState().bomSlotId} as slot_id, ${netQty()} as qty,
    iif(${isNextToTransfer()}, build.seq, 0) as seq
    from build where ${condition} and ${isLinked()}`;
};

const transfersWhere = (direction: Direction, condition: SQL) => {
  const { from, to } = transferEnds()[direction];
  const slotId = sql.raw(
    `iif(lot_transfer.kind = 'split', ${transferSlots.split}, ${transferSlots.merge})`,
  );
  return sql`select ${keyOfTransfer} as id, ${from} as from_id, ${to} as to_id,
    ${slotId} as slot_id, lot_transfer.qty as qty, lot_transfer.seq as seq
    from lot_transfer where ${condition} and ${isInState(sql`lot_transfer.seq`)}`;
};

const parseLinks = (text: string) => JSON.parse(text) as readonly LinkTuple[];

// Returned as one text: row by row it would take several times as long.
const linksAsText = () =>
  sql<readonly LinkTuple[]>`json_group_array(json_array(id, from_id, to_id, slot_id, qty,
    iif(link.seq = 0, 0, (
      select ${happenedAt("told")} from change_log as told where told.seq = link.seq)),
    link.seq))`.mapWith(parseLinks);
const asText = (links: SQL) => query.select({ links: linksAsText() }).from(sql`(${links}) as link`);

/** All items that the given ones lead to. With `step` 0 the depth is not limited. */
const reachedFrom = (direction: Direction) => {
  const { from, to } = ends()[direction];
  const moved = transferEnds()[direction];
  return sql`with recursive reached (id, level) as (
    select value, 0 from json_each(${given("items")})
    union
    select ${to}, level + ${given("step")} from reached join build on ${from} = reached.id
    where level + ${given("step")} < ${given("depth")} and ${isLinked()}
    union
    select ${moved.to}, level + ${given("step")} from reached
    join lot_transfer on ${moved.from} = reached.id
    where level + ${given("step")} < ${given("depth")} and ${isInState(sql`lot_transfer.seq`)})`;
};

/** Makes a value for each direction. */
export const byDirection = <Of>(make: (direction: Direction) => Of) => ({
  down: make("down"),
  up: make("up"),
});

/**
 * Reads the links of these items and of all items that they lead to: a limited number after one of
 * them. The rows are returned in texts, as a text must fit the 2 MB of D1.
 */
const linksReached = byDirection((direction) =>
  statement(() => {
    const isReached = (from: SQLWrapper) => sql`${from} in (select id from reached)`;
    // Without the +, SQLite would read all builds in the order of their ids.
    const isNext = (key: SQL) => sql`+(${key}) > ${given("after")}`;
    const builds = buildsWhere(
      direction,
      sql`${isReached(ends()[direction].from)} and ${isNext(keyOfBuild)}`,
    );
    const transfers = transfersWhere(
      direction,
      sql`${isReached(transferEnds()[direction].from)} and ${isNext(keyOfTransfer)}`,
    );
    const some = sql`${reachedFrom(direction)}
      select * from (${builds} union all ${transfers}) order by id limit ${given("rows")}`;
    return asText(some).groupBy(sql`id / 2000`);
  }),
);
/** The most links of one round trip: a libSQL server's response of 10 MB holds twice as much. */
export const reachedLinksMax = 200_000;
/**
 * Reads the ids of the builds of these items, as JSON: SQLite needs only an index for it. With them
 * the transfers of these items, which are few.
 */
const buildIds = byDirection((direction) =>
  statement(() =>
    query
      .select({
        ids: sql<readonly number[]>`json_group_array(${build.id})`.mapWith(
          (text: string) => JSON.parse(text) as readonly number[],
        ),
        transfers: sql<readonly LinkTuple[]>`(select ${linksAsText()} from (${transfersWhere(
          direction,
          sql`${transferEnds()[direction].from} in ${each("items")}`,
        )}) as link)`.mapWith(parseLinks),
      })
      .from(build)
      .where(sql`${ends()[direction].from} in ${each("items")}`),
  ),
);
const buildsWithIds = byDirection((direction) =>
  statement(() => asText(buildsWhere(direction, sql`${build.id} in ${each("builds")}`))),
);
/** The most builds that one read of a file takes: more would delay other work. */
export const buildsMax = 500;

/** The direction, depth and state of the record in which links are followed. */
export interface Search {
  readonly direction: Direction;
  readonly asOf: AsOf;
  /** The number of levels; undefined for all. */
  readonly depth?: number | undefined;
}

/** The result of following links from some items, level by level. */
export interface Reached {
  /** The links of each item that was followed: transfers, then builds by slot, the first first. */
  readonly links: ReadonlyMap<number, readonly Link[]>;
  /** The item before each item on a shortest path; undefined for the items of the request. */
  readonly cameFrom: CameFrom;
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
  const passage = new Passage(search.direction, items);
  const tuplesOf = await tuplesFinder(context, items, search);
  let level = items;
  for (let depth = 0; level.length > 0 && depth < (search.depth ?? Infinity); depth++) {
    const next = new Set<number>();
    for (const some of chunksOf(level, context.executor.listRows)) {
      // oxlint-disable-next-line no-await-in-loop -- each level begins where the one before ended
      const found = Map.groupBy(await tuplesOf(some), ([, fromId]) => fromId);
      for (const id of some) {
        const open = passage.open(id, found.get(id) ?? []);
        const own = linksOfOne(open);
        links.set(id, own);
        const toIds = own.map(({ toId }) => toId);
        for (const toId of passage.follow(id, open, toIds)) next.add(toId);
      }
    }
    level = [...next];
  }
  return { links, cameFrom: passage.cameFrom, places: placesOf(links.values()) };
}

/** Counts the items that directly lead to each item. */
function placesOf(links: Iterable<readonly Link[]>): Map<number, number> {
  const places = new Map<number, number>();
  for (const own of links) {
    for (const { toId, isAgain } of own) {
      if (!isAgain) places.set(toId, (places.get(toId) ?? 0) + 1);
    }
  }
  return places;
}

type TuplesOf = (items: readonly number[]) => Promise<readonly LinkTuple[]>;

async function tuplesFinder(
  { executor }: Context,
  items: readonly number[],
  { direction, asOf, depth }: Search,
): Promise<TuplesOf> {
  const state = valuesOfState(asOf);
  if (!executor.isLocal) {
    const levels = depth === undefined ? { step: 0, depth: 1 } : { step: 1, depth };
    const values = { ...levels, ...state };
    const found = await readReached(executor, idTextsOf(items), (some) =>
      linksReached[direction]({ ...values, ...some }),
    );
    const byItem = Map.groupBy(found.values(), ([, fromId]) => fromId);
    return (some) => Promise.resolve(some.flatMap((id) => byItem.get(id) ?? []));
  }
  return async (some) => {
    const ids = buildIds[direction]({ items: JSON.stringify(some), ...state });
    const { ids: all, transfers } = await readAggregate(executor, ids);
    const found = [...transfers];
    for (const builds of chunksOf(all, buildsMax)) {
      const bound = buildsWithIds[direction]({ builds: JSON.stringify(builds), ...state });
      // oxlint-disable-next-line no-await-in-loop -- other work runs in between
      found.push(...(await readAggregate(executor, bound)).links);
    }
    return found;
  };
}

/** The links that the next read takes: a number of rows after a link. */
interface ReachedRange {
  readonly items: string;
  readonly after: number;
  readonly rows: number;
}

/** Reads all links that these lists of items lead to, in as few round trips as possible. */
async function readReached(
  executor: Executor,
  texts: readonly string[],
  bind: (some: ReachedRange) => Bound<{ readonly links: readonly LinkTuple[] }>,
): Promise<Map<number, LinkTuple>> {
  // Items of different lists can lead to the same links.
  const found = new Map<number, LinkTuple>();
  for (let after = 0; ;) {
    const from = after;
    // oxlint-disable-next-line no-await-in-loop -- each begins where the one before ended
    const { result: read, fitting: rowsRead } = await readFitting(
      reachedLinksMax,
      async (fitting) => {
        const asked = texts.map((items) => bind({ items, after: from, rows: fitting }));
        const results = await executor.read(asked);
        return results.map((rows, index) => rows.flatMap((raw) => asked[index]!.row(raw).links));
      },
    );
    for (const links of read) for (const one of links) found.set(one[0], one);
    const cut = read.filter((links) => links.length === rowsRead);
    if (cut.length === 0) return found;
    after = Math.min(...cut.map((links) => links.at(-1)![0]));
  }
}

/** Reads the one row of an aggregate, after other work has run. */
async function readAggregate<Row>(executor: Executor, bound: Bound<Row>): Promise<Row> {
  await executor.yieldToOthers();
  const [row] = await rowsOf(executor, bound);
  return row!;
}

/** Reads the net quantity of each candidate that is built into items, in a state of the record. */
export const builtQtyInState = statement(() =>
  query
    .select({
      parentId: build.parentId,
      candidateId: placeInState().candidateId.mapWith(Number),
      qty: sql<number>`sum(${netQty()})`.mapWith(Number),
    })
    .from(build)
    .where(sql`${build.parentId} in ${each("items")} and ${isLinked()}`)
    .groupBy(sql`1, 2`),
);

type Mutable<Of> = { -readonly [Key in keyof Of]: Of[Key] };

/** The links that builds and transfers of one item make. */
function linksOfOne(tuples: readonly LinkTuple[]): readonly Link[] {
  const links: Mutable<Link>[] = [];
  const byItem = new Map<number, Mutable<Link>[]>();
  for (const [key, , toId, slotId, qty] of tuples) {
    const id = idOfKey(key);
    const known = byItem.get(toId);
    const same = known?.find((link) => link.slotId === slotId);
    if (same) {
      same.qty += qty;
      same.firstId = Math.min(id, same.firstId);
      continue;
    }
    const link = { kind: kindOfSlot(slotId), toId, slotId, firstId: id, qty, isAgain: false };
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

const bySlot = (one: Link, other: Link) => one.slotId - other.slotId || one.firstId - other.firstId;

/** The most items of one text: it fits the 2 MB that D1 accepts. */
export const textItemsMax = 100_000;

/** Returns ids as JSON arrays, each of a length that a database accepts. */
export const idTextsOf = (ids: readonly number[]): string[] =>
  [...chunksOf(ids, textItemsMax)].map((some) => JSON.stringify(some));
