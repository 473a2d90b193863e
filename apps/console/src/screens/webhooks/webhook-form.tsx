import { Trans, useLingui } from "@lingui/react/macro";
import { useWrite } from "../../client/queries.ts";
import { type Draft, FieldForm } from "../../contract/field-form.tsx";
import { requestFields } from "../../contract/fields.gen.ts";
import { namesField } from "../../contract/problem-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Secret } from "../../ui/secret.tsx";
import { PrivateTargets } from "./private-targets.tsx";
import type { Webhook } from "./webhook-state.tsx";

const names = new Set<string>(["url", "description", "types", "isActive"]);
const fields = requestFields.webhookUpsert.filter(({ name }) => names.has(name));

interface WebhookFormProps {
  /** Empty for a new webhook. */
  readonly webhook: Partial<Webhook>;
  readonly onClose: () => void;
}

/** Creates a webhook and shows its secret once, or changes one. */
export function WebhookFormDialog({ webhook, onClose }: WebhookFormProps) {
  const { t } = useLingui();
  const write = useWrite("webhookUpsert");
  const { id, revNo } = webhook;
  const isNew = id === undefined;
  if (isNew && write.data) return <SecretDialog secret={write.data.secret} onClose={onClose} />;
  const save = (changes: Draft) =>
    // An undefined id is left out of the request.
    write.mutate({ body: { ...changes, id, revNo } as never }, isNew ? {} : { onSuccess: onClose });
  return (
    <Dialog title={isNew ? t`New webhook` : webhook.url} onClose={onClose}>
      <p className="soft">
        <Trans>
          Types of events end in a star or are whole, such as asbuilt.material.* or
          asbuilt.worksOrder.started.v1. Without any, all are sent but those of keys, users and
          webhooks.
        </Trans>
      </p>
      <FieldForm
        fields={fields}
        initial={isNew ? { isActive: true } : webhook}
        submitLabel={t`Save`}
        error={write.error}
        isBusy={write.isPending}
        onSubmit={save}
        onCancel={onClose}
      >
        {namesField(write.error, "url") ? <PrivateTargets /> : undefined}
      </FieldForm>
    </Dialog>
  );
}

interface SecretDialogProps {
  readonly secret: string | null;
  readonly onClose: () => void;
}

/** The secret that the receiver verifies calls with. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`The signing secret`} onClose={onClose}>
      <Secret
        label={t`Secret`}
        value={secret}
        whenGone={<Trans>If nobody has it, make a new one.</Trans>}
      />
      <p className="soft">
        <Trans>
          The receiver verifies each call with it, by the Standard Webhooks specification. A call
          with another signature did not come from here.
        </Trans>
      </p>
      <div className="form-actions">
        <Button kind="main" onClick={onClose}>
          <Trans>I have kept the secret</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
