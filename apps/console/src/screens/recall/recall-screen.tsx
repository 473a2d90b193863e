import type { Call } from "@asbuilt/client";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useRead } from "../../client/queries.ts";
import { useSaveCsv } from "../../client/save-csv.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { FilterBar } from "../../list/filter-bar.tsx";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Check } from "../../ui/field.tsx";
import { CopyLink } from "../../ui/copy.tsx";
import { Empty, Facts, Page, Waiting } from "../../ui/page.tsx";
import { usePrint } from "../../ui/use-print.ts";
import { HoldBatchDialog } from "../batch-holds/hold-batch-dialog.tsx";
import { BulkDialog } from "../item/bulk-dialog.tsx";
import {
  batchIn,
  heldAlready,
  holdable,
  namesMaterial,
  nearestFirst,
  recallOf,
} from "./affected.rules.ts";
import { type Affected, AffectedList, PrintedAffected } from "./affected-list.tsx";
import { OtherPlants } from "./other-plants.tsx";
import { nodesMax, PathGraph, TooManyNodes } from "./path-graph.tsx";
import "./recall.css";

/** What suspect material went into, and the hold of all of it. */
export function RecallScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const filters = useSearch({ from: "/recall" });
  const isNamed = namesMaterial(filters);
  const body = recallOf(filters);
  const recall = useRead("genealogyRecall", { body }, isNamed);
  const showRemoved = (isShown: boolean) => {
    const { includeRemoved: _before, ...others } = filters;
    const search = isShown ? { ...others, includeRemoved: "true" } : others;
    return navigate({ to: "/recall", search, replace: true });
  };
  return (
    <Page title={t`Recall`} actions={isNamed ? <CopyLink /> : undefined}>
      <div className="only-screen">
        <FilterBar
          key={JSON.stringify(filters)}
          filters={filters}
          fields={[
            { name: "batchNo", label: t`Batch` },
            { name: "deliveryNo", label: t`Delivery` },
            { name: "productName", label: t`Product` },
            { name: "version", label: t`Version` },
            { name: "visualSerialNo", label: t`Serial` },
            { name: "from", label: t`Received or started from`, kind: "date" },
            { name: "to", label: t`Received or started until`, kind: "date" },
          ]}
          onChange={(search) => navigate({ to: "/recall", search, replace: true })}
        />
        <Check
          label={t`Also what it was taken out of`}
          isChecked={body.includeRemoved === true}
          onChange={showRemoved}
        />
      </div>
      {isNamed ? (
        <Result items={recall.data} error={recall.error} body={body} />
      ) : (
        <Empty>
          <Trans>
            Name the suspect material by its batch, delivery, product, version or serial. All that
            contains it is listed, at any level.
          </Trans>
        </Empty>
      )}
    </Page>
  );
}

type Body = NonNullable<Call<"genealogyRecall">["body"]>;

interface ResultProps {
  readonly items: readonly Affected[] | undefined;
  readonly error: unknown;
  readonly body: Body;
}

function Result({ items: found, error, body }: ResultProps) {
  const items = useMemo(() => found && nearestFirst(found), [found]);
  const { isPrinting, print } = usePrint();
  if (error) return <ProblemNotice error={error} />;
  if (!items) return <Waiting />;
  if (items.length === 0) {
    return (
      <Empty>
        <Trans>No item matches, so nothing is affected.</Trans>
      </Empty>
    );
  }
  return (
    <>
      <p className="only-paper">{namedIn(body)}</p>
      <AffectedCounts body={body} />
      <OtherPlants items={items} body={body} />
      <Actions items={items} body={body} onPrint={print} />
      {isPrinting ? <PrintedAffected items={items} /> : undefined}
      <div className="only-screen recall-result">
        <div className="page">
          <AffectedList items={items} />
        </div>
        {items.length > nodesMax ? (
          <TooManyNodes count={items.length} />
        ) : (
          <PathGraph items={items} />
        )}
      </div>
    </>
  );
}

/** The filters in one line, for a printed list. */
const namedIn = ({ includeRemoved: _flag, ...filters }: Body) => Object.values(filters).join(" · ");

function AffectedCounts({ body }: { readonly body: Body }) {
  const { t, i18n } = useLingui();
  const { data, error } = useRead("genealogyRecallSummary", { body });
  if (error) return <ProblemNotice error={error} />;
  if (!data) return <Waiting />;
  const { count, held, inStock, formerMatches, removed, statuses } = data;
  const facts: readonly [string, number][] = [
    [t`Affected`, count],
    [t`On hold`, held],
    [t`In stock`, inStock],
    ...statuses.map((one): [string, number] => [one.status, one.count]),
    ...(formerMatches > 0 ? [[t`Formerly`, formerMatches] as [string, number]] : []),
    ...(removed > 0 ? [[t`Taken out`, removed] as [string, number]] : []),
  ];
  return (
    <section className="card" aria-label={t`Counts`}>
      <Facts facts={facts.map(([name, number]) => [name, i18n.number(number)])} />
    </section>
  );
}

interface ActionsProps {
  readonly items: readonly Affected[];
  readonly body: Body;
  readonly onPrint: () => void;
}

function Actions({ items, body, onPrint }: ActionsProps) {
  const may = useMay();
  const saving = useSaveCsv("genealogyRecall", "recall.csv");
  // The items at the time of the click: each hold changes the list behind the dialog.
  const [held, setHeld] = useState<readonly Affected[]>();
  const [free, further, batch] = [holdable(items), heldAlready(items), batchIn(body, items)];
  const [isBatchHeld, setBatchHeld] = useState(false);
  return (
    <div className="row only-screen">
      {may("materialItemHold") && free.length > 0 ? (
        <Button kind="main" onClick={() => setHeld(free)}>
          <Trans>Hold all {free.length}</Trans>
        </Button>
      ) : undefined}
      {may("materialItemHold") && further.length > 0 ? (
        <Button onClick={() => setHeld(further)}>
          <Plural
            value={further.length}
            one="Hold the # on hold for a further reason"
            other="Hold the # on hold for a further reason"
          />
        </Button>
      ) : undefined}
      {may("batchHoldUpsert") && batch ? (
        <Button onClick={() => setBatchHeld(true)}>
          <Trans>Hold the batch</Trans>
        </Button>
      ) : undefined}
      <Button onClick={() => saving.save({ body })} disabled={saving.isPending}>
        <Trans>Save as CSV</Trans>
      </Button>
      <Button onClick={onPrint}>
        <Trans>Print</Trans>
      </Button>
      {saving.error ? <ProblemNotice error={saving.error} /> : undefined}
      {held ? (
        <BulkDialog action="hold" items={held} onClose={() => setHeld(undefined)} />
      ) : undefined}
      {isBatchHeld && batch ? (
        <HoldBatchDialog batch={batch} onClose={() => setBatchHeld(false)} />
      ) : undefined}
    </div>
  );
}
