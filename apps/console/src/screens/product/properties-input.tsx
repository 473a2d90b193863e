import { Trans, useLingui } from "@lingui/react/macro";
import type { InputProps } from "../../contract/field-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { useState } from "react";

interface Property {
  readonly Name: string;
  readonly Value: string | null;
}

/**
 * The properties of a product. The service merges them by name, so one that is saved can be
 * emptied but not taken away.
 */
export function PropertiesInput({ value, error, partErrorOf, onChange }: InputProps) {
  const { t } = useLingui();
  // The contract's list of properties, or nothing yet.
  const properties = (value ?? []) as readonly Property[];
  const [savedCount] = useState(properties.length);
  const change = (index: number, changed: Partial<Property>) =>
    onChange(properties.with(index, { ...properties[index]!, ...changed }));
  return (
    <fieldset className="group">
      <legend>
        <Trans>Properties</Trans>
      </legend>
      {properties.map(({ Name, Value }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a new property has no name yet
        <div key={index} className="row">
          {index < savedCount ? undefined : (
            <Field label={t`Property`} error={partErrorOf?.(`${index}/Name`)} isRequired>
              {(connected) => (
                <input
                  {...connected}
                  maxLength={50}
                  value={Name}
                  onChange={(event) => change(index, { Name: event.target.value })}
                />
              )}
            </Field>
          )}
          <Field
            label={index < savedCount ? Name : t`Value`}
            error={partErrorOf?.(`${index}/Value`)}
          >
            {(connected) => (
              <input
                {...connected}
                maxLength={500}
                value={Value ?? ""}
                onChange={(event) => change(index, { Value: event.target.value || null })}
              />
            )}
          </Field>
          {index < savedCount ? undefined : (
            <Button kind="plain" onClick={() => onChange(properties.toSpliced(index, 1))}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
      ))}
      {error ? <p className="field-error">{error}</p> : undefined}
      <div>
        <Button onClick={() => onChange([...properties, { Name: "", Value: null }])}>
          <Trans>Add a property</Trans>
        </Button>
      </div>
    </fieldset>
  );
}
