import { foldCase } from "./fold-case.ts";

/** The range of the folded texts that begin with a text. */
export interface PrefixRange {
  readonly first: string;
  /** The first text behind them; undefined if there is none. */
  readonly last: string | undefined;
}

/**
 * Returns the range of the keys that begin with a text, without regard to case. SQLite compares
 * texts by their bytes in UTF-8, which is the order of the code points.
 */
export function prefixRangeOf(text: string): PrefixRange {
  const first = foldCase(text);
  const points = Array.from(first, (character) => character.codePointAt(0)!);
  while (points.at(-1) === 0x10_ffff) points.pop();
  const point = points.pop();
  if (point === undefined) return { first, last: undefined };
  // Surrogates are no characters.
  const next = point === 0xd7ff ? 0xe000 : point + 1;
  return { first, last: String.fromCodePoint(...points, next) };
}
