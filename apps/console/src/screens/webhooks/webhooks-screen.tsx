import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { usePages } from "../../client/queries.ts";
import { RecordList } from "../../list/record-list.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { formatDecimal } from "../../contract/decimal.rules.ts";
import { WebhookFormDialog } from "./webhook-form.tsx";
import { type Webhook, WebhookState } from "./webhook-state.tsx";

/** The systems that events are sent to. */
export function WebhooksScreen() {
  const { t } = useLingui();
  const may = useMay();
  const navigate = useNavigate();
  const pages = usePages("webhookList", { body: {} });
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title={t`Webhooks`}
      actions={
        may("webhookUpsert") ? (
          <Button kind="main" onClick={() => setCreating(true)}>
            <Trans>New webhook</Trans>
          </Button>
        ) : undefined
      }
    >
      <RecordList
        label={t`Webhooks`}
        columns={useColumns()}
        pages={pages}
        keyOf={({ id }) => id}
        onOpen={({ id }) => navigate({ to: "/webhooks/$id", params: { id: String(id) } })}
        whenEmpty={
          <Trans>No system gets events yet. A webhook sends it each event as it happens.</Trans>
        }
      />
      {isCreating ? (
        <WebhookFormDialog webhook={{}} onClose={() => setCreating(false)} />
      ) : undefined}
    </Page>
  );
}

function useColumns(): readonly Column<Webhook>[] {
  const { t, i18n } = useLingui();
  const number = (value: number) => formatDecimal(value, i18n.locale);
  return [
    { name: t`Address`, widthRem: 16, share: 3, show: ({ url }) => url },
    {
      name: t`State`,
      widthRem: 8,
      share: 1,
      show: (webhook) => <WebhookState webhook={webhook} />,
    },
    {
      name: t`Waiting`,
      widthRem: 6,
      share: 0.5,
      isNumber: true,
      show: ({ pending, behind }) => number(pending + behind),
    },
    {
      name: t`Not delivered`,
      widthRem: 8,
      share: 0.5,
      isNumber: true,
      show: ({ dead }) => number(dead),
    },
    { name: t`Last error`, widthRem: 12, share: 2, show: ({ error }) => error },
  ];
}
