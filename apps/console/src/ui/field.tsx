import { type ReactNode, useId } from "react";

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  /** Makes the input, with the attributes that connect it to its label and texts. */
  readonly children: (connected: Connected) => ReactNode;
}

/** The attributes of an input that belong to its field. */
export interface Connected {
  readonly id: string;
  readonly className: "input";
  readonly required: boolean;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean | undefined;
}

/** The connection of an input to its field, its text, and the function that takes a new one. */
export interface InputOf {
  readonly connected: Connected;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An input with its label above it, and a hint or the reason of a refusal below it. */
export function Field({ label, hint, error, isRequired = false, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        <FieldName isRequired={isRequired}>{label}</FieldName>
      </label>
      {children({
        id,
        className: "input",
        required: isRequired,
        "aria-describedby": described || undefined,
        "aria-invalid": error === undefined ? undefined : true,
      })}
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : undefined}
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : undefined}
    </div>
  );
}

interface FieldNameProps {
  readonly isRequired: boolean;
  readonly children: ReactNode;
}

/** The name of a field. A star marks one that must be filled. */
export const FieldName = ({ isRequired, children }: FieldNameProps) => (
  <>
    {children}
    {isRequired ? <span aria-hidden="true"> *</span> : undefined}
  </>
);

interface CheckProps {
  readonly label: ReactNode;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export const Check = ({ label, isChecked, onChange }: CheckProps) => (
  <label className="check">
    <input
      type="checkbox"
      checked={isChecked}
      onChange={(event) => onChange(event.target.checked)}
    />
    {label}
  </label>
);
