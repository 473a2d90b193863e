import { refusalAt } from "../refusal.ts";
import { requireActive } from "../rules/named.ts";
import { foldCase } from "../values/fold-case.ts";
import type { Meaning } from "./facts.ts";

/** Finds the meaning that a request names by its SUID or name; refuses `not_found`, `inactive`. */
export function requireMeaning(meanings: readonly Meaning[], named: string): Meaning {
  const key = foldCase(named);
  const found =
    meanings.find(({ suidKey }) => suidKey === key) ??
    meanings.find(({ nameKey }) => nameKey === key);
  if (!found) {
    throw refusalAt("not_found", "/meaning", `No signature meaning has the SUID or name ${named}.`);
  }
  requireActive(found, `The signature meaning ${found.name}`, "/meaning");
  return found;
}
