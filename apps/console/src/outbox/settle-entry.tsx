import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { type Draft, FieldForm } from "../contract/field-form.tsx";
import { requestFields } from "../contract/fields.gen.ts";
import { useProblemText } from "../contract/problem-text.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { decide, dismiss, write } from "./outbox.ts";
import { type Entry, firstSending, mayHaveTakenEffect } from "./outbox.rules.ts";
import { useOwner } from "./use-outbox.ts";

/** What a person can do about an entry that is not sent any more. */
export function SettleEntry({ entry }: { readonly entry: Entry }) {
  const [open, setOpen] = useState<"edit" | "drop">();
  const close = () => setOpen(undefined);
  return (
    <>
      <WhyToSettle entry={entry} />
      <div className="form-actions">
        <LookLink entry={entry} />
        <Button onClick={() => setOpen("edit")}>
          <Trans>Edit and send again</Trans>
        </Button>
        <Button kind="danger" onClick={() => setOpen("drop")}>
          <Trans>Drop</Trans>
        </Button>
      </div>
      {open === "edit" ? <EditEntry entry={entry} onClose={close} /> : undefined}
      {open === "drop" ? <DropEntry entry={entry} onClose={close} /> : undefined}
    </>
  );
}

function WhyToSettle({ entry }: { readonly entry: Entry }) {
  const { t } = useLingui();
  const textOf = useProblemText();
  const why = entry.refused && entry.reason === "refused" ? textOf(entry.refused) : undefined;
  return (
    <>
      {why ? (
        <Notice meaning="caution" title={why.title}>
          <p>{why.detail}</p>
          {why.action ? <p>{why.action}</p> : undefined}
        </Notice>
      ) : undefined}
      {entry.reason === "too_old" ? (
        <Notice meaning="caution" title={t`It is older than six days, so it is not sent.`} />
      ) : undefined}
      {mayHaveTakenEffect(entry) ? (
        <Notice
          meaning="caution"
          title={t`It may have taken effect. Look at the record before you send it again.`}
        />
      ) : undefined}
    </>
  );
}

/** Leads to the record that shows whether the entry took effect. */
function LookLink({ entry }: { readonly entry: Entry }) {
  // Every body names an item in one of these fields, or by its id.
  const body = entry.body as {
    readonly parentSerialNo?: string;
    readonly visualSerialNo?: string | null;
  };
  const serial = body.parentSerialNo ?? body.visualSerialNo;
  if (!serial) return undefined;
  return (
    <Link to="/items" search={{ text: serial }} className="button">
      <Trans>Look at {serial}</Trans>
    </Link>
  );
}

interface DecisionProps {
  readonly entry: Entry;
  readonly onClose: () => void;
}

function EditEntry({ entry, onClose }: DecisionProps) {
  const { t } = useLingui();
  const owner = useOwner();
  // It is sent as a new request, which says when it really happened.
  const [{ body }] = useState(() => firstSending({ ...entry, attempts: 0 }, Date.now()));
  const [isBusy, setBusy] = useState(false);
  const send = async (changes: Draft) => {
    setBusy(true);
    // The form has read the values by the types of the contract, and the service checks them.
    const result = await write(entry.operation, { ...body, ...changes }, owner, {
      keepsRefusal: true,
    });
    setBusy(false);
    if (result.kind !== "unreachable") await dismiss(entry);
    onClose();
  };
  return (
    <Dialog title={t`Edit and send again`} onClose={onClose}>
      <FieldForm
        fields={requestFields[entry.operation]}
        initial={{ ...body }}
        submitLabel={t`Send again`}
        error={undefined}
        isBusy={isBusy}
        onSubmit={send}
        onCancel={onClose}
      />
    </Dialog>
  );
}

function DropEntry({ entry, onClose }: DecisionProps) {
  const { t } = useLingui();
  const { user } = useOwner();
  const [comment, setComment] = useState("");
  const drop = async (event: FormEvent) => {
    event.preventDefault();
    await decide({ ...entry, state: "dropped", comment: comment.trim(), droppedBy: user });
    onClose();
  };
  return (
    <Dialog title={t`Drop it`} onClose={onClose}>
      <form className="form" onSubmit={drop}>
        <p>
          <Trans>It is never sent. This browser keeps the comment with it.</Trans>
        </p>
        <Field label={t`Comment`} isRequired>
          {(connected) => (
            <textarea
              {...connected}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
        <div className="form-actions">
          <Button type="submit" kind="danger" disabled={comment.trim() === ""}>
            <Trans>Drop</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
