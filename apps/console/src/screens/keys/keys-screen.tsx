import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useRoleName } from "../../app/roles.ts";
import { usePages } from "../../client/queries.ts";
import { FilterBar } from "../../list/filter-bar.tsx";
import { RecordList } from "../../list/record-list.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Moment } from "../../ui/values.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import { type ApiKey, KeyStateChip } from "./key-state-chip.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import "./keys.css";

/** The keys that let people and systems in. */
export function KeysScreen() {
  const { t } = useLingui();
  const may = useMay();
  const navigate = useNavigate();
  const filters = useSearch({ from: "/keys" });
  const pages = usePages("apiKeyList", { body: filters });
  const [isCreating, setCreating] = useState(false);
  const [shown, setShown] = useState<ApiKey>();
  return (
    <Page
      title={t`Keys`}
      actions={
        may("apiKeyCreate") ? (
          <Button kind="main" onClick={() => setCreating(true)}>
            <Trans>New key</Trans>
          </Button>
        ) : undefined
      }
    >
      <FilterBar
        filters={filters}
        fields={[
          { name: "name", label: t`Name` },
          { name: "user", label: t`User` },
        ]}
        onChange={(search) => navigate({ to: "/keys", search, replace: true })}
      />
      <RecordList
        label={t`Keys`}
        columns={useColumns()}
        pages={pages}
        keyOf={({ id }) => id}
        onOpen={setShown}
        whenEmpty={<Trans>No key matches.</Trans>}
      />
      {isCreating ? <NewKeyDialog onClose={() => setCreating(false)} /> : undefined}
      {shown ? <KeyDialog apiKey={shown} onClose={() => setShown(undefined)} /> : undefined}
    </Page>
  );
}

function useColumns(): readonly Column<ApiKey>[] {
  const { t } = useLingui();
  const roleName = useRoleName();
  return [
    { name: t`Name`, widthRem: 12, share: 2, show: ({ name }) => name },
    { name: t`User`, widthRem: 9, share: 1.5, show: ({ user }) => user },
    { name: t`Role`, widthRem: 8, share: 1, show: ({ role }) => roleName(role) },
    { name: t`State`, widthRem: 7, share: 0.5, show: (key) => <KeyStateChip apiKey={key} /> },
    {
      name: t`Last used`,
      widthRem: 17,
      share: 1,
      show: ({ lastUsedAt }) => <Moment at={lastUsedAt} />,
    },
    {
      name: t`Expires`,
      widthRem: 17,
      share: 1,
      show: ({ expiresAt }) => <Moment at={expiresAt} />,
    },
  ];
}
