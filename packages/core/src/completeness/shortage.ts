import type { Candidate, NamedCandidate } from "../consumption/facts.ts";
import { mustBeMet, neededOf, requirementOf } from "../consumption/requirement.ts";
import { scale } from "../values/decimal.ts";

/** A required slot of an item that is under its minimum. Quantities are in units. */
export interface Shortage {
  readonly visualSerialNo: string;
  readonly bomSlotID: number;
  readonly description: string;
  /** The minimum of the slot's default candidate, in its base unit. */
  readonly required: number;
  /** The quantity built of all candidates, converted to the default candidate. */
  readonly built: number;
  /** The name of the base unit of the slot's default candidate, and of its product. */
  readonly unit: string;
  readonly product: string;
}

/** The shortages of some items: the first of them, and the number of all. */
export interface Shortages {
  readonly slots: Shortage[];
  readonly count: number;
}

/** An item whose slots are compared with what is built. */
export interface BuiltItem {
  readonly id: number;
  readonly visualSerialNo: string;
  readonly nominalQty: number;
}

/** The facts of the comparison: the BoM versions' slots, candidates, and what is built of each. */
export interface Built {
  readonly slots: readonly { readonly id: number; readonly description: string }[];
  readonly candidates: readonly NamedCandidate[];
  readonly built: readonly {
    readonly parentId: number;
    readonly builtQty: ReadonlyMap<number, number>;
  }[];
}

/** The number of shortages that a response lists. All are counted. */
export const listedShortagesMax = 100;

export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** The number of cached fillings of a slot. If all differ, a cache costs more than it saves. */
const cachedFillingsMax = 10_000;

/** Returns the required material that items lack, item by item, each by its BoM version. */
export function shortagesOf<Of extends BuiltItem>(
  items: readonly Of[],
  versionOf: (item: Of) => number,
  facts: Built,
): Shortages {
  const ofVersions = new Map<number, ReturnType<typeof requiredSlots<NamedCandidate>>>();
  const required = (version: number) => {
    const known = ofVersions.get(version) ?? requiredSlots(facts.candidates, version);
    ofVersions.set(version, known);
    return known;
  };
  const built = new Map(facts.built.map(({ parentId, builtQty }) => [parentId, builtQty]));
  const shortageOf = cachedByFilling(shortage);
  const slots: Shortage[] = [];
  let count = 0;
  for (const item of items) {
    const { id, visualSerialNo, nominalQty } = item;
    for (const [bomSlotID, candidates] of required(versionOf(item))) {
      const short = shortageOf(candidates, built.get(id)!, nominalQty);
      if (!short) continue;
      count++;
      if (slots.length === listedShortagesMax) continue;
      const { description } = facts.slots.find((slot) => slot.id === bomSlotID)!;
      slots.push({ visualSerialNo, bomSlotID, description, ...short });
    }
  }
  return { slots, count };
}

/** Groups the candidates of the required slots of a BoM version by slot. */
export const requiredSlots = <Of extends Candidate>(
  candidates: readonly Of[],
  bomVersionId: number | null,
): Map<number, Of[]> =>
  Map.groupBy(
    candidates.filter((one) => one.bomVersionId === bomVersionId && mustBeMet(one)),
    ({ bomSlotId }) => bomSlotId,
  );

/** Returns what a slot lacks for a quantity of parent; undefined if it has its minimum. */
type LackOf<Lack> = (
  candidates: readonly NamedCandidate[],
  builtQty: ReadonlyMap<number, number>,
  parentQty: number,
) => Lack | undefined;

/**
 * Returns a function with a cache: most items of an order are filled in the same way. First it
 * looks for one candidate that meets the minimum alone, which is cheap.
 */
export function cachedByFilling<Lack>(lackOf: LackOf<Lack>): LackOf<Lack> {
  const cache = new Map<string, Lack | undefined>();
  const minima = new Map<number, Map<number, number>>();
  return (candidates, builtQty, parentQty) => {
    let ofParent = minima.get(parentQty);
    if (!ofParent) minima.set(parentQty, (ofParent = new Map()));
    for (const candidate of candidates) {
      const { candidateId } = candidate;
      let enough = ofParent.get(candidateId);
      // A retired candidate that was never built meets nothing, even if its minimum is 0.
      if (enough === undefined) {
        ofParent.set(candidateId, (enough = Math.max(1, neededOf(candidate, parentQty).min)));
      }
      if ((builtQty.get(candidateId) ?? 0) >= enough) return undefined;
    }
    let filling = `${candidates[0]!.bomSlotId} ${parentQty}`;
    for (const { candidateId } of candidates) filling += ` ${builtQty.get(candidateId) ?? 0}`;
    if (cache.has(filling)) return cache.get(filling);
    const short = lackOf(candidates, builtQty, parentQty);
    if (cache.size < cachedFillingsMax) cache.set(filling, short);
    return short;
  };
}

/** Returns what a slot lacks of its minimum for a quantity of parent; undefined if it is met. */
export function shortage(
  candidates: readonly NamedCandidate[],
  builtQty: ReadonlyMap<number, number>,
  parentQty: number,
): Pick<Shortage, "required" | "built" | "unit" | "product"> | undefined {
  const { measure, min, missing } = requirementOf(candidates, builtQty, parentQty);
  if (missing === 0) return undefined;
  // A slot that has no measure lacks nothing.
  const { unit, product } = candidates.find((one) => one.candidateId === measure?.candidateId)!;
  return { required: min / scale, built: (min - missing) / scale, unit, product };
}
