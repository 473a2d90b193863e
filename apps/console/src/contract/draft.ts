import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { type DecimalFault, numberSigns, parseDecimal, typedDecimal } from "./decimal.rules.ts";
import type { FieldOf } from "./field.ts";

/** The values of a form, by the names of its fields. A text is still as it was typed. */
export type Draft = Readonly<Record<string, unknown>>;

export const decimalFaults: Readonly<Record<DecimalFault, MessageDescriptor>> = {
  not_a_number: msg`This is not a number.`,
  ambiguous: msg`This can be read in two ways. Write thousands without a sign, or add the decimals.`,
  too_many_decimals: msg`A quantity has at most six decimals.`,
};

/** The fields of a form, of a record that has more. */
export const picked = (fields: readonly FieldOf[], record: Draft): Draft =>
  Object.fromEntries(fields.map(({ name }) => [name, record[name]]));

/** The value of an input: a text as it was typed, or a number of the record. */
export const typedText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** Returns the record's values as a person types them. */
export function typedDraft(fields: readonly FieldOf[], record: Draft, locale: string): Draft {
  const typed = fields.map((field): [string, unknown] => {
    const value = record[field.name];
    if (typeof value === "number" && field.kind === "decimal") {
      return [field.name, typedDecimal(value, locale)];
    }
    return [field.name, value];
  });
  return Object.fromEntries(typed);
}

interface Typed {
  readonly draft: Draft;
  readonly initial: Draft;
  readonly locale: string;
}

/** Reads the fields that were changed, and what is wrong with them. */
export function readDraft(fields: readonly FieldOf[], { draft, initial, locale }: Typed) {
  const faults: Record<string, MessageDescriptor> = {};
  const changes: Record<string, unknown> = {};
  for (const field of fields) {
    const { value, fault } = readField(field, draft[field.name], locale);
    if (fault) faults[field.name] = fault;
    else if (JSON.stringify(value) !== JSON.stringify(initial[field.name])) {
      changes[field.name] = value;
    }
  }
  return { faults, changes };
}

interface ReadField {
  readonly value?: unknown;
  readonly fault?: MessageDescriptor | undefined;
}

function readField(field: FieldOf, typed: unknown, locale: string): ReadField {
  if (typed === "" || typed === undefined || typed === null) {
    if (isShownAsFirst(field)) return { value: field.options?.[0] };
    return { value: typed === undefined ? undefined : emptyOf(field) };
  }
  switch (field.kind) {
    case "decimal":
    case "integer": {
      if (typeof typed === "number") return { value: typed };
      const { value, fault } = parseDecimal(typedText(typed), numberSigns(locale));
      return { value, fault: fault && decimalFaults[fault] };
    }
    case "group": {
      // The value of a group is a draft of its fields.
      const { changes, faults } = readDraft(field.fields ?? [], {
        draft: typed as Draft,
        initial: {},
        locale,
      });
      return { value: changes, fault: Object.values(faults)[0] };
    }
    case "list": {
      const entries = typed as readonly unknown[];
      const inner = { ...field, kind: field.fields ? "group" : "text" } as const;
      const read = entries.map((entry) => readField(inner, entry, locale));
      return {
        value: read.map(({ value }) => value),
        fault: read.find(({ fault }) => fault)?.fault,
      };
    }
    default:
      return { value: typed };
  }
}

/** An emptied field is cleared where the contract allows null, and is left out otherwise. */
const emptyOf = ({ isNullable }: FieldOf): null | undefined => (isNullable ? null : undefined);

/** A choice that must be made has no empty entry: a person sees its first option chosen. */
const isShownAsFirst = ({ kind, isRequired }: FieldOf): boolean =>
  kind === "choice" && isRequired === true;
