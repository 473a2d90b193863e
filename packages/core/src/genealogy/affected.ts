import type { Context } from "../engine/index.ts";
import { findLastPlace } from "../history/feed.ts";
import { reach } from "./links.ts";
import { findMatches, type MatchInput, type Matches } from "./matches.ts";
import type { CameFrom } from "./passage.ts";
import { reachEver } from "./past-links.ts";

/** The items to recall. */
export interface RecallInput extends MatchInput {
  /** Whether items count that contained a match and contain none any more. */
  readonly includeRemoved?: boolean | undefined;
}

/** The items that a recall concerns. */
export interface Affected extends Pick<Matches, "formerly"> {
  /** In ascending order. */
  readonly ids: Float64Array;
  /** The number of items that match themselves. */
  readonly matches: number;
  /** The place in the log of the Remove that took the last match out of an item. */
  readonly removedBy: ReadonlyMap<number, number>;
  /** The links that lead from an item to its match. */
  readonly cameFromOf: (id: number) => CameFrom;
}

/** Finds the items that match, all that contain one at any level, and those that did. */
export async function findAffected(context: Context, input: RecallInput): Promise<Affected> {
  const { includeRemoved = false, ...filters } = input;
  const [seq, { ids: matches, formerly }] = await Promise.all([
    findLastPlace(context),
    findMatches(context, filters),
  ]);
  // One state for all levels, so that a Build or Remove in between hides no item.
  const { cameFrom } =
    matches.length > 0
      ? await reach(context, matches, { direction: "up", asOf: { seq } })
      : { cameFrom: new Map<number, undefined>() };
  const ever = includeRemoved ? await reachEver(context, matches, seq) : undefined;
  const removedBy = new Map<number, number>();
  for (const id of ever?.cameFrom.keys() ?? []) {
    const end = cameFrom.has(id) ? undefined : ever!.stays.endOf(id);
    if (end !== undefined) removedBy.set(id, end);
  }
  return {
    ids: Float64Array.from([...cameFrom.keys(), ...removedBy.keys()]).toSorted(),
    matches: matches.length,
    formerly,
    removedBy,
    cameFromOf: (id) => (removedBy.has(id) ? ever!.cameFrom : cameFrom),
  };
}
