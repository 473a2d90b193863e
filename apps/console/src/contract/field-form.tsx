import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, Fragment, type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Check, Field } from "../ui/field.tsx";
import { type DecimalFault, formatDecimal, numberSigns, parseDecimal } from "./decimal.rules.ts";
import type { FieldOf } from "./field.ts";
import { fieldHints, fieldLabels } from "./fields.gen.ts";
import { fieldErrorOf, ProblemNotice } from "./problem-text.tsx";

/** The values of a form, by the names of its fields. A text is still as it was typed. */
export type Draft = Readonly<Record<string, unknown>>;

interface FieldFormProps {
  readonly fields: readonly FieldOf[];
  /** The inputs of fields that need one of their own, such as a picker. */
  readonly inputs?: Readonly<Record<string, (props: InputProps) => ReactNode>>;
  /** The record that is edited; empty for a new one. */
  readonly initial: Draft;
  /** Values from elsewhere, such as a scan. Each new object replaces what was typed there. */
  readonly patch?: Draft | undefined;
  readonly submitLabel: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  /** Gets the fields that differ from the record, in the types of the contract. */
  readonly onSubmit: (changes: Draft) => void;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

const decimalFaults: Readonly<Record<DecimalFault, MessageDescriptor>> = {
  not_a_number: msg`This is not a number.`,
  ambiguous: msg`This can be read in two ways. Write thousands without a sign, or add the decimals.`,
  too_many_decimals: msg`A quantity has at most six decimals.`,
};

/** A form made from the fields of an operation's request. */
export function FieldForm(props: FieldFormProps) {
  const { fields, inputs, initial, submitLabel, error, isBusy, onSubmit, onCancel, children } =
    props;
  const { i18n } = useLingui();
  const [draft, setDraft] = useState<Draft>(() => typedDraft(fields, initial, i18n.locale));
  const [taken, setTaken] = useState<Draft>();
  const { patch } = props;
  if (patch !== taken) {
    setTaken(patch);
    const patched = fields.filter(({ name }) => patch && name in patch);
    setDraft({ ...draft, ...typedDraft(patched, patch ?? {}, i18n.locale) });
  }
  const [faults, setFaults] = useState<Readonly<Record<string, MessageDescriptor>>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readDraft(fields, { draft, initial, locale: i18n.locale });
    setFaults(read.faults);
    if (Object.keys(read.faults).length === 0) onSubmit(read.changes);
  };
  const errorOf = (name: string) => {
    const fault = faults[name];
    return fault ? i18n._(fault) : fieldErrorOf(error, name);
  };
  const showInput = (field: FieldOf) => {
    const input = {
      field,
      value: draft[field.name],
      error: errorOf(field.name),
      onChange: (value: unknown) => setDraft((last) => ({ ...last, [field.name]: value })),
    };
    const own = inputs?.[field.name];
    return <Fragment key={field.name}>{own ? own(input) : <FieldInput {...input} />}</Fragment>;
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      {fields.map(showInput)}
      {children}
      {error ? <ProblemNotice error={error} /> : undefined}
      <div className="form-actions">
        <Button type="submit" kind="main" disabled={isBusy}>
          {submitLabel}
        </Button>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}

export interface InputProps {
  readonly field: FieldOf;
  readonly value: unknown;
  readonly error?: string | undefined;
  readonly onChange: (value: unknown) => void;
}

/** Returns the name of a field in the person's language. */
export function useFieldLabel(): (name: string) => string {
  const { i18n } = useLingui();
  return (name) => {
    const label = fieldLabels[name];
    return label ? i18n._(label) : name;
  };
}

/** Returns what a field means, in the person's language. */
export function useFieldHint(): (field: FieldOf) => string | undefined {
  const { i18n } = useLingui();
  return ({ hint }) => {
    const meaning = hint === undefined ? undefined : fieldHints[hint];
    return meaning && i18n._(meaning);
  };
}

function FieldInput(props: InputProps) {
  const label = useFieldLabel();
  const hint = useFieldHint();
  const { field, value, error, onChange } = props;
  const { name, kind, isRequired = false } = field;
  if (kind === "group") return <GroupInput {...props} />;
  if (kind === "list") return <ListInput {...props} />;
  if (kind === "flag") {
    return <Check label={label(name)} isChecked={value === true} onChange={onChange} />;
  }
  return (
    <Field label={label(name)} hint={hint(field)} error={error} isRequired={isRequired}>
      {(connected) =>
        kind === "choice" ? (
          <select
            {...connected}
            value={typedText(value)}
            onChange={(event) => onChange(event.target.value)}
          >
            {isRequired ? undefined : <option value="">—</option>}
            {field.options?.map((option) => (
              <option key={String(option)} value={String(option)}>
                {String(option)}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...connected}
            value={typedText(value)}
            maxLength={field.lengthMax}
            inputMode={kind === "text" || kind === "time" ? undefined : "decimal"}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}

function GroupInput({ field, value, onChange }: InputProps) {
  const label = useFieldLabel();
  // The value of a group is a draft of its fields.
  const draft = (value ?? {}) as Draft;
  return (
    <fieldset className="group">
      <legend>{label(field.name)}</legend>
      {field.fields?.map((inner) => (
        <FieldInput
          key={inner.name}
          field={inner}
          value={draft[inner.name]}
          onChange={(changed) => onChange({ ...draft, [inner.name]: changed })}
        />
      ))}
    </fieldset>
  );
}

function ListInput({ field, value, onChange }: InputProps) {
  const label = useFieldLabel();
  const { t } = useLingui();
  const entries = (Array.isArray(value) ? value : []) as readonly unknown[];
  const inner: FieldOf = field.fields
    ? { name: field.name, kind: "group", fields: field.fields }
    : { name: field.name, kind: field.options ? "choice" : "text", options: field.options ?? [] };
  return (
    <fieldset className="group">
      <legend>{label(field.name)}</legend>
      {entries.map((entry, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an entry has no other name
        <div key={index} className="row">
          <FieldInput
            field={inner}
            value={entry}
            onChange={(changed) => onChange(entries.with(index, changed))}
          />
          <Button
            kind="plain"
            aria-label={t`Remove entry ${index + 1}`}
            onClick={() => onChange(entries.toSpliced(index, 1))}
          >
            <Trans>Remove</Trans>
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => onChange([...entries, field.fields ? {} : ""])}>
          <Trans>Add</Trans>
        </Button>
      </div>
    </fieldset>
  );
}

/** The value of an input: a text as it was typed, or a number of the record. */
const typedText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** Returns the record's values as a person types them. */
function typedDraft(fields: readonly FieldOf[], record: Draft, locale: string): Draft {
  const typed = fields.map((field): [string, unknown] => {
    const value = record[field.name];
    if (typeof value === "number" && field.kind === "decimal") {
      return [field.name, formatDecimal(value, locale).replaceAll(numberSigns(locale).group, "")];
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
function readDraft(fields: readonly FieldOf[], { draft, initial, locale }: Typed) {
  const faults: Record<string, MessageDescriptor> = {};
  const changes: Record<string, unknown> = {};
  for (const field of fields) {
    const { value, fault } = readField(field, draft[field.name], locale);
    if (fault) faults[field.name] = decimalFaults[fault];
    else if (JSON.stringify(value) !== JSON.stringify(initial[field.name])) {
      changes[field.name] = value;
    }
  }
  return { faults, changes };
}

interface ReadField {
  readonly value?: unknown;
  readonly fault?: DecimalFault | undefined;
}

function readField(field: FieldOf, typed: unknown, locale: string): ReadField {
  if (typed === "" || typed === undefined || typed === null) {
    return { value: typed === undefined ? undefined : emptyOf(field) };
  }
  switch (field.kind) {
    case "decimal":
    case "integer":
      return typeof typed === "number"
        ? { value: typed }
        : parseDecimal(typedText(typed), numberSigns(locale));
    case "group": {
      // The value of a group is a draft of its fields.
      const { changes } = readDraft(field.fields ?? [], {
        draft: typed as Draft,
        initial: {},
        locale,
      });
      return { value: changes };
    }
    case "list": {
      const entries = typed as readonly unknown[];
      const inner = { ...field, kind: field.fields ? "group" : "text" } as const;
      return { value: entries.map((entry) => readField(inner, entry, locale).value) };
    }
    default:
      return { value: typed };
  }
}

/** An emptied field is cleared where the contract allows null, and is left out otherwise. */
const emptyOf = ({ isNullable }: FieldOf): null | undefined => (isNullable ? null : undefined);
