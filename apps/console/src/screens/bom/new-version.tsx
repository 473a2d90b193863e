import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../client/queries.ts";
import { useOptionName } from "../../contract/choices.ts";
import { ProblemNotice, useFieldErrors } from "../../contract/problem-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import type { Bom, BomVersion } from "./bom.ts";
import { nextVersion } from "./version-number.rules.ts";

interface NewVersionDialogProps {
  readonly bom: Bom;
  readonly from: BomVersion | undefined;
  readonly onClose: () => void;
}

/** Makes a draft with the slots of another version, or without any. */
export function NewVersionDialog({ bom, from, onClose }: NewVersionDialogProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const fieldErrorOf = useFieldErrors();
  const [typed, setTyped] = useState(() => nextVersion(bom.versions));
  const number = typed.trim();
  const [source, setSource] = useState(from?.version ?? "");
  const copying = useWrite("bomCopyVersion");
  const creating = useWrite("bomUpsert");
  const { error } = source === "" ? creating : copying;
  const field = source === "" ? "versions/0/version" : "to";
  const onSuccess = async ({ versions }: Bom) => {
    const made = versions.find(({ version }) => version === number)!;
    const search = { version: String(made.id) };
    // The dialog covers the actions on the version before until the new one is shown.
    await navigate({ to: "/boms/$id", params: { id: String(bom.id) }, search });
    onClose();
  };
  const submit = () => {
    const { id, parentProductName, name } = bom;
    const draft = { id, versions: [{ version: number, status: "Draft" as const }] };
    const copy = { parentProductName, bom: name, from: source, to: number };
    if (source === "") creating.mutate({ body: draft }, { onSuccess });
    else copying.mutate({ body: copy }, { onSuccess });
  };
  return (
    <Dialog title={t`New version of ${bom.name}`} onClose={onClose}>
      <Form onSubmit={submit}>
        <Field
          label={t`Version`}
          hint={t`Two numbers with a point between them, such as 1.2.`}
          error={fieldErrorOf(error, field)}
          isRequired
        >
          {(connected) => (
            <input
              {...connected}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <SourceField bom={bom} value={source} onChange={setSource} />
        {error ? <ProblemNotice error={error} fields={[field]} /> : undefined}
        <div className="form-actions">
          <Button
            type="submit"
            kind="main"
            disabled={number === "" || copying.isPending || creating.isPending}
          >
            <Trans>Create</Trans>
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
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SourceField({ bom, value, onChange }: SourceFieldProps) {
  const { t } = useLingui();
  const optionName = useOptionName();
  return (
    <Field label={t`Copy the slots of`}>
      {(connected) => (
        <select {...connected} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t`No version: without slots`}</option>
          {bom.versions.map((version) => (
            <option key={version.id} value={version.version}>
              {version.version} {optionName("status", version.status)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
