import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { csvOf } from "../../list/csv.rules.ts";
import { FilterBar } from "../../list/filter-bar.tsx";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyLink } from "../../ui/copy.tsx";
import { Empty, Facts, Page, Waiting } from "../../ui/page.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { usePrint } from "../../ui/use-print.ts";
import { BulkDialog } from "../item/bulk-dialog.tsx";
import { countsOf, holdable, namesMaterial, nearestFirst } from "./affected.rules.ts";
import { type Affected, AffectedList, PrintedAffected, useTextColumns } from "./affected-list.tsx";
import { nodesMax, PathGraph, TooManyNodes } from "./path-graph.tsx";
import "./recall.css";

/** What suspect material went into, and the hold of all of it. */
export function RecallScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const filters = useSearch({ from: "/recall" });
  const isNamed = namesMaterial(filters);
  const recall = useRead("genealogyRecall", { body: filters }, isNamed);
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
      </div>
      {isNamed ? (
        <Result items={recall.data} error={recall.error} filters={filters} />
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

interface ResultProps {
  readonly items: readonly Affected[] | undefined;
  readonly error: unknown;
  readonly filters: Readonly<Record<string, string | undefined>>;
}

function Result({ items: found, error, filters }: ResultProps) {
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
      <p className="only-paper">{Object.values(filters).join(" · ")}</p>
      <AffectedCounts items={items} />
      <Actions items={items} onPrint={print} />
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

function AffectedCounts({ items }: { readonly items: readonly Affected[] }) {
  const { t, i18n } = useLingui();
  const { affected, held, dispatched, inStock } = useMemo(() => countsOf(items), [items]);
  return (
    <section className="card" aria-label={t`Counts`}>
      <Facts
        facts={[
          [t`Affected`, i18n.number(affected)],
          [t`On hold`, i18n.number(held)],
          [t`Dispatched`, i18n.number(dispatched)],
          [t`In stock`, i18n.number(inStock)],
        ]}
      />
    </section>
  );
}

interface ActionsProps {
  readonly items: readonly Affected[];
  readonly onPrint: () => void;
}

function Actions({ items, onPrint }: ActionsProps) {
  const may = useMay();
  const columns = useTextColumns();
  // The items at the time of the click: each hold changes the list behind the dialog.
  const [held, setHeld] = useState<readonly Affected[]>();
  const free = holdable(items);
  return (
    <div className="row only-screen">
      {may("materialItemHold") && free.length > 0 ? (
        <Button kind="main" onClick={() => setHeld(free)}>
          <Trans>Hold all {free.length}</Trans>
        </Button>
      ) : undefined}
      <Button onClick={() => saveFile("recall.csv", "text/csv", csvOf(columns, items))}>
        <Trans>Save as CSV</Trans>
      </Button>
      <Button onClick={onPrint}>
        <Trans>Print</Trans>
      </Button>
      {held ? (
        <BulkDialog action="hold" items={held} onClose={() => setHeld(undefined)} />
      ) : undefined}
    </div>
  );
}
