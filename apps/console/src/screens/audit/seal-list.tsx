import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { usePages } from "../../client/queries.ts";
import { RecordList } from "../../list/record-list.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Moment } from "../../ui/values.tsx";
import { SealFacts } from "./seal-facts.tsx";

type ListedSeal = Answer<"auditListSeals">[number];

/** All seals, the newest first. Each opens as it is kept. */
export function SealList() {
  const { t } = useLingui();
  const pages = usePages("auditListSeals", { body: {} });
  const [opened, setOpened] = useState<ListedSeal>();
  const close = () => setOpened(undefined);
  return (
    <section className="form" aria-labelledby="all-seals">
      <h2 id="all-seals">{t`All seals`}</h2>
      <RecordList
        label={t`All seals`}
        columns={useColumns()}
        pages={pages}
        keyOf={({ id }) => id}
        onOpen={setOpened}
        whenEmpty={<Trans>Nothing is sealed yet.</Trans>}
      />
      {opened ? (
        <Dialog title={t`Seal ${opened.id}`} onClose={close}>
          <SealFacts seal={opened} />
          <div className="form-actions">
            <Button kind="main" onClick={close}>
              <Trans>Close</Trans>
            </Button>
          </div>
        </Dialog>
      ) : undefined}
    </section>
  );
}

function useColumns(): readonly Column<ListedSeal>[] {
  const { t, i18n } = useLingui();
  return [
    {
      name: t`Number`,
      widthRem: 5,
      share: 0.3,
      isNumber: true,
      show: ({ id }) => i18n.number(id),
    },
    { name: t`Sealed`, widthRem: 15, share: 1, show: ({ at }) => <Moment at={at} /> },
    {
      name: t`Changes`,
      widthRem: 9,
      share: 0.6,
      isNumber: true,
      show: ({ firstSeq, lastSeq }) => `${i18n.number(firstSeq)} – ${i18n.number(lastSeq)}`,
    },
    { name: t`Hash`, widthRem: 12, share: 2, show: ({ hash }) => <code>{hash}</code> },
    {
      name: t`Public key`,
      widthRem: 12,
      share: 2,
      show: ({ publicKey }) => <code>{publicKey}</code>,
    },
  ];
}
