import { Trans } from "@lingui/react/macro";
import { type ComponentType, type FormEvent, useState } from "react";
import { useOptionName } from "../contract/choices.ts";
import { Button } from "../ui/button.tsx";
import { Field, type InputOf } from "../ui/field.tsx";
import "./filter-bar.css";

type Filters = Readonly<Record<string, unknown>>;

interface FilterField<Given extends Filters> {
  readonly name: keyof Given & string;
  readonly label: string;
  /** A date is a day in the plant's time zone. */
  readonly kind?: "date" | undefined;
  /** The only values there are, if a person chooses one of few. */
  readonly options?: readonly string[];
  /** Makes another input. */
  readonly Input?: ComponentType<InputOf>;
}

interface FilterBarProps<Given extends Filters> {
  readonly filters: Given;
  readonly fields: readonly FilterField<Given>[];
  /** Fields that are folded away until they have a value, or a person wants them. */
  readonly rareFields?: readonly FilterField<Given>[];
  /** What the button says, if the fields search nothing. */
  readonly submitLabel?: string;
  readonly onChange: (filters: Given) => void;
}

/** The texts that a list is filtered by. They take effect together, with Enter or the button. */
export function FilterBar<Given extends Filters>(props: FilterBarProps<Given>) {
  const { filters, fields, rareFields = [], submitLabel, onChange } = props;
  const [draft, setDraft] = useState(filters);
  const [shown, setShown] = useState(filters);
  // The address can change without this form: by the browser's back, or by a link.
  if (shown !== filters) {
    setShown(filters);
    setDraft(filters);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = Object.entries(draft).filter(([, value]) => value !== "" && value !== undefined);
    // The entries are those of the draft.
    onChange(Object.fromEntries(given) as Given);
  };
  const fieldOf = ({ name, label, kind, options, Input }: FilterField<Given>) => (
    <Field key={name} label={label}>
      {(connected) => {
        const input = {
          connected,
          value: String(draft[name] ?? ""),
          onChange: (value: string) => setDraft((last) => ({ ...last, [name]: value })),
        };
        if (Input) return <Input {...input} />;
        return options ? (
          <OptionInput {...input} name={name} options={options} />
        ) : (
          <TextInput {...input} kind={kind} />
        );
      }}
    </Field>
  );
  return (
    <search>
      <form className="row filters" onSubmit={submit}>
        {fields.map(fieldOf)}
        {rareFields.length > 0 ? (
          <details
            className="filters-more"
            open={rareFields.some(({ name }) => filters[name] !== undefined)}
          >
            <summary className="button">
              <Trans>More filters</Trans>
            </summary>
            <div className="row filters">{rareFields.map(fieldOf)}</div>
          </details>
        ) : undefined}
        <Button type="submit">{submitLabel ?? <Trans>Search</Trans>}</Button>
      </form>
    </search>
  );
}

interface TextInputProps extends InputOf {
  readonly kind: "date" | undefined;
}

const TextInput = ({ connected, kind, value, onChange }: TextInputProps) => (
  <input
    {...connected}
    type={kind}
    autoComplete="off"
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);

interface OptionInputProps extends InputOf {
  readonly name: string;
  readonly options: readonly string[];
}

function OptionInput({ connected, name, options, value, onChange }: OptionInputProps) {
  const optionName = useOptionName();
  return (
    <select {...connected} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">—</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {optionName(name, option)}
        </option>
      ))}
    </select>
  );
}
