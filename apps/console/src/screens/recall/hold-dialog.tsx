import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { useBulkWrite } from "../../client/bulk.ts";
import { useRead } from "../../client/queries.ts";
import { BulkResults } from "../../list/bulk-results.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";

interface HoldDialogProps {
  readonly items: readonly { readonly id: number; readonly visualSerialNo: string }[];
  readonly onClose: () => void;
}

/** Puts items on hold, with one reason and comment, and shows the result of each. */
export function HoldDialog({ items, onClose }: HoldDialogProps) {
  const { t } = useLingui();
  const bulk = useBulkWrite("materialItemHold");
  const hold = (holdReason: string, comment: string) =>
    bulk.run(
      items.map(({ id, visualSerialNo }) => ({
        id,
        name: visualSerialNo,
        call: { body: { id, holdReason, comment: comment === "" ? null : comment } },
      })),
    );
  const close = bulk.isRunning ? bulk.stop : onClose;
  return (
    <Dialog title={t`Put on hold`} onClose={close}>
      {bulk.lines.length > 0 ? (
        <BulkResults bulk={bulk} onClose={onClose} />
      ) : (
        <HoldForm count={items.length} onSubmit={hold} onCancel={onClose} />
      )}
    </Dialog>
  );
}

interface HoldFormProps {
  readonly count: number;
  readonly onSubmit: (holdReason: string, comment: string) => void;
  readonly onCancel: () => void;
}

function HoldForm({ count, onSubmit, onCancel }: HoldFormProps) {
  const { t } = useLingui();
  const reasons = useRead("holdReasonList", { body: { isActive: true } });
  const [reason, setReason] = useState("");
  const [comment, setComment] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(reason, comment.trim());
  };
  return (
    <form className="form" onSubmit={submit}>
      <p>
        <Plural value={count} one="# item is put on hold." other="# items are put on hold." />
      </p>
      <Field label={t`Hold reason`} isRequired>
        {(connected) => (
          <select {...connected} value={reason} onChange={({ target }) => setReason(target.value)}>
            <option value="">—</option>
            {reasons.data?.map(({ id, name }) => (
              <option key={id}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t`Comment`} hint={t`The history keeps it with each item.`}>
        {(connected) => (
          <textarea
            {...connected}
            rows={3}
            maxLength={2000}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
        )}
      </Field>
      <div className="form-actions">
        <Button type="submit" kind="main" disabled={reason === ""}>
          <Trans>Put on hold</Trans>
        </Button>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
