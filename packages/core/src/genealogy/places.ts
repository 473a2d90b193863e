import { noSuchCursor } from "../engine/index.ts";
import type { Link, Reached } from "./links.ts";

/** A place of an item in the structure of another item. */
export interface StructurePlace {
  readonly id: number;
  /** The item before it on the path from the root; going down, its parent. */
  readonly fromId: number;
  readonly level: number;
  readonly link: Link;
  /** The number of places that the item has in the structure. */
  readonly places: number;
}

/** A walk over a structure: the places that are left. */
export interface StructureWalk {
  readonly left: Iterator<StructurePlace, undefined>;
  /** The path to the place that was taken last. */
  readonly way: () => Way;
}

/** The path to a place: for each item on it, the index of the link that continues the path. */
export type Way = readonly number[];

/** The part of a structure to walk. */
interface Extent {
  readonly depth?: number | undefined;
  /** Whether an item is listed in each of its places; otherwise in the first of its highest. */
  readonly paths?: boolean | undefined;
  /** The place after which it begins. A path that does not exist is refused during the walk. */
  readonly after?: Way | undefined;
}

interface Level {
  readonly id: number;
  readonly links: readonly Link[];
  next: number;
}

/** Walks the structure of an item in pre-order. */
export function walkStructure(reached: Reached, rootId: number, extent: Extent): StructureWalk {
  const { links, cameFrom, places } = reached;
  const { depth = Infinity, paths = false, after = [] } = extent;
  const way: Level[] = [];
  // Builds that are dated back can give a state that never was, and even a cycle. So can a part that
  // is built into the lot that it came from.
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

/** Takes the next places, at most `count`. */
export function takePlaces({ left }: StructureWalk, count: number): StructurePlace[] {
  const taken: StructurePlace[] = [];
  while (taken.length < count) {
    const { done, value } = left.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}
