import type { Link, Reached } from "./links.ts";

/** A place where an item stands in the structure of another one. */
export interface Place {
  readonly id: number;
  /** The item that is next on the way back: of what is in an item, its parent. */
  readonly fromId: number;
  readonly level: number;
  readonly link: Link;
  /** In how many items of the structure it stands. */
  readonly places: number;
}

/** The places of a structure that are yet to be taken. */
export type Places = Generator<Place, undefined>;

/** How much of a structure is gone over. */
interface Extent {
  readonly depth?: number | undefined;
  /** Whether an item stands in each of its places; else in the first of its highest. */
  readonly paths?: boolean | undefined;
}

interface Level {
  readonly id: number;
  readonly links: Iterator<Link>;
}

/** Goes over the structure of an item, each place followed by what it leads to. */
export function* placesIn(
  { links, cameFrom, places }: Reached,
  rootId: number,
  { depth = Infinity, paths = false }: Extent,
): Places {
  const levelOf = (id: number): Level => ({ id, links: (links.get(id) ?? []).values() });
  const way = [levelOf(rootId)];
  // A clock that was set back can show at one time what never was so at once: even a circle.
  const onWay = new Set([rootId]);
  for (let level = way.at(-1); level; level = way.at(-1)) {
    const { done, value: link } = level.links.next();
    if (done) {
      onWay.delete(way.pop()!.id);
      continue;
    }
    const { id: fromId } = level;
    const { toId: id } = link;
    if (!paths && cameFrom.get(id) !== fromId) continue;
    yield { id, fromId, level: way.length, link, places: places.get(id) ?? 1 };
    if (link.isAgain || onWay.has(id) || way.length >= depth) continue;
    way.push(levelOf(id));
    onWay.add(id);
  }
  return undefined;
}

/** The next places, at most so many. */
export function take(places: Places, count: number): Place[] {
  const taken: Place[] = [];
  while (taken.length < count) {
    const { done, value } = places.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}
