import { distance } from "fastest-levenshtein";
import { type FieldError, mostErrors } from "../answer/invalid.ts";
import { jsonPointer } from "./json-pointer.ts";
import { foldedSpelling, type KeyPlan, type KnownKey } from "./known-keys.ts";
import type { JsonObject, JsonValue } from "./strict-json.ts";

export { compileKeys, type KeyPlan } from "./known-keys.ts";

/** Longer keys match nothing, however many spaces make them up. */
const SPELLING_MAX = 128;
const SPELLINGS_PER_KEY = 8;
const NO_ERRORS: readonly FieldError[] = Object.freeze([]);

/**
 * Gives every known key its canonical spelling, whatever its case, spaces, `_` and `-`, at every
 * depth. The keys that a schema doesn't know, or that are given twice, come back as errors, at
 * most 100. A value that is canonical already is answered as it is.
 */
export function foldKeys(
  plan: KeyPlan | undefined,
  value: JsonValue,
): { value: JsonValue; errors: readonly FieldError[] } {
  if (isCanonical(plan, value)) return { value, errors: NO_ERRORS };
  const folder = new Folder();
  return { value: folder.fold(plan, value), errors: folder.errors };
}

/** The common case, apart from the folding so that it allocates nothing. */
function isCanonical(plan: KeyPlan | undefined, value: JsonValue | undefined): boolean {
  if (plan === undefined || typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) {
    if (plan.items === undefined) return true;
    for (const item of value) if (!isCanonical(plan.items, item)) return false;
    return true;
  }
  if (plan.known === undefined) return true;
  for (const key in value) {
    const known = plan.known.get(key);
    if (known === undefined && (!plan.keepsUnknown || knownKey(plan, key))) return false;
    if (!isCanonical(known ? known.plan : plan.kept, value[key])) return false;
  }
  return true;
}

/** Builds the folded copy of one body, and collects what is wrong with its keys. */
class Folder {
  readonly errors: FieldError[] = [];
  private readonly path: (string | number)[] = [];

  fold(plan: KeyPlan | undefined, value: JsonValue): JsonValue {
    if (plan === undefined || typeof value !== "object" || value === null) return value;
    if (!Array.isArray(value)) return plan.known ? this.object(plan, value) : value;
    return value.map((item, index) => {
      this.path.push(index);
      const folded = this.fold(plan.items, item);
      this.path.pop();
      return folded;
    });
  }

  private object(plan: KeyPlan, value: JsonObject): JsonObject {
    const object: JsonObject = {};
    for (const [spelling, inner] of Object.entries(value)) {
      // Nothing will be made of the body, and it may have a hundred thousand keys.
      if (this.errors.length === mostErrors) break;
      this.path.push(spelling);
      const known = knownKey(plan, spelling);
      const name = known?.name ?? spelling;
      if (!known && !plan.keepsUnknown) this.refuse(unknownKey(plan, spelling));
      else if (Object.hasOwn(object, name)) this.refuse(`This gives ${name} a second time.`);
      else object[name] = this.fold(known ? known.plan : plan.kept, inner);
      this.path.pop();
    }
    return object;
  }

  private refuse(detail: string): void {
    this.errors.push({ pointer: jsonPointer(this.path), detail });
  }
}

function knownKey(plan: KeyPlan, spelling: string): KnownKey | undefined {
  const met = plan.known?.get(spelling) ?? plan.met.get(spelling);
  if (met !== undefined || spelling.length > SPELLING_MAX) return met;
  const known = plan.folded.get(foldedSpelling(spelling));
  // Clients keep to one spelling. The bound is for those that don't, or mean harm.
  if (known && plan.met.size < SPELLINGS_PER_KEY * plan.folded.size) plan.met.set(spelling, known);
  return known;
}

function unknownKey(plan: KeyPlan, spelling: string): string {
  const nearest = spelling.length > SPELLING_MAX ? undefined : nearestKey(plan, spelling);
  return nearest === undefined ? "Unknown field." : `Unknown field. Did you mean ${nearest}?`;
}

/** The known key that the fewest edits lead to, if they change two letters or a third of it. */
function nearestKey(plan: KeyPlan, spelling: string): string | undefined {
  const sought = foldedSpelling(spelling);
  // What would be ignored is not what was meant.
  const keys = [...plan.folded].filter(([, { isReadOnly }]) => !isReadOnly);
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const [folded, { name }] of keys) {
    const edits = distance(sought, folded);
    const most = Math.min(Math.max(2, folded.length / 3), sought.length / 2);
    if (edits > most || edits >= fewest) continue;
    fewest = edits;
    nearest = name;
  }
  return nearest ?? keyAround(keys, sought);
}

/** The key that has most in common with the sought one, if all of one is a third of the other. */
function keyAround(keys: readonly [string, KnownKey][], sought: string): string | undefined {
  let around: string | undefined;
  // A shorter part is found in too many keys to mean one of them.
  let longest = 3;
  for (const [folded, { name }] of keys) {
    const [shorter, longer] = folded.length < sought.length ? [folded, sought] : [sought, folded];
    if (shorter.length <= longest || 3 * shorter.length < longer.length) continue;
    if (!longer.includes(shorter)) continue;
    longest = shorter.length;
    around = name;
  }
  return around;
}
