import { mergeCandidates } from "../../src/bom-slot/candidates.rules.ts";
import {
  type CandidateInput,
  type NewCandidateInput,
  resolveCandidates,
} from "../../src/bom-slot/candidates.ts";
import type { StoredCandidate, StoredSlot } from "../../src/bom-slot/slot.ts";
import { scale } from "../../src/values/decimal.ts";

const unit = (id: number, name: string, dimension: string, factor: number, isActive = true) => ({
  id,
  revNo: 2,
  name,
  isActive,
  dimension,
  factor: factor * scale,
});

const product = (id: number, name: string, isActive = true) => ({
  id,
  revNo: 3,
  name,
  isActive,
  baseUnit: "each",
  dimension: "count",
  factor: scale,
});

const tube = { ...product(6, "Tube"), baseUnit: "m", dimension: "length", factor: 1000 * scale };

const facts = {
  products: [
    product(1, "Seal"),
    product(2, "Ring"),
    product(3, "Oil"),
    product(4, "Gone", false),
    tube,
  ],
  units: [
    unit(1, "each", "count", 1),
    unit(2, "dozen", "count", 12),
    unit(3, "kg", "mass", 1000),
    unit(4, "mm", "length", 1),
    unit(5, "gross", "count", 144, false),
    unit(6, "mile", "length", 1_609_344),
  ],
};

/** A stored candidate of the Seal: 10 is the default, 11 has version B. */
export const stored = (fields: Partial<StoredCandidate> = {}): StoredCandidate => ({
  id: 10,
  revNo: 1,
  bomSlotId: 7,
  productId: 1,
  product: "Seal",
  version: null,
  versionKey: "",
  isActive: true,
  qty: 2 * scale,
  minQty: scale,
  maxQty: 3 * scale,
  isDefault: true,
  useUomId: null,
  useUom: null,
  builds: 0,
  ...fields,
});
/** Another candidate of the Seal, of version B. */
export const other = (fields: Partial<StoredCandidate> = {}) =>
  stored({ id: 11, version: "B", versionKey: "b", isDefault: false, ...fields });

/** The fields of a candidate in a request. */
export type Fields = Partial<Omit<NewCandidateInput, "id">>;

/** A new candidate of the Ring. */
export const fresh = (fields: Fields = {}): CandidateInput => ({
  product: "Ring",
  isActive: true,
  qty: scale,
  minQty: 0,
  isDefault: false,
  ...fields,
});

/** Merges candidates into those of slot 7. */
export function merge(given: readonly CandidateInput[], candidates = [stored(), other()]) {
  // The merge reads only these fields of the slot: the cast stands for the others.
  const slot = { id: 7, description: "Shaft seal", candidates } as unknown as StoredSlot;
  return mergeCandidates(candidates, resolveCandidates(slot, given, facts));
}

/** Returns the pointer of a field of the first candidate. */
export const at = (field: string) => `/candidates/0/${field}`;
