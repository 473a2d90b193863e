import type { Candidate, Slot } from "./bom.ts";
import { candidateFields, propertiesOf, slotFields } from "./draft.rules.ts";

/** A field with the values that two versions give it. An absent one has no such field. */
export interface FieldDifference {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Kind = "added" | "removed" | "changed";

export interface CandidateDifference {
  readonly kind: Kind;
  readonly before: Candidate | undefined;
  readonly after: Candidate | undefined;
  readonly fields: readonly FieldDifference[];
}

export interface SlotDifference {
  readonly kind: Kind;
  readonly before: Slot | undefined;
  readonly after: Slot | undefined;
  readonly fields: readonly FieldDifference[];
  /** The properties whose values differ, by their names. */
  readonly properties: readonly FieldDifference[];
  readonly candidates: readonly CandidateDifference[];
}

/**
 * Returns what differs between the slots of two versions, in the order of the new one; removed
 * slots come last. The slots of two versions have nothing in common but what they say, so they are
 * matched by description and type, then by description, then by their products.
 */
export function compareSlots(
  before: readonly Slot[],
  after: readonly Slot[],
): readonly SlotDifference[] {
  const pairs = matched(before, after, [
    ({ description, buildSlotType }) => JSON.stringify([fold(description), buildSlotType]),
    ({ description }) => fold(description),
    ({ candidates }) =>
      candidates.length === 0
        ? undefined
        : candidates
            .map(({ product }) => product)
            .toSorted()
            .join("\n"),
  ]);
  return pairs.flatMap(([was, is]) => slotDifference(was, is) ?? []);
}

const fold = (text: string) => text.trim().toLowerCase();

function slotDifference(
  before: Slot | undefined,
  after: Slot | undefined,
): SlotDifference | undefined {
  const kind = kindOf(before, after);
  const fields = fieldDifferences(slotFields, before, after);
  const properties = propertyDifferences(before, after);
  const candidates = matched(before?.candidates ?? [], after?.candidates ?? [], [
    ({ product, version }) => JSON.stringify([product, version]),
    ({ product }) => product,
  ]).flatMap(([was, is]) => candidateDifference(was, is) ?? []);
  const isSame = fields.length + properties.length + candidates.length === 0;
  if (kind === "changed" && isSame) return undefined;
  return { kind, before, after, fields, properties, candidates };
}

function candidateDifference(
  before: Candidate | undefined,
  after: Candidate | undefined,
): CandidateDifference | undefined {
  const kind = kindOf(before, after);
  const fields = fieldDifferences(candidateFields, before, after);
  return kind === "changed" && fields.length === 0 ? undefined : { kind, before, after, fields };
}

const kindOf = (before: unknown, after: unknown): Kind => {
  if (before === undefined) return "added";
  return after === undefined ? "removed" : "changed";
};

function fieldDifferences(
  fields: readonly string[],
  before: object | undefined,
  after: object | undefined,
): readonly FieldDifference[] {
  // A record has a value of each field, or there is no record.
  const [was, is] = [before ?? {}, after ?? {}] as readonly Readonly<Record<string, unknown>>[];
  return fields
    .map((field) => ({ field, before: was![field], after: is![field] }))
    .filter((one) => (one.before ?? null) !== (one.after ?? null));
}

function propertyDifferences(
  before: Slot | undefined,
  after: Slot | undefined,
): readonly FieldDifference[] {
  const [was, is] = [before ? propertiesOf(before) : {}, after ? propertiesOf(after) : {}];
  return fieldDifferences([...new Set([...Object.keys(was), ...Object.keys(is)])], was, is);
}

type Pair<One> = readonly [before: One | undefined, after: One | undefined];

/** Pairs records whose keys are the same. A record that no key pairs stands alone. */
function matched<One>(
  before: readonly One[],
  after: readonly One[],
  keys: readonly ((one: One) => string | undefined)[],
): readonly Pair<One>[] {
  const left = new Set(before);
  const found = new Map<One, One>();
  for (const keyOf of keys) {
    const byKey = Map.groupBy(left, keyOf);
    for (const one of after) {
      if (found.has(one)) continue;
      const key = keyOf(one);
      const same = key === undefined ? undefined : byKey.get(key)?.shift();
      if (same === undefined) continue;
      found.set(one, same);
      left.delete(same);
    }
  }
  return [
    ...after.map((one): Pair<One> => [found.get(one), one]),
    ...[...left].map((one): Pair<One> => [one, undefined]),
  ];
}
