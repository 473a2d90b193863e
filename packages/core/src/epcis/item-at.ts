import type { Row } from "../engine/index.ts";
import type { HistoricalField } from "../engine/record.ts";

/** The fields of an item that a renaming action can change, at a place in the log. */
export type ItemThen = Pick<Row<"MaterialItem">, "id" | HistoricalField>;

/** A change that moved or corrected an item: its place in the log, and the fields before it. */
export interface Renaming {
  readonly id: number;
  readonly seq: number;
  readonly before: Partial<ItemThen>;
}

/**
 * Returns an item as it was right after a place in the log, from its present state and the changes
 * that moved or corrected it, the latest first.
 */
export function itemAt<Of extends ItemThen>(item: Of, renamings: readonly Renaming[], seq: number) {
  // The first change of a field since then holds its value at that place: it is applied last.
  const since = renamings.filter((change) => change.seq > seq).map(({ before }) => before);
  return Object.assign({}, item, ...since) as Of;
}
