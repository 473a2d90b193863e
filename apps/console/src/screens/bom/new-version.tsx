import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useOptionName } from "../../contract/choices.ts";
import { fieldErrorOf, ProblemNotice } from "../../contract/problem-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import type { Bom, BomVersion } from "./bom.ts";
import { useCopyVersion } from "./use-copy-version.ts";
import { useSlots } from "./use-slots.ts";
import { nextVersion } from "./version-number.rules.ts";

interface NewVersionDialogProps {
  readonly bom: Bom;
  readonly from: BomVersion | undefined;
  readonly onClose: () => void;
}

/** Where the number of the version is in the request. */
const numberField = "versions/0/version";

/** Makes a draft with the slots of another version, or without any. */
export function NewVersionDialog({ bom, from, onClose }: NewVersionDialogProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [number, setNumber] = useState(() => nextVersion(bom.versions));
  const [sourceID, setSourceID] = useState(from ? String(from.id) : "");
  const source = bom.versions.find(({ id }) => String(id) === sourceID);
  const { slots, error: unread } = useSlots(bom, source);
  const copying = useCopyVersion(bom);
  const { isBusy, isBegun, error } = copying;
  const isReady = number !== "" && (!source || slots !== undefined);
  const submit = async () => {
    const version = await copying.run(number, source ? (slots ?? []) : []);
    if (!version) return;
    const search = { version: String(version.id) };
    // The dialog covers the actions on the version before until the new one is shown.
    await navigate({ to: "/boms/$id", params: { id: String(bom.id) }, search });
    onClose();
  };
  return (
    <Dialog title={t`New version of ${bom.name}`} onClose={onClose}>
      <Form onSubmit={submit}>
        <Field
          label={t`Version`}
          hint={t`Two numbers with a point between them, such as 1.2.`}
          error={fieldErrorOf(error, numberField)}
          isRequired
        >
          {(connected) => (
            <input
              {...connected}
              autoComplete="off"
              disabled={isBegun}
              value={number}
              onChange={(event) => setNumber(event.target.value)}
            />
          )}
        </Field>
        <SourceField bom={bom} isFixed={isBegun} value={sourceID} onChange={setSourceID} />
        {isBegun ? <CopyProgress copied={copying.copied} count={slots?.length ?? 0} /> : undefined}
        {error || unread ? (
          <ProblemNotice error={error ?? unread} fields={[numberField]} />
        ) : undefined}
        <div className="form-actions">
          <Button type="submit" kind="main" disabled={isBusy || !isReady}>
            {isBegun ? <Trans>Continue the copy</Trans> : <Trans>Create</Trans>}
          </Button>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface SourceFieldProps {
  readonly bom: Bom;
  readonly isFixed: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SourceField({ bom, isFixed, value, onChange }: SourceFieldProps) {
  const { t } = useLingui();
  const optionName = useOptionName();
  return (
    <Field label={t`Copy the slots of`}>
      {(connected) => (
        <select
          {...connected}
          disabled={isFixed}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{t`No version: without slots`}</option>
          {bom.versions.map((version) => (
            <option key={version.id} value={version.id}>
              {version.version} {optionName("status", version.status)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function CopyProgress({ copied, count }: { readonly copied: number; readonly count: number }) {
  const { t } = useLingui();
  return (
    <output>
      <progress value={copied} max={Math.max(count, 1)} aria-label={t`Progress`} />{" "}
      <Trans>
        {copied} of <Plural value={count} one="# slot" other="# slots" />
      </Trans>
    </output>
  );
}
