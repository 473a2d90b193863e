import type { MessageDescriptor } from "@lingui/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { Fragment, type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Check, type Connected, Field, FieldName } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { useOptionName } from "./choices.ts";
import { type Draft, picked, readDraft, typedDraft, typedText } from "./draft.ts";
import type { FieldOf } from "./field.ts";
import { fieldHints } from "./fields.gen.ts";
import { fieldLabels } from "./field-labels.gen.ts";
import type { Folded } from "./folded.rules.ts";
import { type FieldGroup, FormFields } from "./form-fields.tsx";
import { namesField, ProblemNotice, useFieldErrors } from "./problem-text.tsx";
import { StaleChanges, staleRecordOf } from "./stale-changes.tsx";

export type { Draft } from "./draft.ts";
export type { FieldGroup } from "./form-fields.tsx";

interface FieldFormProps {
  readonly fields: readonly FieldOf[];
  /** The fields that stand together, under a title. Fields of no group come last. */
  readonly groups?: readonly FieldGroup[];
  /** The fields that stay folded until one of them has something to show. */
  readonly folded?: Folded;
  /** The inputs of fields that need one of their own, such as a picker. */
  readonly inputs?: Readonly<Record<string, (props: InputProps) => ReactNode>>;
  /** The record that is edited; empty for a new one. */
  readonly initial: Draft;
  /** A person asked for it outside of a dialog: it takes the focus. */
  readonly isOpened?: boolean;
  /** Values from elsewhere, such as a scan. Each new object replaces what was typed there. */
  readonly patch?: Draft | undefined;
  readonly submitLabel: string;
  readonly error: unknown;
  /** What the screen itself finds wrong, by the names of the fields. */
  readonly faults?: Readonly<Record<string, string>>;
  readonly isBusy: boolean;
  /**
   * Gets the fields that differ from the record, in the types of the contract. `base` is that
   * record: after a stale revision, the one that was there meanwhile. Its `revNo` is the one to send.
   */
  readonly onSubmit: (changes: Draft, base: Draft) => void;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

/** A form made from the fields of an operation's request. */
export function FieldForm(props: FieldFormProps) {
  const { fields, groups = [], folded = nothing, initial, isBusy } = props;
  const { i18n } = useLingui();
  const label = useFieldLabel();
  const fieldErrorOf = useFieldErrors();
  const [base, setBase] = useState(initial);
  const [draft, setDraft] = useTyped(props, i18n.locale);
  const [unread, setUnread] = useState<Readonly<Record<string, MessageDescriptor>>>({});
  // A refusal is out of date as soon as the form is sent again.
  const [answered, setAnswered] = useState<unknown>();
  const error = props.error === answered ? undefined : props.error;
  const read = readDraft(fields, { draft, initial: base, locale: i18n.locale });
  const submit = () => {
    setUnread(read.faults);
    setAnswered(props.error);
    if (Object.keys(read.faults).length === 0) props.onSubmit(read.changes, base);
  };
  const now = staleRecordOf(error);
  const isStale = now !== undefined && now.revNo !== base.revNo;
  const errorOf = (name: string) =>
    unread[name] ? i18n._(unread[name]) : (props.faults?.[name] ?? fieldErrorOf(error, name));
  const showInput = (field: FieldOf) => {
    const { name } = field;
    const input = {
      field,
      value: draft[name],
      error: errorOf(name),
      partErrorOf: (part: string) => fieldErrorOf(error, `${name}/${part}`),
      onChange: (value: unknown) => setDraft((last) => ({ ...last, [name]: value })),
    };
    const own = props.inputs?.[name]?.(input);
    return <Fragment key={name}>{own ?? <FieldInput {...input} />}</Fragment>;
  };
  return (
    <Form isOpened={props.isOpened ?? false} onSubmit={submit}>
      <FormFields
        fields={fields}
        groups={groups}
        folded={folded}
        record={initial}
        isRefused={(name) => errorOf(name) !== undefined || namesField(error, name)}
        showInput={showInput}
      />
      {props.children}
      {isStale ? (
        <StaleChanges
          base={picked(fields, base)}
          mine={{ ...picked(fields, base), ...read.changes }}
          now={picked(fields, now)}
          nameOf={label}
          onMerge={(merged) => {
            setBase(now);
            setDraft(typedDraft(fields, merged, i18n.locale));
          }}
        />
      ) : undefined}
      {error && !now ? <ProblemNotice error={error} fields={fieldsWithErrors(props)} /> : undefined}
      <FormActions {...props} isBusy={isBusy || isStale} />
    </Form>
  );
}

const nothing: Folded = { names: [] };

/** What a person has typed, and how to change it. A new patch replaces what was typed there. */
function useTyped({ fields, initial, patch }: FieldFormProps, locale: string) {
  const [draft, setDraft] = useState<Draft>(() => typedDraft(fields, initial, locale));
  const [taken, setTaken] = useState<Draft>();
  if (patch !== taken) {
    setTaken(patch);
    const patched = fields.filter(({ name }) => patch && name in patch);
    setDraft({ ...draft, ...typedDraft(patched, patch ?? {}, locale) });
  }
  return [draft, setDraft] as const;
}

/** The fields that show their errors. Inputs of their own show them too. */
const fieldsWithErrors = ({ fields, inputs = {} }: FieldFormProps): readonly string[] =>
  fields
    .filter(({ name, kind }) => name in inputs || !["flag", "group", "list"].includes(kind))
    .map(({ name }) => name);

const FormActions = (props: Pick<FieldFormProps, "submitLabel" | "isBusy" | "onCancel">) => (
  <div className="form-actions">
    <Button type="submit" kind="main" disabled={props.isBusy}>
      {props.submitLabel}
    </Button>
    <Button onClick={props.onCancel}>
      <Trans>Cancel</Trans>
    </Button>
  </div>
);

export interface InputProps {
  readonly field: FieldOf;
  readonly value: unknown;
  readonly error?: string | undefined;
  /** Returns what is wrong with a part of the value, such as `0/Name`. */
  readonly partErrorOf?: (part: string) => string | undefined;
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
function useFieldHint(): (field: FieldOf) => string | undefined {
  const { i18n } = useLingui();
  return ({ hint }) => {
    const meaning = hint === undefined ? undefined : fieldHints[hint];
    return meaning && i18n._(meaning);
  };
}

interface RequestFieldProps extends Pick<InputProps, "field" | "error"> {
  /** By default, what the field means. */
  readonly hint?: string | undefined;
  readonly children: (connected: Connected) => ReactNode;
}

/** A field of a request: its name, with a star if it must be filled, and its meaning. */
export function RequestField({ field, error, hint, children }: RequestFieldProps) {
  const label = useFieldLabel();
  const meaning = useFieldHint();
  return (
    <Field
      label={label(field.name)}
      hint={hint ?? meaning(field)}
      error={error}
      isRequired={field.isRequired ?? false}
    >
      {children}
    </Field>
  );
}

function FieldInput(props: InputProps) {
  const label = useFieldLabel();
  const optionName = useOptionName();
  const { field, value, error, onChange } = props;
  const { name, kind, isRequired = false } = field;
  if (kind === "group") return <GroupInput {...props} />;
  if (kind === "list") return <ListInput {...props} />;
  if (kind === "flag") {
    return <Check label={label(name)} isChecked={value === true} onChange={onChange} />;
  }
  return (
    <RequestField field={field} error={error}>
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
                {optionName(name, option)}
              </option>
            ))}
          </select>
        ) : longTexts.has(name) ? (
          <textarea
            {...connected}
            value={typedText(value)}
            maxLength={field.lengthMax}
            onChange={(event) => onChange(event.target.value)}
          />
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
    </RequestField>
  );
}

/** The name of a field that is several inputs. */
function Legend({ field }: Pick<InputProps, "field">) {
  const label = useFieldLabel();
  return (
    <legend>
      <FieldName isRequired={field.isRequired ?? false}>{label(field.name)}</FieldName>
    </legend>
  );
}

function GroupInput({ field, value, onChange }: InputProps) {
  // The value of a group is a draft of its fields.
  const draft = (value ?? {}) as Draft;
  return (
    <fieldset className="group">
      <Legend field={field} />
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
  const { t } = useLingui();
  const entries = (Array.isArray(value) ? value : []) as readonly unknown[];
  const inner: FieldOf = field.fields
    ? { name: field.name, kind: "group", fields: field.fields }
    : { name: field.name, kind: field.options ? "choice" : "text", options: field.options ?? [] };
  return (
    <fieldset className="group">
      <Legend field={field} />
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

/** Texts that can have several lines. */
const longTexts: ReadonlySet<string> = new Set(["description", "Description", "instruction"]);
