import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { Attachments } from "../../attachment/attachments.tsx";
import { useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page, Waiting } from "../../ui/page.tsx";
import { givenTimes } from "./times.ts";
import { CopyLink } from "../../ui/copy.tsx";
import { AsBuiltTab } from "./as-built-tab.tsx";
import { BuildLink } from "./build-link.tsx";
import { CompareTab } from "./compare-tab.tsx";
import { CompletenessTab } from "./completeness-tab.tsx";
import { EventsTab } from "./events-tab.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { ItemButtons } from "./item-buttons.tsx";
import { JsonTab } from "./json-tab.tsx";
import { ItemFacts } from "./item-facts.tsx";
import { type ItemTab, itemTabs } from "./tabs.ts";
import { Signatures } from "../../signature/signatures.tsx";
import { WhereUsedTab } from "./where-used-tab.tsx";
import "../../ui/tabs.css";
import "./item.css";

/** One item: what it is, what is in it, where it is, and what happened to it. */
export function ItemScreen() {
  const { t } = useLingui();
  const { id } = useParams({ from: "/items/$id" });
  const { tab = "as-built", at, knownAt, with: other } = useSearch({ from: "/items/$id" });
  const item = useRead("materialItemGet", { path: { id: Number(id) } });
  if (item.isPending) return <Waiting />;
  if (item.error) return <ProblemNotice error={item.error} />;
  // The answer is an empty list if there is no item.
  if (Array.isArray(item.data)) {
    return <Notice meaning="caution" title={t`There is no item with the id ${id}.`} />;
  }
  const found = item.data;
  return (
    <Page
      title={found.visualSerialNo}
      actions={
        <>
          <BuildLink item={found} />
          <ItemButtons item={found} />
          <Link
            to="/items/$id/report"
            params={{ id }}
            search={givenTimes({ at, knownAt })}
            className="button"
          >
            <Trans>Report</Trans>
          </Link>
          <CopyLink />
        </>
      }
    >
      <section className="card" aria-label={t`Summary`}>
        <ItemFacts item={found} />
      </section>
      <Tabs id={id} shown={tab} />
      {tab === "as-built" ? <AsBuiltTab id={found.id} at={at} knownAt={knownAt} /> : undefined}
      {tab === "where-used" ? <WhereUsedTab id={found.id} /> : undefined}
      {tab === "completeness" ? <CompletenessTab item={found} /> : undefined}
      {tab === "compare" ? <CompareTab item={found} other={other} /> : undefined}
      {tab === "attachments" ? (
        <Attachments entity="MaterialItem" entityID={found.id} />
      ) : undefined}
      {tab === "history" ? <HistoryTab id={found.id} /> : undefined}
      {tab === "signatures" ? (
        <Signatures
          record={{ entity: "MaterialItem", id: found.id, revNo: found.revNo }}
          name={found.visualSerialNo}
        />
      ) : undefined}
      {tab === "events" ? <EventsTab serial={found.visualSerialNo} /> : undefined}
      {tab === "json" ? <JsonTab item={found} /> : undefined}
    </Page>
  );
}

function Tabs({ id, shown }: { readonly id: string; readonly shown: ItemTab }) {
  const { t } = useLingui();
  const names: Readonly<Record<ItemTab, string>> = {
    "as-built": t`As built`,
    "where-used": t`Where used`,
    completeness: t`Completeness`,
    compare: t`Compare`,
    attachments: t`Attachments`,
    history: t`History`,
    signatures: t`Signatures`,
    events: t`Events`,
    json: "JSON",
  };
  return (
    <nav className="tabs" aria-label={t`Parts of the record`}>
      {itemTabs.map((name) => (
        <Link
          key={name}
          to="/items/$id"
          params={{ id }}
          search={{ tab: name }}
          aria-current={name === shown ? "page" : undefined}
        >
          {names[name]}
        </Link>
      ))}
    </nav>
  );
}
