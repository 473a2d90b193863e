import { type DecimalFault, numberSigns, parseDecimal } from "../../contract/decimal.rules.ts";
import {
  type CandidateDraft,
  type CandidateTexts,
  isDecimal,
  type SlotDraft,
  type SlotTexts,
  slotFields,
} from "./draft.rules.ts";

/** Why a slot can't be saved as it stands. */
export type FaultCode =
  | DecimalFault
  | "required"
  | "negative"
  | "not_positive"
  | "minimum_above_quantity"
  | "maximum_below_quantity"
  | "second_default"
  | "duplicate"
  | "removed_before";

/** A fault of one cell. */
export interface Fault {
  readonly slotKey: string;
  /** Undefined for a field of the slot itself. */
  readonly candidateKey: string | undefined;
  readonly field: string;
  readonly code: FaultCode;
}

/** Returns the faults of a slot, in the order of its rows and fields. */
export function faultsOf(slot: SlotDraft, locale: string): readonly Fault[] {
  if (slot.isRemoved) return [];
  const own = faultsOfSlot(slot.texts, locale).map(([field, code]): Fault => ({
    slotKey: slot.key,
    candidateKey: undefined,
    field,
    code,
  }));
  const ofCandidates = slot.candidates
    .filter(({ isRemoved }) => !isRemoved)
    .flatMap((candidate) =>
      faultsOfCandidate(candidate, slot.candidates, locale).map(([field, code]): Fault => ({
        slotKey: slot.key,
        candidateKey: candidate.key,
        field,
        code,
      })),
    );
  return [...own, ...ofCandidates];
}

type FieldFault = readonly [field: string, code: FaultCode];

function faultsOfSlot(texts: SlotTexts, locale: string): readonly FieldFault[] {
  const optional: ReadonlySet<string> = new Set(["instruction"]);
  return slotFields.flatMap((field): readonly FieldFault[] => {
    const text = texts[field];
    if (typeof text === "boolean") return [];
    if (text.trim() === "") return optional.has(field) ? [] : [[field, "required"]];
    if (!isDecimal(field)) return [];
    const { value = 0, fault } = parseDecimal(text, numberSigns(locale));
    if (fault) return [[field, fault]];
    return value < 0 ? [[field, "negative"]] : [];
  });
}

function faultsOfCandidate(
  candidate: CandidateDraft,
  all: readonly CandidateDraft[],
  locale: string,
): readonly FieldFault[] {
  return [
    ...(candidate.texts.product.trim() === "" ? [["product", "required"] as const] : []),
    ...faultsOfQuantities(candidate.texts, locale),
    ...faultsAmong(candidate, all),
  ];
}

/** Checks 0 <= minimum <= quantity <= maximum, and that quantity and maximum are above 0. */
function faultsOfQuantities(
  { qty, minQty, maxQty }: CandidateTexts,
  locale: string,
): readonly FieldFault[] {
  const signs = numberSigns(locale);
  const read = (text: string) => (text.trim() === "" ? undefined : parseDecimal(text, signs));
  const faults: FieldFault[] = [];
  const [quantity, minimum, maximum] = [read(qty), read(minQty), read(maxQty)];
  if (!quantity) faults.push(["qty", "required"]);
  else if (quantity.fault) faults.push(["qty", quantity.fault]);
  else if (quantity.value <= 0) faults.push(["qty", "not_positive"]);
  if (!minimum) faults.push(["minQty", "required"]);
  else if (minimum.fault) faults.push(["minQty", minimum.fault]);
  else if (minimum.value < 0) faults.push(["minQty", "negative"]);
  else if (minimum.value > (quantity?.value ?? Infinity)) {
    faults.push(["minQty", "minimum_above_quantity"]);
  }
  // No maximum is no limit.
  if (maximum?.fault) faults.push(["maxQty", maximum.fault]);
  else if (maximum && maximum.value <= 0) faults.push(["maxQty", "not_positive"]);
  else if (maximum && maximum.value < (quantity?.value ?? 0)) {
    faults.push(["maxQty", "maximum_below_quantity"]);
  }
  return faults;
}

/** Checks a candidate against the others of its slot: one default, and each product once. */
function faultsAmong(
  candidate: CandidateDraft,
  all: readonly CandidateDraft[],
): readonly FieldFault[] {
  const { product, version, isDefault, isActive } = candidate.texts;
  const before = all.slice(0, all.indexOf(candidate));
  const others = all.filter((other) => other !== candidate);
  const isSame = ({ texts }: CandidateDraft) =>
    product !== "" && texts.product === product && texts.version === version;
  const faults: FieldFault[] = [];
  // The service writes a removal after the rest, so the product is not free before.
  if (!candidate.base && others.some((other) => other.isRemoved && isSame(other))) {
    faults.push(["product", "removed_before"]);
  } else if (before.some((other) => !other.isRemoved && isSame(other))) {
    faults.push(["product", "duplicate"]);
  }
  const isSecond = before.some(
    ({ isRemoved, texts }) => !isRemoved && texts.isActive && texts.isDefault,
  );
  if (isDefault && isActive && isSecond) faults.push(["isDefault", "second_default"]);
  return faults;
}
