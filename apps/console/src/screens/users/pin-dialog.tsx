import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { useWrite } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";

interface PinDialogProps {
  readonly user: Partial<Answer<"userList">[number]>;
  readonly onClose: () => void;
}

/** Gives a user a PIN that the person has to change first, or takes the PIN away. */
export function PinDialog({ user, onClose }: PinDialogProps) {
  const { t } = useLingui();
  const may = useMay();
  const giving = useWrite("userResetPin");
  const taking = useWrite("userClearPin");
  const [pin, setPin] = useState("");
  const userID = user.id!;
  const { name } = user;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    giving.mutate({ body: { userID, pin } }, { onSuccess: onClose });
  };
  const error = giving.error ?? taking.error;
  return (
    <Dialog title={t`PIN of ${name}`} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <Field
          label={t`PIN`}
          hint={t`6 to 12 digits. At the station, the person sets another one with it first.`}
          isRequired
        >
          {(connected) => (
            <input
              {...connected}
              inputMode="numeric"
              autoComplete="off"
              value={pin}
              onChange={({ target }) => setPin(target.value)}
            />
          )}
        </Field>
        {error ? <ProblemNotice error={error} /> : undefined}
        <div className="form-actions">
          <Button type="submit" kind="main" disabled={giving.isPending || pin === ""}>
            <Trans>Give this PIN</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {user.pinSetAt != null && may("userClearPin") ? (
            <Button
              kind="danger"
              onClick={() => taking.mutate({ body: { userID } }, { onSuccess: onClose })}
            >
              <Trans>Take the PIN away</Trans>
            </Button>
          ) : undefined}
        </div>
      </form>
    </Dialog>
  );
}
