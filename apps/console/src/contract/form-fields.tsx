import type { ReactNode } from "react";
import type { FieldOf } from "./field.ts";

export interface FieldGroup {
  readonly title: string;
  readonly names: readonly string[];
}

interface FormFieldsProps {
  readonly fields: readonly FieldOf[];
  readonly groups: readonly FieldGroup[];
  readonly showInput: (field: FieldOf) => ReactNode;
}

/** The fields of a form, in their groups. */
export function FormFields({ fields, groups, showInput }: FormFieldsProps) {
  const grouped = new Set(groups.flatMap(({ names }) => names));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const filled = groups.filter(({ names }) => names.some((name) => byName.has(name)));
  return (
    <>
      {filled.map(({ title, names }) => (
        <fieldset key={title} className="group field-grid">
          <legend>{title}</legend>
          {names.flatMap((name) => byName.get(name) ?? []).map(showInput)}
        </fieldset>
      ))}
      {fields.filter(({ name }) => !grouped.has(name)).map(showInput)}
    </>
  );
}
