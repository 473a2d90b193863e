import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useWrite } from "../client/queries.ts";
import { type Draft, FieldForm } from "../contract/field-form.tsx";
import { requestFields } from "../contract/fields.gen.ts";
import { labelled } from "../contract/labelled-input.tsx";
import { MeaningSelect } from "../list/pickers.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import type { InputOf } from "../ui/field.tsx";
import { useMay } from "../session/session.tsx";
import type { SignedRecord } from "./signed-record.ts";

/** A PIN is typed where others can see the screen. */
const PinInput = ({ connected, value, onChange }: InputOf) => (
  <input
    {...connected}
    type="password"
    inputMode="numeric"
    autoComplete="off"
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);

const inputs = { meaning: labelled(MeaningSelect), pin: labelled(PinInput) };

/** The fields that a person fills in. The record is the one that is shown. */
const typed: ReadonlySet<string> = new Set(["meaning", "comment", "pin"]);
const fields = requestFields.signatureSign.filter(({ name }) => typed.has(name));

interface SignButtonProps {
  readonly record: SignedRecord;
  /** What people call the record. */
  readonly name: string;
}

/** A button that opens the signing of a record as it is shown. */
export function SignButton({ record, name }: SignButtonProps) {
  const may = useMay();
  const [signed, setSigned] = useState<SignedRecord>();
  if (!may("signatureSign")) return undefined;
  return (
    <>
      <Button onClick={() => setSigned(record)}>
        <Trans>Sign</Trans>
      </Button>
      {signed ? (
        <SignDialog record={signed} name={name} onClose={() => setSigned(undefined)} />
      ) : undefined}
    </>
  );
}

/** Signs the revision that was shown when the dialog was opened. */
function SignDialog({ record, name, onClose }: SignButtonProps & { readonly onClose: () => void }) {
  const { t } = useLingui();
  const write = useWrite("signatureSign");
  const { entity, id, revNo } = record;
  const sign = (changes: Draft) =>
    // The form has read the values by the types of the contract, and the service checks them.
    write.mutate({ body: { ...changes, entity, id, revNo } as never }, { onSuccess: onClose });
  return (
    <Dialog title={t`Sign ${name}`} onClose={onClose}>
      <p>
        <Trans>
          You sign it as it is now: revision {revNo}. After a change, the signature shows that it no
          longer covers it.
        </Trans>
      </p>
      <FieldForm
        fields={fields}
        initial={{}}
        inputs={inputs}
        submitLabel={t`Sign`}
        error={write.error}
        isBusy={write.isPending}
        onSubmit={sign}
        onCancel={onClose}
      />
    </Dialog>
  );
}
