import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Check, Field } from "../ui/field.tsx";
import { type ScanSettings, saveScanSettings, useScanSettings } from "./scan-settings.ts";

const keyMsLimits = { min: 10, max: 150 } as const;

/** The settings of this station's scanner. Each takes effect when it is changed. */
export function SettingsForm() {
  const { t } = useLingui();
  const settings = useScanSettings();
  return (
    <section className="card form on-screen">
      <h2>
        <Trans>2. Settings of this station</Trans>
      </h2>
      <div className="settings">
        <KeyMsField key={settings.keyMsMax} keyMsMax={settings.keyMsMax} />
        <Choice
          label={t`Key after each code`}
          value={settings.suffix}
          options={{ none: t`none, or unknown`, Enter: "Enter", Tab: "Tab" }}
          onChange={(suffix) => saveScanSettings({ suffix })}
        />
        <Choice
          label={t`Key before each code`}
          value={settings.prefix}
          options={{ none: t`none`, F9: "F9", STX: "STX" }}
          onChange={(prefix) => saveScanSettings({ prefix })}
        />
        <Choice
          label={t`Keyboard of the scanner`}
          value={settings.layout}
          options={{ host: t`as this computer's`, us: "US" }}
          onChange={(layout) => saveScanSettings({ layout })}
        />
      </div>
      <Check
        label={t`Sound and vibration`}
        isChecked={settings.isLoud}
        onChange={(isLoud) => saveScanSettings({ isLoud })}
      />
    </section>
  );
}

function KeyMsField({ keyMsMax }: Pick<ScanSettings, "keyMsMax">) {
  const { t } = useLingui();
  const [text, setText] = useState(String(keyMsMax));
  const { min, max } = keyMsLimits;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  const isValid = value >= min && value <= max;
  return (
    <Field
      label={t`Milliseconds between two keys, at most`}
      hint={t`A scanner is quicker, a person slower.`}
      error={isValid ? undefined : t`Enter a whole number from ${min} to ${max}.`}
    >
      {(connected) => (
        <input
          {...connected}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => {
            if (isValid) saveScanSettings({ keyMsMax: value });
          }}
        />
      )}
    </Field>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

const Choice = <Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) => (
  <Field label={label}>
    {(connected) => (
      <select
        {...connected}
        value={value}
        // The values are those of the options.
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {Object.entries<string>(options).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);
