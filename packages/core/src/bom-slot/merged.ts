import type { Note, Pending } from "../engine/index.ts";

/** A candidate or property of a slot, before and after a write. */
export interface Merged<Part> {
  /** Null for a new one. */
  readonly before: Part | null;
  readonly after: Part;
  /** Whether the request has it. Those of the request come first, in its order. */
  readonly isGiven: boolean;
}

/** Returns the given parts, followed by the other parts of the slot. */
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

/** Sorts parts by their ids. Those without an id (0) come last. */
export const sortedById = <Part extends { readonly id: number }>(parts: readonly Part[]): Part[] =>
  parts.toSorted(
    (left, right) => Number(left.id === 0) - Number(right.id === 0) || left.id - right.id,
  );

/** Returns the note on a BoM version when one of its slots changes. */
export const slotWritten = (bomSlotId: number | Pending): Note<"slotChanged"> => ({
  action: "slotChanged",
  detail: { bomSlotId },
});
