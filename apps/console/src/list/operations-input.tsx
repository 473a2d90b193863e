import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { type InputProps, useFieldLabel } from "../contract/field-form.tsx";
import { useSession } from "../session/session.tsx";
import { Check, Field } from "../ui/field.tsx";
import "./operations-input.css";

/** Operations that no role of the plant is given: with them, a person gives themselves more. */
const reserved: ReadonlySet<string> = new Set([
  "apiKeyCreate",
  "roleUpsert",
  "userResetPin",
  "userUpsert",
]);

/** The operations of a role, each to tick. They are those of the person who makes it. */
export function OperationsInput({ field, value, error, onChange }: InputProps) {
  const { t } = useLingui();
  const label = useFieldLabel();
  const id = useId();
  const { who } = useSession();
  const [text, setText] = useState("");
  const chosen = (Array.isArray(value) ? value : []) as readonly string[];
  // An operation of a later version of the service stays in the list that has it.
  const all = [...new Set([...who.operations, ...chosen])].filter((name) => !reserved.has(name));
  const shown = all
    .filter((name) => name.toLowerCase().includes(text.trim().toLowerCase()))
    .toSorted();
  const toggle = (name: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, name] : chosen.filter((other) => other !== name));
  return (
    <fieldset className="group" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{label(field.name)}</legend>
      <Field
        label={t`Find an operation`}
        hint={t`Also name what a screen reads, such as its lists.`}
      >
        {(connected) => (
          <input {...connected} value={text} onChange={({ target }) => setText(target.value)} />
        )}
      </Field>
      <output className="soft">
        <Trans>
          {chosen.length} of {all.length} chosen
        </Trans>
      </output>
      <div className="operations">
        {shown.map((name) => (
          <Check
            key={name}
            label={name}
            isChecked={chosen.includes(name)}
            onChange={(isChosen) => toggle(name, isChosen)}
          />
        ))}
      </div>
      {error === undefined ? undefined : (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
