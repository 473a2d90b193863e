import { role } from "../database/schema/index.ts";
import { type Assertion, isBuiltIn, relyOn } from "../engine/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { type Named, recordsNamed, requireActive, requireNamed } from "./named.ts";

/** Reads the plant's roles by their folded `names` (a JSON array). */
export const rolesNamed = recordsNamed(role);

/**
 * Returns a role as it is written, by its name in any case, and what the decision relies on then.
 * Refuses `not_found` and `inactive`.
 */
export function requireRole(
  ofPlant: readonly Named[],
  name: string,
  pointer: string,
): { readonly name: string; readonly asserts: readonly Assertion[] } {
  const key = foldCase(name);
  if (isBuiltIn(key)) return { name: key, asserts: [] };
  const found = requireNamed(ofPlant, name, "role", pointer);
  requireActive(found, `The role ${found.name}`, pointer);
  return { name: found.name, asserts: [relyOn("Role", found)] };
}
