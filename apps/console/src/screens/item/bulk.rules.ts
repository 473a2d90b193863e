/** An item of several, with its holds where the action is about them. */
export interface HeldItem {
  readonly id: number;
  readonly visualSerialNo: string;
  readonly holds?:
    | readonly { readonly holdReason: string; readonly batchHoldID: number | null }[]
    | undefined;
}

/** Returns the reasons of the item's own holds: no release of an item ends that of its batch. */
const ownReasonsOf = ({ holds = [] }: HeldItem): readonly string[] =>
  holds.flatMap(({ holdReason, batchHoldID }) => (batchHoldID === null ? [holdReason] : []));

/** Returns the reasons that items are on hold for, each once. */
export const reasonsOf = (items: readonly HeldItem[]): readonly string[] => [
  ...new Set(items.flatMap(ownReasonsOf)),
];

/** A request about one item, by its name for a person. */
interface Line {
  readonly subject: string;
  readonly id: number;
  readonly holdReason?: string;
}

/**
 * Returns a request for each item. A release ends the holds of the reason that was chosen, of the items
 * that have it, or else all holds of each item: one request ends one hold.
 */
export function linesOf(
  action: string,
  items: readonly HeldItem[],
  { holdReason }: { readonly holdReason?: unknown },
): readonly Line[] {
  const whole = ({ id, visualSerialNo }: HeldItem): Line => ({ subject: visualSerialNo, id });
  if (action !== "release") return items.map(whole);
  if (typeof holdReason === "string" && holdReason !== "") {
    return items.filter((item) => ownReasonsOf(item).includes(holdReason)).map(whole);
  }
  return items.flatMap((item) => {
    const reasons = ownReasonsOf(item);
    if (reasons.length < 2) return [whole(item)];
    const { id, visualSerialNo } = item;
    return reasons.map((reason) => ({
      subject: `${visualSerialNo}: ${reason}`,
      id,
      holdReason: reason,
    }));
  });
}
