import type { ComponentType, ReactNode } from "react";
import type { InputOf } from "../ui/field.tsx";
import { type InputProps, RequestField } from "./field-form.tsx";

/** Makes the field of a form from another input than that of its kind, such as a picker. */
export const labelled =
  (Input: ComponentType<InputOf>) =>
  ({ field, value, error, onChange }: InputProps): ReactNode => (
    <RequestField field={field} error={error}>
      {(connected) => (
        <Input
          connected={connected}
          value={typeof value === "string" ? value : ""}
          onChange={onChange}
        />
      )}
    </RequestField>
  );
