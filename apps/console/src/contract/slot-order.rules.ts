const leadingNumber = /^\s*(\d+(?:\.\d+)*)/;

const numberOf = (text: string): string | undefined => leadingNumber.exec(text)?.[1];

/**
 * Returns the slots of a BoM version in the order in which they are shown everywhere. Slots have no
 * field for it. If each description begins with a number of its own, as `20 Impeller`, the numbers
 * decide. Otherwise the slots stand as they were created.
 */
export function inSlotOrder<Slot>(
  slots: readonly Slot[],
  partsOf: (slot: Slot) => { readonly id: number; readonly text: string },
): readonly Slot[] {
  const parts = slots.map((slot) => ({ slot, ...partsOf(slot) }));
  const numbers = new Set(parts.map(({ text }) => numberOf(text)));
  const isNumbered = numbers.size === parts.length && !numbers.has(undefined);
  const byNumber = new Intl.Collator("en", { numeric: true });
  return parts
    .toSorted((one, other) =>
      isNumbered ? byNumber.compare(numberOf(one.text)!, numberOf(other.text)!) : one.id - other.id,
    )
    .map(({ slot }) => slot);
}
