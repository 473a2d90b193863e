/** Down from an item to its contents, or up to the items that contain it. */
export type Direction = "down" | "up";

/**
 * A build or a transfer: its key, the items at its ends, its slot, and the quantity that is left of
 * it; then when it happened and its place in the log. Of a build these two are 0, unless they
 * decide whether a transfer passes it on.
 */
export type LinkTuple = readonly [
  key: number,
  fromId: number,
  toId: number,
  slotId: number,
  qty: number,
  at: number,
  seq: number,
];
