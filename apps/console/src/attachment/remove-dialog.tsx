import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useWrite } from "../client/queries.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Field } from "../ui/field.tsx";
import type { Attachment } from "./attachment.rules.ts";

interface RemoveDialogProps {
  readonly attachment: Attachment;
  readonly onClose: () => void;
}

/** Asks why an attachment is removed. The history keeps the answer, and the service the content. */
export function RemoveDialog({ attachment, onClose }: RemoveDialogProps) {
  const { t } = useLingui();
  const { id, revNo, fileName } = attachment;
  const [comment, setComment] = useState("");
  const { mutate, isPending, error } = useWrite("attachmentRemove");
  const remove = () => {
    const body = { id, revNo, comment: comment.trim() || null };
    mutate({ body }, { onSuccess: onClose });
  };
  return (
    <Confirm
      title={t`Remove ${fileName}`}
      action={<Trans>Remove</Trans>}
      isBusy={isPending}
      error={error}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        <Trans>The file is no longer listed. The history and the service keep it.</Trans>
      </p>
      <Field label={t`Comment`}>
        {(connected) => (
          <input
            {...connected}
            autoComplete="off"
            maxLength={2000}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
        )}
      </Field>
    </Confirm>
  );
}
