import { type ReactNode, useId } from "react";

interface ChoiceProps<Value> {
  readonly label: ReactNode;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, name: ReactNode])[];
  readonly onChange: (value: Value) => void;
}

/** One of a few values, all of which are in sight. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, onChange } = props;
  const id = useId();
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      <div className="choice">
        {options.map(([option, name]) => (
          <label key={option} className="choice-option">
            <input
              type="radio"
              name={id}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
