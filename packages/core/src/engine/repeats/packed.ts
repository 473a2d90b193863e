import { type Fields, isSameValue } from "../changes.ts";

/** A value as it is stored after another one: itself, or the fields in which an object differs. */
type Packed = { readonly is: unknown } | { readonly but: Readonly<Record<string, Packed>> };

/** A packed value, and how many places before it the other one is; absent, it is the one before. */
type Placed = Packed & { readonly back?: number };

/** How far back a value of the same form is looked for: lines of a few forms can alternate. */
const backMax = 8;

/**
 * Packs similar plain JSON values into little space: the first one, and for each other one the
 * fields in which it differs from the nearest one of the same form, or from the one before it.
 */
export const pack = (values: readonly unknown[]): unknown[] =>
  values.map((value, index) => {
    if (index === 0) return value;
    let back = 1;
    while (back <= Math.min(index, backMax) && !isAlike(values[index - back], value)) back++;
    if (back > Math.min(index, backMax)) back = 1;
    const packed: Placed = difference(values[index - back], value);
    return back === 1 ? packed : { ...packed, back };
  });

/** Whether two values have the same keys at every level, so that only what differs is stored. */
function isAlike(before: unknown, after: unknown): boolean {
  if (!isObject(before) || !isObject(after)) return isObject(before) === isObject(after);
  const names = jsonKeysOf(after);
  return (
    jsonKeysOf(before).length === names.length &&
    names.every((name) => before[name] !== undefined && isAlike(before[name], after[name]))
  );
}

/** Unpacks the values. */
export function unpack(packed: readonly unknown[]): unknown[] {
  const values: unknown[] = [];
  for (const one of packed) {
    if (values.length === 0) values.push(one);
    else {
      // All but the first are differences.
      const placed = one as Placed;
      values.push(applied(values.at(-(placed.back ?? 1)), placed));
    }
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
