import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { Attachments } from "../../attachment/attachments.tsx";
import { CatalogPicker } from "../../list/pickers.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import type { SlotDraft } from "./draft.rules.ts";

interface PropertiesDialogProps {
  readonly slot: SlotDraft;
  readonly isReadOnly: boolean;
  readonly onChange: (properties: Readonly<Record<string, string>>) => void;
  readonly onClose: () => void;
}

/** The properties of a slot. They are saved with it; an empty value clears one. */
export function PropertiesDialog({ slot, isReadOnly, onChange, onClose }: PropertiesDialogProps) {
  const { t } = useLingui();
  const [values, setValues] = useState(slot.properties);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(values);
    onClose();
  };
  return (
    <Dialog title={t`Properties of ${slot.texts.description}`} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        {Object.entries(values).map(([name, value]) => (
          <Field key={name} label={name}>
            {(connected) => (
              <input
                {...connected}
                autoComplete="off"
                maxLength={500}
                readOnly={isReadOnly}
                value={value}
                onChange={({ target }) => setValues({ ...values, [name]: target.value })}
              />
            )}
          </Field>
        ))}
        {isReadOnly ? undefined : (
          <NewProperty onAdd={(name) => setValues({ ...values, [name]: values[name] ?? "" })} />
        )}
        <div className="form-actions">
          {isReadOnly ? undefined : (
            <Button type="submit" kind="main">
              <Trans>Apply</Trans>
            </Button>
          )}
          <Button onClick={onClose}>
            {isReadOnly ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
          </Button>
        </div>
      </form>
      {slot.base ? <Attachments entity="BomSlot" entityID={slot.base.id} /> : undefined}
    </Dialog>
  );
}

function NewProperty({ onAdd }: { readonly onAdd: (name: string) => void }) {
  const { t } = useLingui();
  const [name, setName] = useState("");
  const add = () => {
    if (name.trim() === "") return;
    onAdd(name.trim());
    setName("");
  };
  return (
    <div className="row add-property">
      <Field label={t`Another property`}>
        {(connected) => (
          <CatalogPicker
            connected={connected}
            list="propertyDefinitionList"
            value={name}
            onChange={setName}
          />
        )}
      </Field>
      <Button onClick={add}>
        <Trans>Add</Trans>
      </Button>
    </div>
  );
}
