import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { sendingLines } from "../../client/write-lines.ts";
import { useStopWhenGone, useWriteMany } from "../../client/write-many.ts";
import { missingFields } from "../../contract/field.ts";
import { type Draft, FieldForm } from "../../contract/field-form.tsx";
import { WriteResults } from "../../contract/write-results.tsx";
import { useSession } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { actionFields, dialogInputs, partFields, plainActions } from "./actions.tsx";

/** The actions that many items can take together. */
export const bulkActions = ["hold", "release", "move", "dispatch", "scrap"] as const;

export type BulkAction = (typeof bulkActions)[number];

interface BulkDialogProps {
  readonly action: BulkAction;
  readonly items: readonly { readonly id: number; readonly visualSerialNo: string }[];
  readonly onClose: () => void;
}

/** The items of one request. A person sees the results of some hundreds soon, and can stop the rest. */
const size = 200;

/** The fields that many items have in common: the serial of a part is that of one. */
const wholeFields = (action: BulkAction) => {
  const ofPart = partFields(action);
  return actionFields(action).filter(({ name }) => !ofPart.includes(name));
};

/** One action on each of many items, with a result for each and a second try for the refused. */
export function BulkDialog({ action, items, onClose }: BulkDialogProps) {
  const { i18n, t } = useLingui();
  const { operation, name } = plainActions[action];
  const { asbuilt } = useSession();
  const send = sendingLines<typeof operation>(asbuilt, operation);
  const writes = useWriteMany<typeof operation>(operation, { lines: { size, send } });
  useStopWhenGone(writes);
  const fields = wholeFields(action);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const submit = (changes: Draft) => {
    const empty = missingFields(fields, changes);
    setMissing(empty);
    // Each item would be refused for it, and what was entered would be gone.
    if (empty.length > 0) return;
    writes.add(
      items.map(({ id, visualSerialNo }) => ({
        subject: visualSerialNo,
        // The form has read the values by the types of the contract, and the service checks them.
        call: { body: { ...changes, id } as never },
      })),
    );
  };
  const title = i18n._(name);
  return (
    <Dialog title={title} onClose={writes.isBusy ? writes.stop : onClose}>
      <p>
        <Plural value={items.length} one="For # item." other="For # items." />
      </p>
      {writes.entries.length === 0 ? (
        <FieldForm
          fields={fields}
          faults={Object.fromEntries(missing.map((one) => [one, t`Fill this in.`]))}
          initial={{}}
          inputs={dialogInputs}
          submitLabel={title}
          error={undefined}
          isBusy={false}
          onSubmit={submit}
          onCancel={onClose}
        />
      ) : (
        <>
          <WriteResults label={t`Results`} writes={writes} />
          <div className="form-actions">
            <Button kind="main" onClick={onClose} disabled={writes.isBusy}>
              <Trans>Close</Trans>
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
