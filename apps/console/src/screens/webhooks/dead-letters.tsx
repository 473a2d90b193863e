import type { Answer } from "@asbuilt/client";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { usePages, useWrite } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { RecordList } from "../../list/record-list.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Moment, Quantity } from "../../ui/values.tsx";
import type { Webhook } from "./webhook-state.tsx";

type DeadLetter = Answer<"webhookDeadLetters">[number];

/** The events that did not reach the receiver. They can be delivered again. */
export function DeadLetters({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useLingui();
  const { id, dead } = webhook;
  const pages = usePages("webhookDeadLetters", { body: { id } });
  const replay = useWrite("webhookReplay");
  const [chosen, setChosen] = useState<DeadLetter>();
  const close = () => setChosen(undefined);
  return (
    <section className="form" aria-label={t`Not delivered`}>
      <div className="page-head">
        <h2>
          <Trans>Not delivered</Trans>
        </h2>
        {dead > 0 ? (
          <Button disabled={replay.isPending} onClick={() => replay.mutate({ body: { id } })}>
            <Plural value={dead} one="Deliver it again" other="Deliver all # again" />
          </Button>
        ) : undefined}
      </div>
      {replay.error && !chosen ? <ProblemNotice error={replay.error} /> : undefined}
      <RecordList
        label={t`Not delivered`}
        columns={useColumns()}
        pages={pages}
        keyOf={({ seq }) => seq}
        onOpen={setChosen}
        whenEmpty={<Trans>Every event was delivered, or still waits.</Trans>}
      />
      {chosen ? (
        <Confirm
          kind="main"
          title={t`Deliver event ${String(chosen.seq)} again?`}
          action={<Trans>Deliver it again</Trans>}
          isBusy={replay.isPending}
          error={replay.error}
          onConfirm={() =>
            replay.mutate({ body: { id, seqs: [chosen.seq] } }, { onSuccess: close })
          }
          onClose={close}
        >
          <p>{chosen.error}</p>
        </Confirm>
      ) : undefined}
    </section>
  );
}

function useColumns(): readonly Column<DeadLetter>[] {
  const { t } = useLingui();
  return [
    {
      name: t`Event`,
      widthRem: 5,
      share: 0.5,
      isNumber: true,
      show: ({ seq }) => <Quantity value={seq} />,
    },
    { name: t`Record`, widthRem: 10, share: 1, show: ({ subject }) => subject },
    {
      name: t`Attempts`,
      widthRem: 6,
      share: 0.5,
      isNumber: true,
      show: ({ attempts }) => <Quantity value={attempts} />,
    },
    { name: t`Last attempt`, widthRem: 17, share: 1, show: ({ lastAt }) => <Moment at={lastAt} /> },
    { name: t`Last error`, widthRem: 12, share: 2, show: ({ error }) => error },
  ];
}
