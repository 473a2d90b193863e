import type { Logged } from "../../database/executor.ts";
import type { Fields } from "../changes.ts";
import type { RecordedLine, RecordedRefusal } from "./lines.ts";

/**
 * A line as asbuilt recorded it before it recorded answers: its decision, the ordinal of the first
 * change that it logged, and the number of those changes.
 */
type FormerLine =
  | { readonly decision: unknown; readonly first: number; readonly count: number }
  | { readonly decision: unknown; readonly logged: readonly Logged[]; readonly isReplay: boolean }
  | { readonly refused: RecordedRefusal };

/** The lines of a request that was recorded by its decisions, with the rows that it logged. */
export const formerLines = (text: string, logged: readonly Logged[]): RecordedLine[] =>
  // The text is one that asbuilt has made.
  (unpack(JSON.parse(text) as unknown[]) as FormerLine[]).map((line) => {
    if (!("first" in line)) return line;
    const { decision, first, count } = line;
    return { decision, logged: logged.slice(first, first + count), isReplay: false };
  });

/** A value as it was stored after another one: itself, or the fields in which an object differs. */
type Packed = { readonly is: unknown } | { readonly but: Readonly<Record<string, Packed>> };

/** A packed value, and how many places before it the other one is; absent, it is the one before. */
type Placed = Packed & { readonly back?: number };

/** Unpacks the lines of a batch. All but the first are differences from one before. */
function unpack(packed: readonly unknown[]): unknown[] {
  const values: unknown[] = [];
  for (const one of packed) {
    if (values.length === 0) values.push(one);
    else {
      const placed = one as Placed;
      values.push(applied(values.at(-(placed.back ?? 1)), placed));
    }
  }
  return values;
}

function applied(before: unknown, packed: Packed): unknown {
  if ("is" in packed) return packed.is;
  // Only an object differs from an object.
  const after: Record<string, unknown> = { ...(before as Fields) };
  for (const [name, one] of Object.entries(packed.but)) after[name] = applied(after[name], one);
  return after;
}
