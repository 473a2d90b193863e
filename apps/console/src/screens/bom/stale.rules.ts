import type { ThreeWay, Values } from "../../contract/three-way.rules.ts";
import { typedDecimal } from "../../contract/decimal.rules.ts";
import type { Slot } from "./bom.ts";
import {
  candidateDraftOf,
  type CandidateDraft,
  candidateFields,
  draftOf,
  propertiesOf,
  type SlotDraft,
  slotFields,
  valueOf,
} from "./draft.rules.ts";

/** The name of a value of a slot that is compared: of the slot, a candidate or a property. */
export type FlatName =
  | { readonly kind: "slot"; readonly field: string }
  | { readonly kind: "candidate"; readonly id: number; readonly field: string }
  | { readonly kind: "property"; readonly property: string };

const nameOf = (name: FlatName): string => JSON.stringify(name);

/** Reads a name that this file has made. */
export const readName = (name: string): FlatName => JSON.parse(name) as FlatName;

/**
 * Returns what a person changed and what somebody else did. A candidate that is gone meanwhile is
 * one value that went: nobody can decide about its fields any more.
 */
export function threeOf(base: Slot, draft: SlotDraft, now: Slot, locale: string): ThreeWay {
  const here = new Set(now.candidates.map(({ id }) => id));
  const isLeft = (text: string) => {
    const name = readName(text);
    return name.kind !== "candidate" || name.field === "product" || here.has(name.id);
  };
  const left = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isLeft(name)));
  const stored = left(flatSlot(base));
  const gone = Object.entries(stored).filter(([text]) => {
    const name = readName(text);
    return name.kind === "candidate" && !here.has(name.id);
  });
  const mine = { ...left(flatDraft(draft, locale)), ...Object.fromEntries(gone) };
  return { base: stored, mine, now: flatSlot(now) };
}

/** Returns the values of a stored slot, flat: each value has a name of its own. */
function flatSlot(slot: Slot): Values {
  return flat(slot, slot.candidates, propertiesOf(slot));
}

/** Returns the values that a person wants for a stored slot. New and removed parts are not in it. */
export function flatDraft(draft: SlotDraft, locale: string): Values {
  const read = (fields: readonly string[], texts: object) => {
    // The texts have each of the fields.
    const typed = texts as Readonly<Record<string, string | boolean>>;
    return Object.fromEntries(
      fields.map((field) => [field, valueOf(field, typed[field]!, locale)]),
    );
  };
  const candidates = draft.candidates.flatMap(({ base, texts }) =>
    base ? [{ id: base.id, ...read(candidateFields, texts) }] : [],
  );
  return flat(read(slotFields, draft.texts), candidates, draft.properties);
}

function flat(
  slot: object,
  candidates: readonly { readonly id: number }[],
  properties: Readonly<Record<string, string>>,
): Values {
  const valuesOf = (record: object) => record as Readonly<Record<string, unknown>>;
  return Object.fromEntries([
    ...slotFields.map((field) => [nameOf({ kind: "slot", field }), valuesOf(slot)[field]]),
    ...candidates.flatMap((candidate) =>
      candidateFields.map((field) => [
        nameOf({ kind: "candidate", id: candidate.id, field }),
        valuesOf(candidate)[field],
      ]),
    ),
    ...Object.entries(properties)
      .filter(([, value]) => value !== "")
      .map(([property, value]) => [nameOf({ kind: "property", property }), value]),
  ]);
}

/**
 * Returns the draft on top of the slot as it is now. `merged` has the values that were decided.
 * New and removed candidates stay so; a candidate that is gone meanwhile goes.
 */
export function rebased(draft: SlotDraft, now: Slot, merged: Values, locale: string): SlotDraft {
  const fresh = draftOf(now, locale);
  const typed = (value: unknown): string | boolean => {
    if (typeof value === "number") return typedDecimal(value, locale);
    return typeof value === "boolean" || typeof value === "string" ? value : "";
  };
  const merge = <Texts extends object>(texts: Texts, name: (field: string) => FlatName): Texts => {
    const entries = Object.entries(texts).map(([field, text]) => {
      const key = nameOf(name(field));
      return [field, key in merged ? typed(merged[key]) : text];
    });
    // The fields are those of the texts.
    return Object.fromEntries(entries) as Texts;
  };
  const candidates = now.candidates.map((candidate): CandidateDraft => {
    const next = candidateDraftOf(candidate, locale);
    const own = draft.candidates.find(({ base }) => base?.id === candidate.id);
    const texts = merge(next.texts, (field) => ({ kind: "candidate", id: candidate.id, field }));
    return { ...next, texts, isRemoved: own?.isRemoved ?? false };
  });
  const properties = Object.entries(merged).flatMap(([key, value]) => {
    const name = readName(key);
    return name.kind === "property" ? [[name.property, typed(value)]] : [];
  });
  return {
    ...fresh,
    key: draft.key,
    isRemoved: draft.isRemoved,
    texts: merge(fresh.texts, (field) => ({ kind: "slot", field })),
    candidates: [...candidates, ...draft.candidates.filter(({ base }) => !base)],
    properties: Object.fromEntries(properties),
  };
}
