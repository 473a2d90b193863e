import type { Direction, LinkTuple } from "./link-tuple.ts";

/** When a link was made: the time when it happened, then the place in the log. */
type Moment = readonly [at: number, seq: number];

/**
 * The moments that the further links of an item must lie beyond; undefined for all of them. Going
 * up, they come later: an item passes on what it held only from then on. Going down, they come
 * earlier: what an item held only until then.
 */
interface Bounds {
  readonly builds: Moment | undefined;
  readonly transfers: Moment | undefined;
}

/** Both directions in one order: going down, time runs backwards. */
const momentOf = ([, , , , , at, seq]: LinkTuple, direction: Direction): Moment =>
  direction === "up" ? [at, seq] : [-at, -seq];

const isBeyond = (one: Moment, other: Moment) =>
  one[0] === other[0] ? one[1] > other[1] : one[0] > other[0];

const nearer = (one: Moment | undefined, other: Moment | undefined) =>
  one && other && (isBeyond(one, other) ? other : one);

const isSame = (one: Moment | undefined, other: Moment | undefined) =>
  one === other || (one?.[0] === other?.[0] && one?.[1] === other?.[1]);

/** Whether a link is a quantity that Split or Merge moved, and no Build. */
const isTransfer = ([, , , slotId]: LinkTuple) => slotId < 0;

/** Whether a link has its moment: those of builds are read only next to transfers. */
const isTimed = ([, , , , , at]: LinkTuple) => at !== 0;

/** The item before each item on a shortest way; undefined for the items where ways begin. */
export type CameFrom = ReadonlyMap<number, number | undefined>;

/**
 * Which links of items lead on, from an item on its way through a structure. A transfer passes on
 * only what was there at its moment: the quantity that left, with all that was built into the item
 * before, reaches only what the other item was built into or moved to afterwards. A Build passes on
 * everything, whenever the links above and below it were made. `containment` is the same in SQL.
 */
export class Passage {
  readonly #direction: Direction;
  readonly #cameFrom: Map<number, number | undefined>;
  /** The bounds of the items that not all links lead on from. */
  readonly #bounds = new Map<number, Bounds>();

  constructor(direction: Direction, roots: readonly number[]) {
    this.#direction = direction;
    this.#cameFrom = new Map(roots.map((id) => [id, undefined]));
  }

  /** The item before each item on a shortest way; undefined for the roots. */
  get cameFrom(): CameFrom {
    return this.#cameFrom;
  }

  /** Returns the links of an item that lead on. */
  open(id: number, links: readonly LinkTuple[]): readonly LinkTuple[] {
    const bounds = this.#bounds.get(id);
    if (!bounds) return links;
    return links.filter((link) => {
      const bound = isTransfer(link) ? bounds.transfers : bounds.builds;
      return !bound || isBeyond(momentOf(link, this.#direction), bound);
    });
  }

  /**
   * Follows the open links of an item, to these items in this order. Returns those whose links are to
   * be followed next: they were not reached before, or more links of them lead on than before.
   */
  follow(id: number, open: readonly LinkTuple[], toIds: readonly number[]): number[] {
    const boundsOf = this.#beyond(open);
    return toIds.filter((toId) => {
      if (this.#cameFrom.has(toId)) return this.#enterAgain(toId, boundsOf(toId));
      this.#cameFrom.set(toId, id);
      this.#enter(toId, boundsOf(toId));
      return true;
    });
  }

  /** Returns the bounds that links leave to each item that they lead to; undefined for none. */
  #beyond(links: readonly LinkTuple[]): (toId: number) => Bounds | undefined {
    // Nearly always no link is next to a transfer.
    if (!links.some(isTimed)) return () => undefined;
    const byItem = Map.groupBy(links, ([, , toId]) => toId);
    return (toId) => this.#boundsOf(byItem.get(toId)!);
  }

  /** Notes that links lead to an item for the first time, with the bounds that they leave. */
  #enter(id: number, bounds: Bounds | undefined): void {
    if (bounds) this.#bounds.set(id, bounds);
  }

  /** Notes that links lead to an item again. Returns whether more links of it lead on than before. */
  #enterAgain(id: number, bounds: Bounds | undefined): boolean {
    const known = this.#bounds.get(id);
    if (!known) return false;
    if (!bounds) return this.#bounds.delete(id);
    const wider = {
      builds: nearer(known.builds, bounds.builds),
      transfers: nearer(known.transfers, bounds.transfers),
    };
    if (isSame(wider.builds, known.builds) && isSame(wider.transfers, known.transfers))
      return false;
    this.#bounds.set(id, wider);
    return true;
  }

  #boundsOf(links: readonly LinkTuple[]): Bounds | undefined {
    if (!links.every(isTimed)) return undefined;
    const moments = links.map((link) => momentOf(link, this.#direction));
    const nearest = moments.reduce((one, other) => (isBeyond(one, other) ? other : one));
    return { builds: links.every(isTransfer) ? nearest : undefined, transfers: nearest };
  }
}
