import { foldCase } from "../values/fold-case.ts";
import { Refusal } from "../refusal.ts";

/**
 * Refuses (`validation_failed`) names of which two are the same (not case sensitive). `pointerOf`
 * tells where the body has the name of an index, and `twice` what is so named.
 */
export function requireDistinct(
  names: readonly string[],
  pointerOf: (index: number) => string,
  twice: string,
  detail = "An entry before this one has the same.",
): void {
  const met = new Set<string>();
  const errors = names.flatMap((name, index) => {
    const key = foldCase(name);
    if (met.has(key)) return { pointer: pointerOf(index), detail };
    met.add(key);
    return [];
  });
  if (errors.length > 0) throw new Refusal("validation_failed", twice, { errors });
}
