import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../client/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { SecretDialog, WebhookFormDialog } from "./webhook-form.tsx";
import type { Webhook } from "./webhook-state.tsx";

/** The actions on a whole webhook, each in its dialog. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const [opened, setOpened] = useState<"form" | "rotation" | "deletion">();
  const props = { webhook, onClose: () => setOpened(undefined) };
  return (
    <>
      <Button onClick={() => setOpened("form")}>
        <Trans>Edit</Trans>
      </Button>
      <Button onClick={() => setOpened("rotation")}>
        <Trans>New secret</Trans>
      </Button>
      <Button kind="danger" onClick={() => setOpened("deletion")}>
        <Trans>Delete</Trans>
      </Button>
      {opened === "form" ? <WebhookFormDialog {...props} /> : undefined}
      {opened === "rotation" ? <Rotation {...props} /> : undefined}
      {opened === "deletion" ? <Deletion {...props} /> : undefined}
    </>
  );
}

interface ActionProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

function Rotation({ webhook: { id, revNo }, onClose }: ActionProps) {
  const { t } = useLingui();
  const rotation = useWrite("webhookUpsert");
  if (rotation.data) return <SecretDialog secret={rotation.data.secret} onClose={onClose} />;
  return (
    <Confirm
      kind="main"
      title={t`Make a new secret?`}
      action={<Trans>Make a new secret</Trans>}
      isBusy={rotation.isPending}
      error={rotation.error}
      onConfirm={() => rotation.mutate({ body: { id, revNo, rotateSecret: true } })}
      onClose={onClose}
    >
      <p>
        <Trans>The old secret signs too for 24 hours. Give the receiver the new one in time.</Trans>
      </p>
    </Confirm>
  );
}

function Deletion({ webhook: { id, revNo, url }, onClose }: ActionProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const deletion = useWrite("webhookDelete");
  const remove = () =>
    deletion.mutate(
      { body: { id, revNo } },
      { onSuccess: () => void navigate({ to: "/webhooks" }) },
    );
  return (
    <Confirm
      title={t`Delete the webhook to ${url}?`}
      action={<Trans>Delete</Trans>}
      isBusy={deletion.isPending}
      error={deletion.error}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        <Trans>The events that wait for it are dropped. They stay in the record.</Trans>
      </p>
    </Confirm>
  );
}
