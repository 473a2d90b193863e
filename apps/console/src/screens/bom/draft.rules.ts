import type { Call } from "@asbuilt/client";
import { numberSigns, parseDecimal, typedDecimal } from "../../contract/decimal.rules.ts";
import type { Values } from "../../contract/three-way.rules.ts";
import type { Candidate, Slot } from "./bom.ts";

/** The fields of a slot as a person types them. */
export interface SlotTexts {
  readonly description: string;
  readonly buildSlotType: string;
  readonly isRequired: boolean;
  readonly isActive: boolean;
  readonly instruction: string;
  readonly edhrBomRequired: string;
  readonly edhrBuildRequired: string;
}

/** The fields of a candidate as a person types them. */
export interface CandidateTexts {
  readonly product: string;
  readonly version: string;
  readonly qty: string;
  readonly minQty: string;
  readonly maxQty: string;
  readonly useUom: string;
  readonly isDefault: boolean;
  readonly isActive: boolean;
}

export interface CandidateDraft {
  readonly key: string;
  /** The record that is edited; undefined for a new one. */
  readonly base: Candidate | undefined;
  readonly isRemoved: boolean;
  readonly texts: CandidateTexts;
}

export interface SlotDraft {
  readonly key: string;
  readonly base: Slot | undefined;
  readonly isRemoved: boolean;
  readonly texts: SlotTexts;
  readonly candidates: readonly CandidateDraft[];
  /** The values of the properties, by their names. An empty one is cleared. */
  readonly properties: Readonly<Record<string, string>>;
}

export const slotFields = [
  "description",
  "buildSlotType",
  "isRequired",
  "isActive",
  "instruction",
  "edhrBomRequired",
  "edhrBuildRequired",
] as const satisfies readonly (keyof SlotTexts)[];

export const candidateFields = [
  "product",
  "version",
  "qty",
  "minQty",
  "maxQty",
  "useUom",
  "isDefault",
  "isActive",
] as const satisfies readonly (keyof CandidateTexts)[];

const decimals: ReadonlySet<string> = new Set([
  "edhrBomRequired",
  "edhrBuildRequired",
  "qty",
  "minQty",
  "maxQty",
]);

export const isDecimal = (field: string): boolean => decimals.has(field);

/** Returns a stored slot as it is edited. */
export function draftOf(slot: Slot, locale: string): SlotDraft {
  return {
    key: `slot-${slot.id}`,
    base: slot,
    isRemoved: false,
    texts: textsOf(slotFields, slot, locale) as unknown as SlotTexts,
    candidates: slot.candidates.map((candidate) => candidateDraftOf(candidate, locale)),
    properties: propertiesOf(slot),
  };
}

export const candidateDraftOf = (candidate: Candidate, locale: string): CandidateDraft => ({
  key: `candidate-${candidate.id}`,
  base: candidate,
  isRemoved: false,
  texts: textsOf(candidateFields, candidate, locale) as unknown as CandidateTexts,
});

/** Returns the values of a slot's properties by their names. */
export const propertiesOf = (slot: Slot): Readonly<Record<string, string>> =>
  Object.fromEntries(slot.Properties.map(({ property, value }) => [property, value]));

export const newSlot = (key: string, buildSlotType = ""): SlotDraft => ({
  key,
  base: undefined,
  isRemoved: false,
  texts: {
    description: "",
    buildSlotType,
    isRequired: true,
    isActive: true,
    instruction: "",
    edhrBomRequired: "0",
    edhrBuildRequired: "0",
  },
  candidates: [],
  properties: {},
});

/** The first candidate of a slot is its default. */
export const newCandidate = (key: string, isDefault: boolean): CandidateDraft => ({
  key,
  base: undefined,
  isRemoved: false,
  texts: {
    product: "",
    version: "",
    qty: "1",
    minQty: "1",
    maxQty: "1",
    useUom: "",
    isDefault,
    isActive: true,
  },
});

/** Returns fields of a record as a person types them, by their names. */
function textsOf(fields: readonly string[], record: object, locale: string): Values {
  // A record has a value of each field.
  const values = record as Values;
  return Object.fromEntries(
    fields.map((field) => {
      const value = values[field] ?? "";
      return [field, typeof value === "number" ? typedDecimal(value, locale) : value];
    }),
  );
}

/** Returns the value of a field in the types of the contract. A fault is no value. */
export function valueOf(field: string, text: string | boolean, locale: string): unknown {
  if (typeof text === "boolean") return text;
  if (text.trim() === "") return null;
  return isDecimal(field) ? parseDecimal(text, numberSigns(locale)).value : text;
}

export type SlotUpsert = NonNullable<Call<"bomSlotUpsert">["body"]>;

/** The requests that save a slot. */
export interface SlotChanges {
  /** Creates or updates the slot, if anything of it but a removal changed. */
  readonly upsert: SlotUpsert | undefined;
  /** The candidates of the request, in its order: a refusal names one by its position. */
  readonly candidateKeys: readonly string[];
  readonly removedCandidates: readonly Candidate[];
  readonly clearedProperties: readonly string[];
  readonly isRemoved: boolean;
}

/** Where a new slot belongs. */
export interface SlotPlace {
  readonly bomVersionID: number;
  readonly bomID: number;
  readonly ParentProductName: string;
  readonly bom: string;
  readonly version: string;
}

/** Returns what has to be sent to save a slot: only what differs. Undefined if nothing does. */
export function changesOf(
  draft: SlotDraft,
  place: SlotPlace,
  locale: string,
): SlotChanges | undefined {
  const { base, candidates } = draft;
  if (draft.isRemoved) {
    return base ? { ...nothing, isRemoved: true } : undefined;
  }
  const kept = candidates.filter(({ isRemoved }) => !isRemoved);
  const entries = kept.flatMap((candidate) => {
    const entry = candidateEntry(candidate, locale);
    return entry ? [{ key: candidate.key, entry }] : [];
  });
  const stored = base ? propertiesOf(base) : {};
  const set = Object.entries(draft.properties).filter(
    ([name, value]) => value !== "" && value !== stored[name],
  );
  const clearedProperties = Object.keys(stored).filter((name) => !draft.properties[name]);
  const body = {
    ...differing(slotFields, draft.texts, base, locale),
    ...(entries.length > 0 ? { candidates: entries.map(({ entry }) => entry) } : {}),
    ...(set.length > 0
      ? { Properties: set.map(([property, value]) => ({ property, value })) }
      : {}),
  };
  const isUpserted = base === undefined || Object.keys(body).length > 0;
  const key = base ? { id: base.id, revNo: base.revNo } : place;
  const removedCandidates = candidates.flatMap((candidate) =>
    candidate.isRemoved && candidate.base ? [candidate.base] : [],
  );
  if (!isUpserted && removedCandidates.length + clearedProperties.length === 0) return undefined;
  return {
    upsert: isUpserted ? { ...key, ...body } : undefined,
    candidateKeys: entries.map((entry) => entry.key),
    removedCandidates,
    clearedProperties,
    isRemoved: false,
  };
}

const nothing: SlotChanges = {
  upsert: undefined,
  candidateKeys: [],
  removedCandidates: [],
  clearedProperties: [],
  isRemoved: false,
};

function candidateEntry({ base, texts }: CandidateDraft, locale: string): object | undefined {
  const changed = differing(candidateFields, texts, base, locale);
  if (!base) return changed;
  if (Object.keys(changed).length === 0) return undefined;
  return { id: base.id, revNo: base.revNo, ...changed };
}

/** Returns the values that differ from the record. A new one has all that are not empty. */
function differing(
  fields: readonly string[],
  texts: object,
  base: object | undefined,
  locale: string,
): Readonly<Record<string, unknown>> {
  // The texts have each of the fields.
  const typed = texts as Readonly<Record<string, string | boolean>>;
  const stored = (base ?? {}) as Readonly<Record<string, unknown>>;
  const values = fields.map((field) => [field, valueOf(field, typed[field]!, locale)] as const);
  return Object.fromEntries(
    values.filter(([field, value]) => (value ?? null) !== (stored[field] ?? null)),
  );
}
