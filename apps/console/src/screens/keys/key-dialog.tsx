import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useRoleName } from "../../app/roles.ts";
import { useWrite } from "../../client/queries.ts";
import { useMay, useSession } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts } from "../../ui/page.tsx";
import { Moment } from "../../ui/values.tsx";
import { type ApiKey, KeyStateChip } from "./key-state-chip.tsx";

interface KeyDialogProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** One key: whose it is and what it is bound to. It can be revoked. */
export function KeyDialog({ apiKey, onClose }: KeyDialogProps) {
  const { t } = useLingui();
  const may = useMay();
  const roleName = useRoleName();
  const [isRevoking, setRevoking] = useState(false);
  const { name, user, role, createdAt, configuredAt, expiresAt, revokedAt, lastUsedAt } = apiKey;
  if (isRevoking) return <Revocation apiKey={apiKey} onClose={onClose} />;
  return (
    <Dialog title={name} onClose={onClose}>
      <Facts
        facts={[
          [t`State`, <KeyStateChip key="state" apiKey={apiKey} />],
          [t`User`, user],
          [t`Role`, roleName(role)],
          [t`Created`, <Moment key="created" at={createdAt} />],
          [
            t`In the configuration since`,
            configuredAt && <Moment key="configured" at={configuredAt} />,
          ],
          [t`Last used`, lastUsedAt && <Moment key="used" at={lastUsedAt} />],
          [t`Expires`, expiresAt && <Moment key="expires" at={expiresAt} />],
          [t`Revoked`, revokedAt && <Moment key="revoked" at={revokedAt} />],
          [t`Only from`, apiKey.addresses?.join(", ")],
          [t`Only for the systems`, apiKey.externalSystems?.join(", ")],
          [t`Only for the operations`, apiKey.operations?.join(", ")],
        ]}
      />
      <div className="form-actions">
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        {revokedAt === null && may("apiKeyRevoke") ? (
          <Button kind="danger" onClick={() => setRevoking(true)}>
            <Trans>Revoke</Trans>
          </Button>
        ) : undefined}
      </div>
    </Dialog>
  );
}

function Revocation({ apiKey, onClose }: KeyDialogProps) {
  const { t } = useLingui();
  const { who } = useSession();
  const revocation = useWrite("apiKeyRevoke");
  return (
    <Confirm
      title={t`Revoke ${apiKey.name}?`}
      action={<Trans>Revoke</Trans>}
      isBusy={revocation.isPending}
      error={revocation.error}
      onConfirm={() => revocation.mutate({ body: { id: apiKey.id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <Trans>
          The next request with this key is refused. What {apiKey.user} did with it stays in the
          record. It can't be undone: a new key is needed.
        </Trans>
      </p>
      {apiKey.id === who.keyID ? (
        <Notice meaning="caution" title={t`This is the key that you are signed in with.`} />
      ) : undefined}
    </Confirm>
  );
}
