import { distance } from "fastest-levenshtein";

/**
 * Returns the value whose name has the fewest edits, if they change at most two letters or a third.
 * The names are in canonical spelling, as the sought one is.
 */
export function nearestTo<Value>(
  sought: string,
  named: Iterable<readonly [name: string, value: Value]>,
): Value | undefined {
  let nearest: Value | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const [name, value] of named) {
    const edits = distance(sought, name);
    const editsMax = Math.min(Math.max(2, name.length / 3), sought.length / 2);
    if (edits > editsMax || edits >= fewest) continue;
    fewest = edits;
    nearest = value;
  }
  return nearest;
}
