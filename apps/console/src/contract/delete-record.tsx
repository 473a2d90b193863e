import type { Call, OperationName } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { useWrite } from "../client/queries.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ProblemNotice } from "./problem-text.tsx";

/** The operations that delete a record which nothing uses. */
type Deletion = Extract<OperationName, `${string}Delete`>;

interface DeleteRecordProps<Name extends Deletion> {
  readonly operation: Name;
  readonly body: Call<Name>["body"];
  readonly onDeleted: () => void;
  readonly children: ReactNode;
}

/** A button that deletes a record, after a question. A refusal says what uses it. */
export function DeleteRecord<Name extends Deletion>(props: DeleteRecordProps<Name>) {
  const { operation, body, onDeleted, children } = props;
  const { t } = useLingui();
  const deletion = useWrite(operation);
  const [isAsked, setAsked] = useState(false);
  const close = () => {
    setAsked(false);
    deletion.reset();
  };
  return (
    <div>
      <Button kind="danger" onClick={() => setAsked(true)}>
        {children}
      </Button>
      {isAsked ? (
        <Dialog title={t`Delete this record?`} onClose={close}>
          <p>
            <Trans>Only a record that nothing uses can be deleted. Its history stays.</Trans>
          </p>
          {deletion.error ? <ProblemNotice error={deletion.error} /> : undefined}
          <div className="form-actions">
            <Button
              kind="danger"
              disabled={deletion.isPending}
              // The bodies of the deletions are those of their operations.
              onClick={() => deletion.mutate({ body } as Call<Name>, { onSuccess: onDeleted })}
            >
              <Trans>Delete</Trans>
            </Button>
            <Button onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
        </Dialog>
      ) : undefined}
    </div>
  );
}
