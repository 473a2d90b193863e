import type { Candidate, Slot } from "../bom-slot/slot.ts";
import { foldCase } from "../values/fold-case.ts";

/** How a record of the later version differs from that of the earlier one. */
export type DifferenceKind = "Added" | "Removed" | "Changed";

/** A record that differs between two versions; null in the one that has none. */
interface Difference<Of, Field extends keyof Of> {
  readonly kind: DifferenceKind;
  readonly from: Of | null;
  readonly to: Of | null;
  /** The fields that differ; none of a record that was added or removed. */
  readonly fields: readonly Field[];
}

const slotFields = [
  "description",
  "buildSlotType",
  "isActive",
  "isRequired",
  "instruction",
  "edhrBomRequired",
  "edhrBuildRequired",
] as const satisfies readonly (keyof Slot)[];

const candidateFields = [
  "product",
  "version",
  "isActive",
  "qty",
  "minQty",
  "maxQty",
  "isDefault",
  "useUom",
] as const satisfies readonly (keyof Candidate)[];

export type CandidateDifference = Difference<Candidate, (typeof candidateFields)[number]>;

export interface SlotDifference extends Difference<Slot, (typeof slotFields)[number]> {
  /** The names of the properties whose values differ. */
  readonly properties: readonly string[];
  readonly candidates: readonly CandidateDifference[];
}

/**
 * Returns the slots that differ between two versions, in the order of the later one; removed slots
 * come last. Slots of two versions have no common id. They are matched by description and type,
 * then by description, then by the products of their candidates.
 */
export const compareSlots = (from: readonly Slot[], to: readonly Slot[]): SlotDifference[] =>
  matchSlots(from, to).flatMap(([before, after]) => slotDifference(before, after) ?? []);

/** The fields that slots of two versions are matched by. */
type MatchedSlot = Pick<Slot, "description" | "buildSlotType"> & {
  readonly candidates: readonly Pick<Candidate, "product">[];
};

/** Pairs the slots of two versions, by the same rule; null stands for a slot that has no other. */
export const matchSlots = <Of extends MatchedSlot>(
  from: readonly Of[],
  to: readonly Of[],
): Pair<Of>[] =>
  matched(from, to, [
    ({ description, buildSlotType }) => JSON.stringify([foldCase(description), buildSlotType]),
    ({ description }) => foldCase(description),
    ({ candidates }) =>
      candidates.length === 0
        ? undefined
        : JSON.stringify(candidates.map(({ product }) => product).toSorted()),
  ]);

function slotDifference(from: Slot | null, to: Slot | null): SlotDifference | undefined {
  const kind = kindOf(from, to);
  if (kind !== "Changed") return { kind, from, to, fields: [], properties: [], candidates: [] };
  const fields = fieldsThatDiffer(slotFields, from!, to!);
  const properties = propertiesThatDiffer(from!, to!);
  const candidates = compareCandidates(from!.candidates, to!.candidates);
  if (fields.length + properties.length + candidates.length === 0) return undefined;
  return { kind, from, to, fields, properties, candidates };
}

/** Candidates are matched by product and version, then by product. */
const compareCandidates = (
  from: readonly Candidate[],
  to: readonly Candidate[],
): CandidateDifference[] =>
  matched(from, to, [
    ({ productId, versionKey }) => `${productId} ${versionKey}`,
    ({ productId }) => String(productId),
  ]).flatMap(([before, after]) => candidateDifference(before, after) ?? []);

function candidateDifference(
  from: Candidate | null,
  to: Candidate | null,
): CandidateDifference | undefined {
  const kind = kindOf(from, to);
  if (kind !== "Changed") return { kind, from, to, fields: [] };
  const fields = fieldsThatDiffer(candidateFields, from!, to!);
  return fields.length === 0 ? undefined : { kind, from, to, fields };
}

const kindOf = (from: unknown, to: unknown): DifferenceKind => {
  if (from === null) return "Added";
  return to === null ? "Removed" : "Changed";
};

const fieldsThatDiffer = <Of, Field extends keyof Of>(
  fields: readonly Field[],
  from: Of,
  to: Of,
): Field[] => fields.filter((field) => from[field] !== to[field]);

function propertiesThatDiffer(from: Slot, to: Slot): string[] {
  const valuesOf = ({ properties }: Slot) =>
    new Map(properties.map(({ property, value }) => [property, value]));
  const [before, after] = [valuesOf(from), valuesOf(to)];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}

/** A record of the earlier version and its match in the later one; null where it has none. */
export type Pair<Of> = readonly [from: Of | null, to: Of | null];

/** Pairs records that have the same key, by one key after the other. Others stand alone. */
function matched<Of>(
  from: readonly Of[],
  to: readonly Of[],
  keys: readonly ((one: Of) => string | undefined)[],
): Pair<Of>[] {
  const left = new Set(from);
  const found = new Map<Of, Of>();
  for (const keyOf of keys) {
    const byKey = Map.groupBy(left, keyOf);
    for (const one of to) {
      const key = keyOf(one);
      if (found.has(one) || key === undefined) continue;
      const same = byKey.get(key)?.shift();
      if (same === undefined) continue;
      found.set(one, same);
      left.delete(same);
    }
  }
  return [
    ...to.map((one): Pair<Of> => [found.get(one) ?? null, one]),
    ...[...left].map((one): Pair<Of> => [one, null]),
  ];
}
