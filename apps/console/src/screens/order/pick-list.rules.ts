import { addExact } from "../../contract/decimal.rules.ts";
import type { OrderCompleteness } from "./order.ts";

type Missing = OrderCompleteness["missing"][number];
type Candidate = Missing["candidates"][number];
type Stock = OrderCompleteness["stock"][number];

/** An item in stock, and for which slot it is taken. */
export interface Pick {
  readonly item: Stock;
  readonly slot: string;
  /** The quantity to take. Undefined for an alternative: a person chooses. */
  readonly take: number | undefined;
}

/** The picks at one location. */
export interface PickPlace {
  readonly location: string | null;
  readonly picks: readonly Pick[];
}

/** A slot, and what the stock that is known has too little of its default candidate. */
export interface Lack {
  readonly slot: Missing;
  readonly short: number;
}

export interface PickList {
  readonly places: readonly PickPlace[];
  readonly lacks: readonly Lack[];
}

/**
 * Divides the stock among the slots that lack material. Items are taken in the order that the
 * service gives them: the first to expire first. Where the default candidate is not enough, the
 * others are alternatives.
 */
export function pickListOf({ missing, stock }: OrderCompleteness): PickList {
  const left = new Map(stock.map(({ id, actualQty }) => [id, actualQty]));
  const places = new Map<string | null, Pick[]>();
  const note = (item: Stock, slot: string, take: number | undefined) =>
    places.set(item.location, [...(places.get(item.location) ?? []), { item, slot, take }]);
  const lacks = missing.map((slot) => {
    const [first, ...others] = slot.candidates;
    let short = first?.missing ?? slot.missing;
    for (const item of stock.filter((found) => first && fits(found, first))) {
      const take = Math.min(short, left.get(item.id) ?? 0);
      if (take <= 0) continue;
      left.set(item.id, addExact(left.get(item.id) ?? 0, -take));
      short = addExact(short, -take);
      note(item, slot.slot, take);
    }
    if (short > 0) {
      const alternatives = stock.filter((item) => others.some((other) => fits(item, other)));
      for (const item of alternatives) note(item, slot.slot, undefined);
    }
    return { slot, short };
  });
  return {
    lacks,
    places: [...places]
      .map(([location, picks]) => ({ location, picks }))
      .toSorted((a, b) => (a.location ?? "").localeCompare(b.location ?? "")),
  };
}

const fits = (item: Stock, { productID, version }: Candidate): boolean =>
  item.productID === productID && (version === null || item.version === version);
