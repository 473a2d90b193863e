import { eq, inArray, or, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { differences, type RowsOf } from "../engine/index.ts";
import { product, slotCandidate, unitOfMeasure } from "../database/schema/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { hasIdOrName, idsAndNames, namedFields } from "../rules/named.ts";
import { StaleRecord } from "../rules/current.ts";
import {
  noFaults,
  refuseContradictions,
  refuseMissing,
  resolveReference,
} from "../rules/id-and-name.ts";
import type { LimitedText } from "../rules/limits.ts";
import { refusalAt } from "../refusal.ts";
import { type Candidate, slotInWords, type StoredCandidate, type StoredSlot } from "./slot.ts";

interface CandidateFields {
  readonly product: string;
  readonly isActive: boolean;
  readonly qty: number;
  readonly minQty: number;
  readonly isDefault: boolean;
}

interface OptionalFields {
  readonly productID?: number | undefined;
  readonly useUomID?: number | null | undefined;
  readonly version?: string | null | undefined;
  readonly maxQty?: number | null | undefined;
  readonly useUom?: string | null | undefined;
}

/** A candidate to create. Quantities are in millionths. */
export interface NewCandidateInput extends CandidateFields, OptionalFields {
  readonly id?: undefined;
  readonly revNo?: undefined;
}

/** A change of a candidate. Absent fields keep their values; null clears an optional one. */
export type CandidateUpdateInput = OptionalFields & {
  readonly [Field in keyof CandidateFields]?: CandidateFields[Field] | undefined;
} & {
  readonly id: number;
  /** The revision that was read, which a change of the candidate compares. */
  readonly revNo?: number | undefined;
};

export type CandidateInput = NewCandidateInput | CandidateUpdateInput;

/** Selects a column of the candidates of the `slots` with these ids (a JSON array). */
const ofStoredCandidates = (column: SQLiteColumn) =>
  sql`(select ${column} from slot_candidate where bom_slot_id in ${each("slots")})`;

const productsOfCandidates = statement(() =>
  query
    .select({
      ...namedFields(product),
      baseUnit: unitOfMeasure.name,
      dimension: unitOfMeasure.dimension,
      factor: unitOfMeasure.factor,
    })
    .from(product)
    .innerJoin(unitOfMeasure, eq(unitOfMeasure.id, product.baseUnitId))
    .where(
      or(hasIdOrName(product), inArray(product.id, ofStoredCandidates(slotCandidate.productId))),
    ),
);
type CandidateProduct = ReturnType<ReturnType<typeof productsOfCandidates>["row"]>;

const unitsOfCandidates = statement(() =>
  query
    .select({
      ...namedFields(unitOfMeasure),
      dimension: unitOfMeasure.dimension,
      factor: unitOfMeasure.factor,
    })
    .from(unitOfMeasure)
    .where(
      or(
        hasIdOrName(unitOfMeasure),
        inArray(unitOfMeasure.id, ofStoredCandidates(slotCandidate.useUomId)),
      ),
    ),
);
type Unit = ReturnType<ReturnType<typeof unitsOfCandidates>["row"]>;

/** Returns the statements that read the products and units of candidates. */
export function loadCandidates(slotIds: readonly number[], given: readonly CandidateInput[]) {
  const slots = JSON.stringify(slotIds);
  if (given.length === 0) return { products: undefined, units: undefined };
  return {
    products: productsOfCandidates({
      slots,
      ...idsAndNames(
        given.map((one) => one.productID),
        given.map((one) => one.product),
      ),
    }),
    units: unitsOfCandidates({
      slots,
      ...idsAndNames(
        given.map((one) => one.useUomID),
        given.map((one) => one.useUom),
      ),
    }),
  };
}
type Facts = RowsOf<ReturnType<typeof loadCandidates>>;

/** An entry with the records that it names. */
export interface ResolvedCandidate {
  readonly input: CandidateInput;
  readonly pointer: string;
  /** The places of the fields that count for its product and unit. */
  readonly pointers: { readonly product: string; readonly useUom: string };
  /** The slot as messages name it. */
  readonly place: string;
  readonly before: StoredCandidate | null;
  readonly after: Candidate;
  readonly product: CandidateProduct;
  readonly unit: Unit | null;
}

/** Returns the texts of candidates that other endpoints can have stored longer. Source: spec.md. */
export const candidateTexts = (
  slot: StoredSlot | undefined,
  given: readonly CandidateInput[],
): LimitedText[] =>
  given.flatMap((input, index) => {
    const stored = slot?.candidates.find(({ id }) => id === input.id);
    const at = `/candidates/${index}`;
    return [
      {
        pointer: `${at}/product`,
        sent: input.product,
        limit: { bytes: 50 },
        stored: stored?.product,
      },
      { pointer: `${at}/useUom`, sent: input.useUom, limit: { bytes: 30 }, stored: stored?.useUom },
    ];
  });

/**
 * Finds the records that candidates refer to. Refuses `not_found`, and ids and names that contradict
 * each other (`details_contradict`). `slot` is null for a new one.
 */
export const resolveCandidates = (
  slot: StoredSlot | null,
  given: readonly CandidateInput[],
  facts: Facts,
): ResolvedCandidate[] =>
  given.map((input, index) => {
    const pointer = `/candidates/${index}`;
    const before = input.id === undefined ? null : requireCandidate(slot, input.id, pointer);
    const faults = noFaults();
    const nameOf = ({ name }: { readonly name: string }) => name;
    const ofProduct = resolveReference(
      {
        noun: "product",
        records: facts.products,
        stored: before ? { id: before.productId, name: before.product } : undefined,
        sent: { id: input.productID, name: input.product },
        pointers: { id: `${pointer}/productID`, name: `${pointer}/product` },
        nameOf,
      },
      faults,
    );
    const ofUnit = resolveReference(
      {
        noun: "unit of measure",
        records: facts.units,
        stored: before ? { id: before.useUomId, name: before.useUom } : undefined,
        sent: { id: input.useUomID, name: input.useUom },
        pointers: { id: `${pointer}/useUomID`, name: `${pointer}/useUom` },
        nameOf,
      },
      faults,
    );
    refuseMissing(faults);
    refuseContradictions(faults);
    // The statements read the product and the unit of each stored candidate, too.
    const named = ofProduct.record!;
    const unit = ofUnit.record ?? null;
    const after = candidateAfter(slot?.id ?? 0, input, before, named, unit);
    requireCurrentCandidate(slot, input, before, after, pointer);
    const pointers = { product: ofProduct.pointer, useUom: ofUnit.pointer };
    const place = slot ? `"${slot.description}"` : "the new slot";
    return { input, pointer, pointers, place, before, after, product: named, unit };
  });

function requireCandidate(slot: StoredSlot | null, id: number, pointer: string): StoredCandidate {
  const found = slot?.candidates.find((candidate) => candidate.id === id);
  if (found) return found;
  const owner = slot ? `The slot ${slotInWords(slot)}` : "A new slot";
  throw refusalAt("not_found", `${pointer}/id`, `${owner} has no candidate with the id ${id}.`);
}

/**
 * Refuses (`stale_revision`) to change an older revision of a candidate. An entry that changes
 * nothing is not compared, as for the versions of a BoM.
 */
function requireCurrentCandidate(
  slot: StoredSlot | null,
  { revNo }: CandidateInput,
  before: StoredCandidate | null,
  after: Candidate,
  pointer: string,
): void {
  if (!slot || !before || revNo === undefined || revNo === before.revNo) return;
  if (Object.keys(differences("SlotCandidate", before, after)).length === 0) return;
  const subject = `Candidate ${before.id} of slot ${slot.id}`;
  throw new StaleRecord("BomSlot", slot, before.revNo, subject, `${pointer}/revNo`);
}

function candidateAfter(
  bomSlotId: number,
  input: CandidateInput,
  before: StoredCandidate | null,
  of: CandidateProduct,
  unit: Unit | null,
): Candidate {
  // The contract requires all of these for a new candidate.
  const stored = before ?? (input as NewCandidateInput);
  const version = (input.version === undefined ? before?.version : input.version) ?? null;
  return {
    id: before?.id ?? 0,
    revNo: before?.revNo ?? 1,
    bomSlotId,
    productId: of.id,
    product: of.name,
    version,
    versionKey: version === null ? "" : foldCase(version),
    isActive: input.isActive ?? stored.isActive,
    qty: input.qty ?? stored.qty,
    minQty: input.minQty ?? stored.minQty,
    maxQty: (input.maxQty === undefined ? before?.maxQty : input.maxQty) ?? null,
    isDefault: input.isDefault ?? stored.isDefault,
    useUomId: unit?.id ?? null,
    useUom: unit?.name ?? null,
  };
}
