import type { ReactNode } from "react";
import { type Connected, Field } from "../ui/field.tsx";
import { typedText } from "./draft.ts";
import { type InputProps, useFieldLabel } from "./field-form.tsx";

interface PickerInputProps extends InputProps {
  readonly children: (input: {
    readonly connected: Connected;
    readonly value: string;
    readonly onChange: (value: string) => void;
  }) => ReactNode;
}

/** A field of a form whose value a picker chooses. */
export function PickerInput({ field, value, error, onChange, children }: PickerInputProps) {
  const label = useFieldLabel();
  return (
    <Field label={label(field.name)} error={error} isRequired={field.isRequired ?? false}>
      {(connected) => children({ connected, value: typedText(value), onChange })}
    </Field>
  );
}
