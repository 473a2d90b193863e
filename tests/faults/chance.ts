import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Chance that can be repeated: the same seed gives the same numbers. */
export interface Chance {
  /** An integer from 0 to below n. */
  below(n: number): number;
  /** Whether something of that many in a hundred comes about. */
  percent(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** A chance of its own, for one of several that run at once. */
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
