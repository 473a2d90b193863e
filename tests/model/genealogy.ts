import type { Slot } from "./floor.ts";
import { type Built, type Item, netOf, placeOf, type State, sum } from "./world.ts";

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

/** The state of the record in which a structure is read, and its depth. */
export interface View extends State {
  readonly depth: number;
}

/** Returns an item's links in a state: slots by id, and within a slot the first build first. */
function linksIn(builds: readonly Built[], item: Item, [from, to]: Ends, state: State): Link[] {
  const own = builds.filter((one) => one[from] === item && netOf(one, state) > 0);
  const links = Map.groupBy(own, (one) => `${placeOf(one, state).slot.id} ${one[to].id}`);
  return [...links.values()]
    .map(([first, ...others]) => ({
      to: first![to],
      slot: placeOf(first!, state).slot,
      first: first!,
      qty: sum(netOf(first!, state), ...others.map((one) => netOf(one, state))),
    }))
    .toSorted((left, right) => left.slot.id - right.slot.id);
}

/** Structures with more places are not compared, because a lot can be in very many. */
const placesMax = 300;

/** Returns every place of a structure in order, or undefined if there are too many. */
export function placesOf(builds: readonly Built[], root: Item, ends: Ends, view: View) {
  const lines: Line[] = [];
  const list = (from: Item, way: readonly Item[]) => {
    const own = new Set<Item>();
    const level = way.length;
    for (const link of linksIn(builds, from, ends, view)) {
      lines.push({ ...link, from, level });
      if (lines.length > placesMax) return;
      // Builds that are dated back can make a cycle at an earlier time. It is not followed.
      const isNew = !own.has(link.to) && !way.includes(link.to);
      if (level < view.depth && isNew) list(link.to, [...way, link.to]);
      own.add(link.to);
    }
  };
  list(root, [root]);
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
      const links = linksIn(builds, from, ends, view);
      for (const { to } of links) {
        if (owners.has(to) || to === root) continue;
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
