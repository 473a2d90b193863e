import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { usePages } from "../../client/queries.ts";
import { FieldValue } from "../../list/field-value.tsx";
import { FilterBar } from "../../list/filter-bar.tsx";
import { RecordList } from "../../list/record-list.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyLink } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Page } from "../../ui/page.tsx";
import { Moment } from "../../ui/values.tsx";
import { BatchForm, HoldBatchDialog } from "./hold-batch-dialog.tsx";

type BatchHold = Answer<"batchHoldList">[number];

/** The batches on hold: why, by whom and since when. A person holds one more, or lifts a hold. */
export function BatchHoldsScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const may = useMay();
  const filters = useSearch({ from: "/batch-holds" });
  const pages = usePages("batchHoldList", { body: filters });
  const [isHolding, setHolding] = useState(false);
  const [opened, open] = useState<BatchHold>();
  return (
    <Page
      title={t`Batch holds`}
      actions={
        <>
          {may("batchHoldUpsert") ? (
            <Button kind="main" onClick={() => setHolding(true)}>
              <Trans>Hold a batch</Trans>
            </Button>
          ) : undefined}
          <CopyLink />
        </>
      }
    >
      <FilterBar
        key={JSON.stringify(filters)}
        filters={filters}
        fields={[
          { name: "productName", label: t`Product` },
          { name: "batchNo", label: t`Batch` },
        ]}
        onChange={(search) => navigate({ to: "/batch-holds", search, replace: true })}
      />
      <RecordList
        label={t`Batches on hold`}
        columns={useColumns()}
        pages={pages}
        keyOf={({ id }) => id}
        onOpen={open}
        whenEmpty={<Trans>No batch is on hold that matches.</Trans>}
      />
      {isHolding ? <HoldBatchDialog onClose={() => setHolding(false)} /> : undefined}
      {opened ? <BatchDialog hold={opened} onClose={() => open(undefined)} /> : undefined}
    </Page>
  );
}

function useColumns(): readonly Column<BatchHold>[] {
  const { t } = useLingui();
  return [
    { name: t`Batch`, widthRem: 10, share: 1, show: (hold) => hold.batchNo },
    { name: t`Product`, widthRem: 9, share: 1, show: (hold) => hold.productName },
    { name: t`Hold reason`, widthRem: 8, share: 1, show: (hold) => hold.holdReason },
    {
      name: t`Held by`,
      widthRem: 9,
      share: 1,
      show: ({ userID }) => <FieldValue field="userID" value={userID} />,
    },
    { name: t`Since`, widthRem: 16, share: 1, show: ({ since }) => <Moment at={since} /> },
    { name: t`Comment`, widthRem: 14, share: 2, show: ({ comment }) => comment },
  ];
}

interface BatchDialogProps {
  readonly hold: BatchHold;
  readonly onClose: () => void;
}

/** One hold of a batch: its items, and the form that lifts it. */
function BatchDialog({ hold, onClose }: BatchDialogProps) {
  const { t } = useLingui();
  const may = useMay();
  const navigate = useNavigate();
  const { productName, batchNo, holdReason } = hold;
  const showItems = () => navigate({ to: "/items", search: { productName, batchNo } });
  return (
    <Dialog title={t`Batch ${batchNo} of ${productName}: ${holdReason}`} onClose={onClose}>
      <p>
        <Button onClick={showItems}>
          <Trans>Show the items</Trans>
        </Button>
      </p>
      {may("batchHoldDelete") ? (
        <>
          <p>
            <Trans>
              To lift the hold frees the items of the batch, except those that another hold stops.
            </Trans>
          </p>
          <BatchForm
            operation="batchHoldDelete"
            given={{ productName, batchNo, holdReason }}
            submitLabel={t`Lift the hold`}
            onClose={onClose}
          />
        </>
      ) : undefined}
    </Dialog>
  );
}
