import { refusalAt } from "../refusal.ts";
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
export interface Places {
  readonly left: Iterator<Place, undefined>;
  /** The way to the place that was taken last. */
  readonly way: () => Way;
}

/** The way to a place: of each item on it, which of its links, from 0 on, leads on. */
export type Way = readonly number[];

/** How much of a structure is gone over. */
interface Extent {
  readonly depth?: number | undefined;
  /** Whether an item stands in each of its places; else in the first of its highest. */
  readonly paths?: boolean | undefined;
  /** Behind which place it begins; a way that leads nowhere is refused when it is gone. */
  readonly after?: Way | undefined;
}

/** Only what pages of the same structure have told is a cursor. */
export const noSuchCursor = () =>
  refusalAt(
    "validation_failed",
    "",
    "cursor in the query: As the Link header of the page before gives it, to the same request.",
  );

interface Level {
  readonly id: number;
  readonly links: readonly Link[];
  next: number;
}

/** Goes over the structure of an item, each place followed by what it leads to. */
export function placesIn(reached: Reached, rootId: number, extent: Extent): Places {
  const { links, cameFrom, places } = reached;
  const { depth = Infinity, paths = false, after = [] } = extent;
  const way: Level[] = [];
  // A clock that was set back can show at one time what never was so at once: even a circle.
  const onWay = new Set<number>();
  const enter = (id: number) => {
    way.push({ id, links: links.get(id) ?? [], next: 0 });
    onWay.add(id);
  };
  const enterBehind = ({ toId: id, isAgain }: Link) => {
    if (!isAgain && !onWay.has(id) && way.length < depth) enter(id);
  };

  function* left() {
    enter(rootId);
    for (const [steps, index] of after.entries()) {
      const level = way[steps];
      const link = level?.links[index];
      if (!level || !link) throw noSuchCursor();
      level.next = index + 1;
      enterBehind(link);
    }
    for (let level = way.at(-1); level; level = way.at(-1)) {
      const link = level.links[level.next++];
      if (!link) {
        onWay.delete(way.pop()!.id);
        continue;
      }
      const { id: fromId } = level;
      const { toId: id } = link;
      if (!paths && cameFrom.get(id) !== fromId) continue;
      yield { id, fromId, level: way.length, link, places: places.get(id) ?? 1 };
      enterBehind(link);
    }
    return undefined;
  }
  return { left: left(), way: () => way.map(({ next }) => next - 1) };
}

/** The next places, at most so many. */
export function take({ left }: Places, count: number): Place[] {
  const taken: Place[] = [];
  while (taken.length < count) {
    const { done, value } = left.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}
