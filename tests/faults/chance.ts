import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Chance that can be repeated: the same seed gives the same numbers. */
export interface Chance {
  /** Returns an integer from 0 to n - 1. */
  below(n: number): number;
  /** Returns true with a probability of `share` percent. */
  percent(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Returns a chance of its own, for one of several callers that run at the same time. */
  fork(): Chance;
}

export function chanceOf(seed: number): Chance {
  const generator = xoroshiro128plus(seed);
  const below = (n: number) => uniformInt(generator, 0, n - 1);
  return {
    below,
    percent: (share) => below(100) < share,
    pick: (items) => items[below(items.length)]!,
    fork: () => chanceOf(generator.next()),
  };
}
