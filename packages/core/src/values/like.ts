import { refusalAt } from "../refusal.ts";
import { foldCase } from "./fold-case.ts";
import { type PrefixRange, prefixRangeOf } from "./prefix.ts";

/** A Like pattern, as a statement tests it. */
export interface Like {
  /** The patterns of SQLite's GLOB for both keys that a text can have: a JSON array. */
  readonly globs: string;
  /** The range of the keys that begin as the pattern does. All keys, if it begins with `%`. */
  readonly range: PrefixRange;
  readonly hasBeginning: boolean;
}

/** The longest pattern that D1 tests. */
const globBytesMax = 50;

const utf8 = new TextEncoder();

/** Both keys of a text, where every key is its folded form. */
const foldedOnly = (text: string) => [foldCase(text), foldCase(text)] as const;

/**
 * Returns a pattern whose `%` stands for any number of characters, for keys without regard to case.
 * GLOB tests it, and not LIKE, whose `_` is a wildcard too. Refuses (`validation_failed`) a pattern
 * of `field` that is too long with the marks that GLOB needs. Source: spec.md, general rule 2.
 */
export function likeGiven(
  field: string,
  pattern: string | undefined,
  keysOf: (text: string) => readonly [string, string] = foldedOnly,
): Like | undefined {
  if (pattern === undefined) return undefined;
  const keys = keysOf(pattern);
  const globs = keys.map((key) => key.replace(/[*?[]/g, "[$&]").replace(/%+/g, "*"));
  if (globs.some((glob) => utf8.encode(glob).length > globBytesMax)) {
    const detail = `At most ${globBytesMax} bytes in UTF-8, and each of * ? [ counts as three.`;
    throw refusalAt("validation_failed", `/${field}`, detail);
  }
  const beginning = sharedBeginning(...keys);
  return {
    globs: JSON.stringify(globs),
    range: prefixRangeOf(beginning),
    hasBeginning: beginning !== "",
  };
}

/** Returns the text with which both patterns begin, before any `%`. */
function sharedBeginning(one: string, other: string): string {
  const others = Array.from(other);
  const characters = Array.from(one);
  const end = characters.findIndex((each, at) => each === "%" || each !== others[at]);
  return characters.slice(0, end < 0 ? characters.length : end).join("");
}
