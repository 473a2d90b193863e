/** When something happened, then its place in the log. */
export type Moment = readonly [at: number, seq: number];

/**
 * A build or a transfer, whether or not it was undone: its key, the items at its ends, when it was
 * made, and when the last of a build was removed.
 */
export type PastLink = readonly [
  key: number,
  fromId: number,
  toId: number,
  isTransfer: 0 | 1,
  at: number,
  seq: number,
  endedAt: number | null,
  endedSeq: number | null,
];

/** A time in which an item contained a match. The match itself contains it at all times. */
interface Stay {
  readonly from: Moment;
  readonly until: Moment;
  /** Whether Split or Merge brought it, so that only later builds pass it on. */
  readonly isMoved: boolean;
}

const always: Stay = { from: [-Infinity, 0], until: [Infinity, 0], isMoved: false };

const isBefore = (one: Moment, other: Moment) =>
  one[0] === other[0] ? one[1] < other[1] : one[0] < other[0];
const earlier = (one: Moment, other: Moment) => (isBefore(other, one) ? other : one);
const later = (one: Moment, other: Moment) => (isBefore(one, other) ? other : one);
const contains = ({ from, until }: Stay, moment: Moment) =>
  !isBefore(moment, from) && isBefore(moment, until);

/**
 * When each item contained a match. A Build passes on what its child contains while it is built in.
 * A transfer passes on what is there at its moment, until a Remove takes it out of the lot that it
 * came from.
 */
export class Stays {
  readonly #byItem: Map<number, readonly Stay[]>;

  constructor(matches: readonly number[]) {
    this.#byItem = new Map(matches.map((id) => [id, [always]]));
  }

  /** Follows a link. Returns whether a match was longer in the item that it leads to than known. */
  follow([, fromId, toId, isTransfer, at, seq, endedAt, endedSeq]: PastLink): boolean {
    const made: Moment = [at, seq];
    const ended: Moment = endedAt === null ? always.until : [endedAt, endedSeq!];
    const passed = (this.#byItem.get(fromId) ?? []).flatMap((stay): Stay[] => {
      if (isTransfer) return contains(stay, made) ? [{ ...stay, from: made, isMoved: true }] : [];
      if (stay.isMoved && !contains(stay, made)) return [];
      const from = later(stay.from, made);
      const until = earlier(stay.until, ended);
      return isBefore(from, until) ? [{ from, until, isMoved: false }] : [];
    });
    return passed.map((stay) => this.#enter(toId, stay)).includes(true);
  }

  /** The change of the last Remove that ended a stay; undefined for an item that contains a match. */
  endOf(id: number): number | undefined {
    const ends = this.#byItem.get(id)!.map(({ until }) => until);
    const [at, seq] = ends.reduce(later);
    return at === Infinity ? undefined : seq;
  }

  #enter(id: number, stay: Stay): boolean {
    const known = this.#byItem.get(id) ?? [];
    const isJoined = (other: Stay) =>
      other.isMoved === stay.isMoved &&
      !isBefore(other.until, stay.from) &&
      !isBefore(stay.until, other.from);
    const joined = known.filter(isJoined);
    const isKnown = joined.some(
      ({ from, until }) => !isBefore(stay.from, from) && !isBefore(until, stay.until),
    );
    if (isKnown) return false;
    const all = [stay, ...joined];
    const whole = {
      ...stay,
      from: all.map(({ from }) => from).reduce(earlier),
      until: all.map(({ until }) => until).reduce(later),
    };
    this.#byItem.set(id, [...known.filter((other) => !isJoined(other)), whole]);
    return true;
  }
}
