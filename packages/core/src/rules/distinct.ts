import { foldCase } from "../values/fold-case.ts";
import { Refusal } from "../refusal.ts";

/**
 * Refuses (`validation_failed`) a name that occurs twice (not case sensitive). `pointerOf` returns
 * the place of a name in the body by its index. `summary` is the text of the refusal.
 */
export function requireDistinct(
  names: readonly string[],
  pointerOf: (index: number) => string,
  summary: string,
  detail = "An earlier entry has the same value.",
): void {
  const met = new Set<string>();
  const errors = names.flatMap((name, index) => {
    const key = foldCase(name);
    if (met.has(key)) return { pointer: pointerOf(index), detail };
    met.add(key);
    return [];
  });
  if (errors.length > 0) throw new Refusal("validation_failed", summary, { errors });
}
