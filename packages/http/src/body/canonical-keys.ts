import { type FieldError, fieldErrorsMax, jsonPointer } from "./field-error.ts";
import { canonicalSpelling } from "@asbuilt/contract/spelling";
import type { KnownKey, KnownKeys } from "./known-keys.ts";
import { nearestTo } from "./nearest.ts";
import type { JsonObject, JsonValue } from "./strict-json.ts";

export { compileKnownKeys, type KnownKeys } from "./known-keys.ts";

/** A longer key matches nothing, however many of its characters are spaces. */
const keyCharsMax = 128;
const otherSpellingsPerKeyMax = 8;
const noErrors: readonly FieldError[] = Object.freeze([]);

/**
 * Gives every known key the name in the schema, at every depth, whatever its case, spaces, `_` and
 * `-`. Unknown keys and keys given twice are returned as errors, at most 100. A body whose keys are
 * canonical already is returned unchanged.
 */
export function toCanonicalKeys(
  knownKeys: KnownKeys | undefined,
  value: JsonValue,
): { value: JsonValue; errors: readonly FieldError[] } {
  if (isCanonical(knownKeys, value)) return { value, errors: noErrors };
  const renamer = new KeyRenamer();
  return { value: renamer.rename(knownKeys, value), errors: renamer.errors };
}

/** The common case, separate from the renaming so that it allocates nothing. */
function isCanonical(knownKeys: KnownKeys | undefined, value: JsonValue | undefined): boolean {
  if (knownKeys === undefined || typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) {
    if (knownKeys.ofItems === undefined) return true;
    for (const item of value) if (!isCanonical(knownKeys.ofItems, item)) return false;
    return true;
  }
  if (knownKeys.byName === undefined) return true;
  for (const key in value) {
    const known = knownKeys.byName.get(key);
    if (known === undefined && (!knownKeys.keepsUnknown || findKnownKey(knownKeys, key)))
      return false;
    if (!isCanonical(known ? known.inner : knownKeys.ofKept, value[key])) return false;
  }
  return true;
}

/** Copies one body with canonical keys, and collects the errors in its keys. */
class KeyRenamer {
  readonly errors: FieldError[] = [];
  private readonly path: (string | number)[] = [];

  rename(knownKeys: KnownKeys | undefined, value: JsonValue): JsonValue {
    if (knownKeys === undefined || typeof value !== "object" || value === null) return value;
    if (!Array.isArray(value)) return knownKeys.byName ? this.object(knownKeys, value) : value;
    return this.array(knownKeys, value);
  }

  private array(knownKeys: KnownKeys, value: readonly JsonValue[]): JsonValue[] {
    const array: JsonValue[] = [];
    for (const item of value) {
      // The body is refused anyway, and it can have a hundred thousand items.
      if (this.errors.length === fieldErrorsMax) break;
      this.path.push(array.length);
      array.push(this.rename(knownKeys.ofItems, item));
      this.path.pop();
    }
    return array;
  }

  private object(knownKeys: KnownKeys, value: JsonObject): JsonObject {
    const object: JsonObject = {};
    const meant: JsonObject = {};
    for (const [spelling, inner] of Object.entries(value)) {
      if (this.errors.length === fieldErrorsMax) break;
      this.path.push(spelling);
      const known = findKnownKey(knownKeys, spelling);
      const name = known?.name ?? spelling;
      if (!known && !knownKeys.keepsUnknown) {
        const nearest = meantKey(knownKeys, spelling);
        this.refuse(unknownKeyDetail(nearest));
        const inside = nearest === undefined ? undefined : knownKeys.byName?.get(nearest)?.inner;
        if (nearest !== undefined) meant[nearest] = this.rename(inside, inner);
      } else if (Object.hasOwn(object, name)) this.refuse(`This gives ${name} a second time.`);
      else object[name] = this.rename(known ? known.inner : knownKeys.ofKept, inner);
      this.path.pop();
    }
    // The body is refused anyway. A field that is meant is not said to be missing as well.
    for (const [name, inner] of Object.entries(meant)) {
      if (!Object.hasOwn(object, name)) object[name] = inner;
    }
    return object;
  }

  private refuse(detail: string): void {
    this.errors.push({ pointer: jsonPointer(this.path), detail });
  }
}

/** Returns the known key in any of its spellings; undefined if there is none. */
export function findKnownKey(knownKeys: KnownKeys, spelling: string): KnownKey | undefined {
  const { byName, bySpelling, byOtherSpelling } = knownKeys;
  const seen = byName?.get(spelling) ?? byOtherSpelling.get(spelling);
  if (seen !== undefined || spelling.length > keyCharsMax) return seen;
  const known = bySpelling.get(canonicalSpelling(spelling));
  // Most clients keep to one spelling. The bound is for the others, and for attackers.
  if (known && byOtherSpelling.size < otherSpellingsPerKeyMax * bySpelling.size) {
    byOtherSpelling.set(spelling, known);
  }
  return known;
}

/** Returns the known key that is meant by a key that is not known; undefined if none is near. */
export const meantKey = (knownKeys: KnownKeys, spelling: string): string | undefined =>
  spelling.length > keyCharsMax ? undefined : nearestKey(knownKeys, spelling);

/** Returns the sentence about a key that is not known, with the one that is meant. */
export const unknownKeyDetail = (meant: string | undefined): string =>
  meant === undefined ? "Unknown field." : `Unknown field. Did you mean ${meant}?`;

/** The names of an item's id: that of ItemAdjust is the one of the interface's description. */
const idsOfItem = new Set(["id", "itemid", "materialitemid"]);

/** Returns the known key that is meant by one with another spelling. */
function nearestKey(knownKeys: KnownKeys, spelling: string): string | undefined {
  const sought = canonicalSpelling(spelling);
  // A client does not mean a key that is ignored.
  const keys = [...knownKeys.bySpelling].filter(([, { isReadOnly }]) => !isReadOnly);
  if (idsOfItem.has(sought)) {
    return keys.find(([canonical]) => idsOfItem.has(canonical))?.[1].name;
  }
  return nearestTo(sought, keys)?.name ?? overlappingKey(keys, sought);
}

/** Returns the key with the longest overlap: one contains the other, which is a third of it. */
function overlappingKey(keys: readonly [string, KnownKey][], sought: string): string | undefined {
  let found: string | undefined;
  // A shorter part occurs in too many keys to identify one.
  let longest = 3;
  for (const [canonical, { name }] of keys) {
    const isShorter = canonical.length < sought.length;
    const [shorter, longer] = isShorter ? [canonical, sought] : [sought, canonical];
    if (shorter.length <= longest || 3 * shorter.length < longer.length) continue;
    if (!longer.includes(shorter)) continue;
    longest = shorter.length;
    found = name;
  }
  return found;
}
