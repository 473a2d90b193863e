import type { Change, Pending, Written } from "../changes.ts";
import type { Attribution } from "../context.ts";

/** A change with its place in its operation. */
export interface Step<Of extends Written = Written> {
  readonly change: Of;
  readonly by: Attribution;
  /** The change's ordinal within the operation; a part has that of its record. */
  readonly ordinal: number;
  /** The ordinals of all changes of the same decision. */
  readonly ordinals: ReadonlyMap<Change, number>;
}

/** The ordinal of the change whose id or place a pending value stands for. */
export function ordinalOf({ ordinal, ordinals }: Omit<Step, "change">, { of }: Pending): number {
  if (of === undefined) return ordinal;
  const found = ordinals.get(of);
  if (found === undefined) throw new Error("A value refers to a change that is not written.");
  return found;
}

/**
 * The changes of one decision, placed after the changes that its operation has logged before. Parts
 * come last, as they can refer to any record; those of a deleted record come just before it.
 */
export function stepsOf(changes: readonly Change[], by: Attribution, firstOrdinal: number): Step[] {
  const steps: Step[] = [];
  const last: Step[] = [];
  const ordinals = new Map<Change, number>();
  for (const change of changes) {
    const ordinal = firstOrdinal + ordinals.size;
    ordinals.set(change, ordinal);
    const place = { by, ordinal, ordinals };
    for (const part of [...(change.note.parts ?? []), ...(change.note.unlogged ?? [])]) {
      (change.kind === "remove" ? steps : last).push({ change: part, ...place });
    }
    steps.push({ change, ...place });
  }
  return [...steps, ...last];
}
