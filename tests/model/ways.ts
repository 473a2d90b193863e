import { isKnown, type Item, netOf, type State, type World } from "./world.ts";

/** When a link was made. */
interface Moment {
  readonly happenedAt: number;
  readonly nth: number;
}

/** A way into an item: the last link of it. */
export interface Arrival {
  readonly item: Item;
  readonly by: "root" | "build" | "transfer";
  readonly moment: Moment;
}

/** Whether a link was made after another one. */
export const isAfter = (one: Moment, other: Moment): boolean =>
  one.happenedAt === other.happenedAt ? one.nth > other.nth : one.happenedAt > other.happenedAt;

type Direction = "down" | "up";
/** The state of the record in which ways are tried, and the most links of one. */
type View = State & { readonly depth: number };

const everywhere: Moment = { happenedAt: 0, nth: -1 };
/** Beyond this moment nothing was moved. */
const nowhere: Moment = { happenedAt: Infinity, nth: Infinity };

/**
 * Tries every way from an item. Material that a transfer moved was in the one item until then and
 * in the other one from then on. A child of a Build is in the parent, whatever that was built into
 * before. With `by` of `build` no transfer of the item itself leads on.
 */
function arrivalsOf(
  { builds, transfers }: World,
  start: Arrival,
  direction: Direction,
  view: View,
): Arrival[] {
  const isUp = direction === "up";
  const isBeyond = (one: Moment, other: Moment) =>
    isUp ? isAfter(one, other) : isAfter(other, one);
  const found: Arrival[] = [];
  const tried = new Set<string>();
  let level: Arrival[] = [start];
  for (let depth = 0; level.length > 0 && depth < view.depth; depth++) {
    const next: Arrival[] = [];
    const arrive = (item: Item, by: "build" | "transfer", moment: Moment) => {
      const key = `${item.id} ${by} ${moment.nth}`;
      if (tried.has(key)) return;
      tried.add(key);
      next.push({ item, by, moment });
    };
    for (const { item, by, moment } of level) {
      for (const built of builds) {
        const [from, to] = isUp ? [built.child, built.parent] : [built.parent, built.child];
        if (from !== item || netOf(built, view) === 0) continue;
        if (by === "transfer" && !isBeyond(built, moment)) continue;
        arrive(to, "build", built);
      }
      for (const moved of transfers) {
        const [from, to] = isUp ? [moved.from, moved.to] : [moved.to, moved.from];
        if (from !== item || !isKnown(moved, view)) continue;
        if (by !== "root" && !isBeyond(moved, moment)) continue;
        arrive(to, "transfer", moved);
      }
    }
    found.push(...next);
    level = next;
  }
  return found;
}

/** Returns the items that a structure lists. */
export function reachable(world: World, root: Item, direction: Direction, view: View): Set<Item> {
  const start = { item: root, by: "root", moment: everywhere } as const;
  const listed = new Set(arrivalsOf(world, start, direction, view).map(({ item }) => item));
  listed.delete(root);
  return listed;
}

/** Returns what is in an item: what was built into it, or into the lots that it came from before. */
export function containedIn(world: World, item: Item, state: State): Item[] {
  const start = { item, by: "root", moment: everywhere } as const;
  return arrivalsOf(world, start, "down", { ...state, depth: Infinity })
    .filter(({ by }) => by === "build")
    .map((one) => one.item);
}

/** Returns the ways to what an item is in: what contains it, and the parts taken off that. */
export const waysToContaining = (world: World, item: Item, state: State): Arrival[] =>
  // Going up, nothing is beyond the moment: the item's own parts do not contain it.
  arrivalsOf(world, { item, by: "build", moment: nowhere }, "up", { ...state, depth: Infinity });
