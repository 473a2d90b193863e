import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { useBulkWrite } from "../../client/bulk.ts";
import { BulkResults } from "../../list/bulk-results.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";

interface ReleaseDialogProps {
  readonly items: readonly { readonly id: number; readonly visualSerialNo: string }[];
  readonly onClose: () => void;
}

/** Releases items from hold, with one comment, and shows the result of each. */
export function ReleaseDialog({ items, onClose }: ReleaseDialogProps) {
  const { t } = useLingui();
  const bulk = useBulkWrite("materialItemRelease");
  const [comment, setComment] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = comment.trim();
    void bulk.run(
      items.map(({ id, visualSerialNo }) => ({
        id,
        name: visualSerialNo,
        call: { body: { id, comment: given === "" ? null : given } },
      })),
    );
  };
  const close = bulk.isRunning ? bulk.stop : onClose;
  return (
    <Dialog title={t`Release from hold`} onClose={close}>
      {bulk.lines.length > 0 ? (
        <BulkResults bulk={bulk} onClose={onClose} />
      ) : (
        <form className="form" onSubmit={submit}>
          <p>
            <Plural value={items.length} one="# item is released." other="# items are released." />
          </p>
          <Field
            label={t`Comment`}
            hint={t`Say why the items are good. The history keeps it with each of them.`}
          >
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
            <Button type="submit" kind="main">
              <Trans>Release</Trans>
            </Button>
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
