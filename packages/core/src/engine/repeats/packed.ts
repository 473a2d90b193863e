import { type Fields, isSameValue } from "../changes.ts";

/** A value as it is stored after another one: itself, or the fields in which an object differs. */
type Packed = { readonly is: unknown } | { readonly but: Readonly<Record<string, Packed>> };

/**
 * Packs similar plain JSON values into little space: the first one, and for each other one the
 * fields in which it differs from the one before it.
 */
export const pack = (values: readonly unknown[]): unknown[] =>
  values.map((value, index) => (index === 0 ? value : difference(values[index - 1], value)));

/** Unpacks the values. */
export function unpack(packed: readonly unknown[]): unknown[] {
  const values: unknown[] = [];
  for (const one of packed) {
    // All but the first are differences.
    values.push(values.length === 0 ? one : applied(values.at(-1), one as Packed));
  }
  return values;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The keys that JSON keeps. */
const jsonKeysOf = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => fields[name] !== undefined);

function difference(before: unknown, after: unknown): Packed {
  if (!isObject(before) || !isObject(after)) return { is: after };
  const [old, names] = [jsonKeysOf(before), jsonKeysOf(after)];
  if (old.length !== names.length || !names.every((name) => before[name] !== undefined)) {
    return { is: after };
  }
  const but: Record<string, Packed> = {};
  for (const name of names) {
    if (!isSameValue(before[name], after[name])) but[name] = difference(before[name], after[name]);
  }
  return { but };
}

function applied(before: unknown, packed: Packed): unknown {
  if ("is" in packed) return packed.is;
  // Only an object differs from an object.
  const after: Record<string, unknown> = { ...(before as Fields) };
  for (const [name, one] of Object.entries(packed.but)) after[name] = applied(after[name], one);
  return after;
}
