import type { Attribution, RowsOf } from "../engine/index.ts";
import { foldedNames } from "../rules/named.ts";
import type { Item } from "./item.ts";
import { lastItem } from "./next-id.ts";
import { holdersOfSerials } from "./holders.ts";
import { type DividedLot, divideLot } from "./split.rules.ts";
import { serviceStatuses } from "./status.ts";

/** The input of a verb that can act on a part of a lot. Without a part it acts on the item. */
export interface PartInput {
  /** In millionths. The contract demands both fields or none. */
  readonly qty?: number | null | undefined;
  readonly newVisualSerialNo?: string | null | undefined;
}

/** A part that a request takes off a lot, to act on it alone. The quantity is in millionths. */
export interface Part {
  readonly qty: number;
  readonly visualSerialNo: string;
}

/** Returns the part that a request acts on; undefined if it acts on the whole item. */
export const partOf = ({ qty, newVisualSerialNo: visualSerialNo }: PartInput): Part | undefined =>
  qty == null || visualSerialNo == null ? undefined : { qty, visualSerialNo };

/** The documented conflicts of a verb that can act on a part. */
export const partConflicts = { Product: "if a part is taken off" } as const;

/** Reads what taking these parts depends on, besides their lots. */
export function loadParts(parts: readonly Part[]) {
  const takes = parts.length > 0;
  const serials = foldedNames(parts.map(({ visualSerialNo }) => visualSerialNo));
  return {
    holders: takes ? holdersOfSerials({ serials }) : undefined,
    statuses: takes ? serviceStatuses() : undefined,
    // The change of the part needs its id.
    lastItem: takes ? lastItem() : undefined,
  };
}
export type PartFacts = RowsOf<ReturnType<typeof loadParts>>;

/** A part that was taken off a lot, as an item, and the lot before and after. */
export interface TakenPart {
  readonly item: Item;
  readonly divided: DividedLot;
}

/** Takes a part off a lot. It has the id that the next item gets. Refuses what `divideLot` refuses. */
export function takePart(lot: Item, part: Part, facts: PartFacts, by: Attribution): TakenPart {
  const at = { qty: "/qty", serial: "/newVisualSerialNo" };
  const divided = divideLot(lot, [{ ...part, at }], facts, by);
  return { item: { ...divided.parts[0]!, id: facts.lastItem[0]!.id + 1 }, divided };
}
