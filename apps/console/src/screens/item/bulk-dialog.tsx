import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { sendingLines } from "../../client/write-lines.ts";
import { useStopWhenGone, useWriteMany, type WriteMany } from "../../client/write-many.ts";
import { missingFields } from "../../contract/field.ts";
import { type Draft, FieldForm } from "../../contract/field-form.tsx";
import { WriteResults } from "../../contract/write-results.tsx";
import { useSession } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { labelled } from "../../contract/labelled-input.tsx";
import { Select } from "../../list/pickers.tsx";
import type { InputOf } from "../../ui/field.tsx";
import { actionFields, dialogInputs, partFields, plainActions } from "./actions.tsx";
import { type HeldItem, linesOf, reasonsOf } from "./bulk.rules.ts";

/** The actions that many items can take together. */
export const bulkActions = ["hold", "release", "move", "dispatch", "scrap"] as const;

export type BulkAction = (typeof bulkActions)[number];

interface BulkDialogProps {
  readonly action: BulkAction;
  readonly items: readonly HeldItem[];
  readonly onClose: () => void;
}

/** The items of one request. A person sees the results of some hundreds soon, and can stop the rest. */
const size = 200;

/** The fields that many items have in common: the serial of a part is that of one. */
const wholeFields = (action: BulkAction) => {
  const ofPart = partFields(action);
  return actionFields(action).filter(({ name }) => !ofPart.includes(name));
};

/** The input of the reason whose holds a Release ends: one of those that the items have. */
const reasonInput = (reasons: readonly string[]) =>
  labelled((input: InputOf) => (
    <Select {...input} options={reasons.map((value) => ({ value, label: value }))} />
  ));

/** One action on each of many items, with a result for each and a second try for the refused. */
export function BulkDialog({ action, items, onClose }: BulkDialogProps) {
  const { i18n, t } = useLingui();
  const { operation, name } = plainActions[action];
  const { asbuilt } = useSession();
  const send = sendingLines<typeof operation>(asbuilt, operation);
  const writes = useWriteMany<typeof operation>(operation, { lines: { size, send } });
  useStopWhenGone(writes);
  // The reasons at the beginning: each release changes the items behind the dialog.
  const [reasons] = useState(() => (action === "release" ? reasonsOf(items) : []));
  // There is nothing to choose of one reason.
  const fields = wholeFields(action).filter(
    (field) => action !== "release" || field.name !== "holdReason" || reasons.length > 1,
  );
  const [inputs] = useState(() =>
    action === "release" ? { ...dialogInputs, holdReason: reasonInput(reasons) } : dialogInputs,
  );
  const [missing, setMissing] = useState<readonly string[]>([]);
  const submit = (changes: Draft) => {
    const empty = missingFields(fields, changes);
    setMissing(empty);
    // Each item would be refused for it, and what was entered would be gone.
    if (empty.length > 0) return;
    writes.add(
      linesOf(action, items, changes).map(({ subject, ...body }) => ({
        subject,
        // The form has read the values by the types of the contract, and the service checks them.
        call: { body: { ...changes, ...body } as never },
      })),
    );
  };
  const title = i18n._(name);
  const [first] = items;
  return (
    <Dialog
      title={items.length === 1 && first ? `${title}: ${first.visualSerialNo}` : title}
      onClose={writes.isBusy ? writes.stop : onClose}
    >
      <p>
        <Plural value={items.length} one="For # item." other="For # items." />
      </p>
      {reasons.length > 1 ? (
        <p className="field-hint">
          <Trans>Without a hold reason, all holds of each item end.</Trans>
        </p>
      ) : undefined}
      {writes.entries.length === 0 ? (
        <FieldForm
          fields={fields}
          faults={Object.fromEntries(missing.map((one) => [one, t`Fill this in.`]))}
          initial={{}}
          inputs={inputs}
          submitLabel={title}
          error={undefined}
          isBusy={false}
          onSubmit={submit}
          onCancel={onClose}
        />
      ) : (
        <BulkResults writes={writes} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface BulkResultsProps extends Pick<BulkDialogProps, "onClose"> {
  readonly writes: WriteMany<(typeof plainActions)[BulkAction]["operation"]>;
}

function BulkResults({ writes, onClose }: BulkResultsProps) {
  const { t } = useLingui();
  return (
    <>
      <WriteResults label={t`Results`} writes={writes} />
      <div className="form-actions">
        <Button kind="main" onClick={onClose} disabled={writes.isBusy}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </>
  );
}
