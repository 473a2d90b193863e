import type { Row } from "../engine/index.ts";
import type { HistoricalField } from "../engine/record.ts";

/** An item as it was at a place in the log, as far as a renaming action can change it. */
export type ItemThen = Pick<Row<"MaterialItem">, "id" | HistoricalField>;

/** A change of an item that moved or corrected it: where it is in the log, and what was before. */
export interface Renaming {
  readonly id: number;
  readonly seq: number;
  readonly before: Partial<ItemThen>;
}

/**
 * The item as it was right after a place in the log, from what it is and what has moved or
 * corrected it, the latest first.
 */
export function itemAt<Of extends ItemThen>(item: Of, renamings: readonly Renaming[], seq: number) {
  // Of each field the first change since then knows what it was, and is put on last.
  const since = renamings.filter((change) => change.seq > seq).map(({ before }) => before);
  return Object.assign({}, item, ...since) as Of;
}
