import { Trans } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import "./filter-bar.css";

type Filters = Readonly<Record<string, unknown>>;

interface FilterBarProps<Given extends Filters> {
  readonly filters: Given;
  readonly fields: readonly { readonly name: keyof Given & string; readonly label: string }[];
  readonly onChange: (filters: Given) => void;
}

/** The texts that a list is filtered by. They take effect together, with Enter or the button. */
export function FilterBar<Given extends Filters>(props: FilterBarProps<Given>) {
  const { filters, fields, onChange } = props;
  const [draft, setDraft] = useState(filters);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = Object.entries(draft).filter(([, value]) => value !== "" && value !== undefined);
    // The entries are those of the draft.
    onChange(Object.fromEntries(given) as Given);
  };
  return (
    <search>
      <form className="row filters" onSubmit={submit}>
        {fields.map(({ name, label }) => (
          <Field key={name} label={label}>
            {(connected) => (
              <input
                {...connected}
                autoComplete="off"
                value={String(draft[name] ?? "")}
                onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <Button type="submit">
          <Trans>Search</Trans>
        </Button>
      </form>
    </search>
  );
}
