import type { ComponentType, ReactNode } from "react";
import { Field, type InputOf } from "../ui/field.tsx";
import { type InputProps, useFieldHint, useFieldLabel } from "./field-form.tsx";

/** Makes the field of a form from another input than that of its kind, such as a picker. */
export const labelled =
  (Input: ComponentType<InputOf>) =>
  (props: InputProps): ReactNode => <Labelled {...props} Input={Input} />;

function Labelled(props: InputProps & { readonly Input: ComponentType<InputOf> }) {
  const label = useFieldLabel();
  const hint = useFieldHint();
  const { field, value, error, onChange, Input } = props;
  return (
    <Field
      label={label(field.name)}
      hint={hint(field)}
      error={error}
      isRequired={field.isRequired ?? false}
    >
      {(connected) => (
        <Input
          connected={connected}
          value={typeof value === "string" ? value : ""}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
