import { type Absence, type Assertion, relyOn } from "../engine/index.ts";
import { requireActive } from "../rules/named.ts";
import { formatQuantity, multiply, quantityMax } from "../values/decimal.ts";
import { requirePartsWithinMax } from "../rules/limits.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import type { ResolvedCandidate } from "./candidates.ts";
import { type Merged, mergeGiven } from "./merged.ts";
import { type Candidate, candidateInWords, type StoredCandidate } from "./slot.ts";

/** The candidates of a slot after a merge, with what the decision relies on. */
export interface CandidateMerge {
  /** Those of the request come first, in its order. */
  readonly candidates: readonly Merged<Candidate>[];
  readonly asserts: readonly Assertion[];
  readonly absences: readonly Absence[];
}

/**
 * Merges candidates into those of a slot: one without an id is created, and none is deleted.
 * Refuses `inactive`, `quantity_range`, `fixed`, `unit_mismatch`, `duplicate` and `too_many`.
 */
export function mergeCandidates(
  stored: readonly StoredCandidate[],
  given: readonly ResolvedCandidate[],
): CandidateMerge {
  const absences: Absence[] = [];
  for (const entry of given) {
    requireActiveReferences(entry);
    requireAscending(entry);
    absences.push(...requireKept(entry));
    requireUnits(entry);
  }
  requireOnce(stored, given);
  const merged = mergeGiven<Candidate>(stored, given.map(beforeAndAfter));
  requirePartsWithinMax("candidates", stored.length, merged.length, "/candidates");
  const requested = given.find(({ input, after }) => input.isDefault === true && after.isActive);
  return {
    candidates: moveDefault(merged, requested?.after),
    asserts: given.flatMap(({ product, unit }) => [
      relyOn("Product", product),
      ...(unit ? [relyOn("UnitOfMeasure", unit)] : []),
    ]),
    absences,
  };
}

const beforeAndAfter = ({ before, after }: ResolvedCandidate) => ({ before, after });

/** Refuses (`inactive`) a retired product or unit that is new to the candidate. */
function requireActiveReferences({ before, product, unit, pointers }: ResolvedCandidate): void {
  if (before?.productId !== product.id) {
    requireActive(product, `The product ${product.name}`, pointers.product);
  }
  if (unit && before?.useUomId !== unit.id) {
    requireActive(unit, `The unit ${unit.name}`, pointers.useUom);
  }
}

/** Refuses (`quantity_range`) a minimum above the quantity, or a quantity above the maximum. */
function requireAscending({ after, product, unit, place, pointer }: ResolvedCandidate): void {
  const { minQty, qty, maxQty } = after;
  const inUnit = (quantity: number) =>
    `${formatQuantity(quantity)} ${unit?.name ?? product.baseUnit}`;
  const atFault = (field: string, rule: string) =>
    new Refusal(
      "quantity_range",
      `The candidate ${candidateInWords(after)} of ${place} would have a minimum of ` +
        `${inUnit(minQty)}, a quantity of ${inUnit(qty)} and ` +
        `${maxQty === null ? "no maximum" : `a maximum of ${inUnit(maxQty)}`}.`,
      { errors: [{ pointer: `${pointer}/${field}`, detail: rule }] },
    );
  if (minQty > qty) throw atFault("minQty", "At most qty.");
  if (maxQty !== null && qty > maxQty) throw atFault("maxQty", "At least qty.");
}

/** The fields that a candidate with builds keeps, by their names in a request. */
const kept = { productId: "product", version: "version", useUomId: "useUom" } as const;

/** Refuses (`fixed`) to change the product, version or unit of a candidate with builds. */
function requireKept({ before, after, place, pointer, pointers }: ResolvedCandidate): Absence[] {
  if (!before) return [];
  // Object.keys returns plain strings.
  const fields = Object.keys(kept) as (keyof typeof kept)[];
  const changed = fields.filter((field) => before[field] !== after[field]).map((f) => kept[f]);
  const places = { ...pointers, version: `${pointer}/version` };
  if (changed.length === 0) return [];
  if (before.builds === 0) return [["buildsOfCandidate", before.id]];
  throw new Refusal(
    "fixed",
    `The candidate ${candidateInWords(before)} of ${place} has builds: ` +
      `its ${changed.join(" and ")} can't change. Add another candidate instead.`,
    {
      errors: changed.map((field) => ({
        pointer: places[field],
        detail: "Fixed since the first build.",
      })),
      members: { counts: { builds: before.builds } },
    },
  );
}

/**
 * Refuses (`unit_mismatch`) new quantities in a unit of another dimension, or that are too large in
 * the product's base unit. They need not be exact in it: only their total is rounded. Stored
 * quantities are always accepted back, even if the product has changed.
 */
function requireUnits(candidate: ResolvedCandidate): void {
  const { before, after, product, unit, pointer, pointers } = candidate;
  const fields = (["qty", "minQty", "maxQty"] as const).filter(
    (field) =>
      before?.productId !== after.productId ||
      before.useUomId !== after.useUomId ||
      before[field] !== after[field],
  );
  if (fields.length === 0) return;
  if (unit && unit.dimension !== product.dimension) {
    throw refusalAt(
      "unit_mismatch",
      pointers.useUom,
      `${unit.name} measures ${unit.dimension}, but ${product.name} is kept in ` +
        `${product.baseUnit}, which measures ${product.dimension}.`,
    );
  }
  for (const field of fields) {
    const quantity = after[field];
    if (quantity === null) continue;
    const isTooLarge =
      unit && multiply(quantity, unit.factor) > multiply(quantityMax, product.factor);
    if (!isTooLarge) continue;
    throw refusalAt(
      "unit_mismatch",
      `${pointer}/${field}`,
      `${formatQuantity(quantity)} ${unit.name} is too large in ${product.baseUnit}.`,
    );
  }
}

/**
 * Refuses (`duplicate`) a product and version that another candidate of the slot has or gets. The
 * ones that the same request changes are not free yet: rows are written one by one.
 */
function requireOnce(
  stored: readonly StoredCandidate[],
  given: readonly ResolvedCandidate[],
): void {
  const keyOf = ({ productId, versionKey }: Candidate) => `${productId} ${versionKey}`;
  const owners = new Map(stored.map((candidate) => [keyOf(candidate), candidate.id]));
  const added = new Set<string>();
  for (const { after, pointers } of given) {
    const key = keyOf(after);
    const owner = owners.get(key);
    if ((owner === undefined || owner === after.id) && !added.has(key)) {
      added.add(key);
      continue;
    }
    const version = after.version === null ? "any version" : `version ${after.version}`;
    const detail = `The slot already has a candidate of ${after.product}, ${version}.`;
    throw refusalAt("duplicate", pointers.product, detail);
  }
}

const isDefault = (candidate: Candidate | null) =>
  candidate !== null && candidate.isActive && candidate.isDefault;

/** Leaves one active default: the requested one, or else the last one that became a default. */
function moveDefault(
  candidates: readonly Merged<Candidate>[],
  requested: Candidate | undefined,
): Merged<Candidate>[] {
  const defaults = candidates.filter(({ after }) => isDefault(after));
  const became = defaults.findLast(({ before }) => !isDefault(before)) ?? defaults[0];
  const chosen = requested ?? became?.after;
  return candidates.map((merged) =>
    isDefault(merged.after) && merged.after !== chosen
      ? { ...merged, after: { ...merged.after, isDefault: false } }
      : merged,
  );
}
