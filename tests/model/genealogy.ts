import type { Slot } from "./floor.ts";
import { type Built, type Item, netOf, sum } from "./world.ts";

type End = "parent" | "child";
/** The direction in which links are followed. */
export type Ends = readonly [from: End, to: End];

/** A link from one item to another: all builds in one slot, if something is left of them. */
interface Link {
  readonly to: Item;
  readonly slot: Slot;
  /** The first of these builds. */
  readonly first: Built;
  readonly qty: number;
}

/** A line of a structure. */
export interface Line extends Link {
  readonly from: Item;
  readonly level: number;
}

/** The time and the depth at which a structure is read. */
export interface View {
  readonly at: number;
  readonly depth: number;
}

/** Returns an item's links at a time: slots by id, and within a slot the earliest build first. */
function linksAt(builds: readonly Built[], item: Item, [from, to]: Ends, at: number): Link[] {
  const own = builds.filter((one) => one[from] === item && one.at <= at && netOf(one, at) > 0);
  const links = Map.groupBy(own, (one) => `${one.slot.id} ${one[to].id}`);
  return [...links.values()]
    .map(([first, ...others]) => ({
      to: first![to],
      slot: first!.slot,
      first: first!,
      qty: sum(netOf(first!, at), ...others.map((one) => netOf(one, at))),
    }))
    .toSorted((left, right) => left.slot.id - right.slot.id);
}

/** Structures with more places are not compared, because a lot can be in very many. */
const placesMax = 300;

/** Returns every place of a structure in order, or undefined if there are too many. */
export function placesOf(builds: readonly Built[], root: Item, ends: Ends, view: View) {
  const lines: Line[] = [];
  const list = (from: Item, level: number) => {
    const own = new Set<Item>();
    for (const link of linksAt(builds, from, ends, view.at)) {
      lines.push({ ...link, from, level });
      if (lines.length > placesMax) return;
      if (level < view.depth && !own.has(link.to)) list(link.to, level + 1);
      own.add(link.to);
    }
  };
  list(root, 1);
  return lines.length > placesMax ? undefined : lines;
}

/** Returns each item of a structure once: at its highest place, under the first such item. */
export function highestOf(builds: readonly Built[], root: Item, ends: Ends, view: View): Line[] {
  const owners = new Map<Item, Item>();
  const under = new Map<Item, Line[]>();
  let level = [root];
  for (let depth = 1; level.length > 0 && depth <= view.depth; depth++) {
    const met = new Set<Item>();
    for (const from of level) {
      const links = linksAt(builds, from, ends, view.at);
      for (const { to } of links) {
        if (owners.has(to)) continue;
        owners.set(to, from);
        met.add(to);
      }
      const own = links.filter(({ to }) => met.has(to) && owners.get(to) === from);
      under.set(
        from,
        own.map((link) => ({ ...link, from, level: depth })),
      );
    }
    level = [...met];
  }
  return inOrder(under, root);
}

function inOrder(under: ReadonlyMap<Item, readonly Line[]>, from: Item): Line[] {
  const listed = new Set<Item>();
  return (under.get(from) ?? []).flatMap((line) => {
    const isFirst = !listed.has(line.to);
    listed.add(line.to);
    return [line, ...(isFirst ? inOrder(under, line.to) : [])];
  });
}
