import type { Note, Pending } from "../engine/index.ts";

/** A candidate or property of a slot as it is and as it will be. */
export interface Merged<Part> {
  /** Null where it is new. */
  readonly before: Part | null;
  readonly after: Part;
  /** Whether the request gives it: those that it gives come first, in its order. */
  readonly isGiven: boolean;
}

/** What is given, and what the slot has besides. */
export const mergeGiven = <Part extends { readonly id: number }>(
  stored: readonly Part[],
  given: readonly Omit<Merged<Part>, "isGiven">[],
): Merged<Part>[] => {
  const ids = new Set(given.map(({ before }) => before?.id));
  return [
    ...given.map((merged) => ({ ...merged, isGiven: true })),
    ...stored
      .filter(({ id }) => !ids.has(id))
      .map((part) => ({ before: part, after: part, isGiven: false })),
  ];
};

/** Parts in the order of their ids; what has none yet comes last. */
export const byId = <Part extends { readonly id: number }>(parts: readonly Part[]): Part[] =>
  parts.toSorted(
    (left, right) => Number(left.id === 0) - Number(right.id === 0) || left.id - right.id,
  );

/** What the history of a BoM version says of a change of one of its slots. */
export const slotWritten = (bomSlotId: number | Pending): Note<"slotChanged"> => ({
  action: "slotChanged",
  detail: { bomSlotId },
});
