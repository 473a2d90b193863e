import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, Page, Waiting } from "../../ui/page.tsx";
import { Moment, Quantity } from "../../ui/values.tsx";
import type { Item } from "./item.ts";
import { AsBuiltTab } from "./as-built-tab.tsx";
import { CompletenessTab } from "./completeness-tab.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { ItemButtons } from "./item-buttons.tsx";
import { StatusChip } from "./status-chip.tsx";
import { type ItemTab, itemTabs } from "./tabs.ts";
import { useUnit } from "./use-product.ts";
import { WhereUsedTab } from "./where-used-tab.tsx";
import "./item.css";

/** One item: what it is, what is in it, where it is, and what happened to it. */
export function ItemScreen() {
  const { t } = useLingui();
  const { id } = useParams({ from: "/items/$id" });
  const { tab = "as-built" } = useSearch({ from: "/items/$id" });
  const item = useRead("materialItemGet", { path: { id: Number(id) } });
  if (item.isPending) return <Waiting />;
  if (item.error) return <ProblemNotice error={item.error} />;
  // The answer is an empty list if there is no item.
  if (Array.isArray(item.data)) {
    return <Notice meaning="caution" title={t`There is no item with the id ${id}.`} />;
  }
  const found = item.data;
  const names: Readonly<Record<ItemTab, string>> = {
    "as-built": t`As built`,
    "where-used": t`Where used`,
    completeness: t`Completeness`,
    history: t`History`,
  };
  return (
    <Page title={found.visualSerialNo} actions={<ItemButtons item={found} />}>
      <section className="card" aria-label={t`Summary`}>
        <ItemFacts item={found} />
      </section>
      <nav className="tabs" aria-label={t`Parts of the record`}>
        {itemTabs.map((name) => (
          <Link
            key={name}
            to="/items/$id"
            params={{ id }}
            search={{ tab: name }}
            aria-current={name === tab ? "page" : undefined}
          >
            {names[name]}
          </Link>
        ))}
      </nav>
      {tab === "as-built" ? <AsBuiltTab id={found.id} /> : undefined}
      {tab === "where-used" ? <WhereUsedTab id={found.id} /> : undefined}
      {tab === "completeness" ? <CompletenessTab item={found} /> : undefined}
      {tab === "history" ? <HistoryTab id={found.id} /> : undefined}
    </Page>
  );
}

function ItemFacts({ item }: { readonly item: Item }) {
  const { t } = useLingui();
  const unit = useUnit(item.productID);
  const { expiryDate } = item;
  const [shownAt] = useState(Date.now);
  const isExpired = expiryDate !== null && Date.parse(expiryDate) < shownAt;
  return (
    <Facts
      facts={[
        [t`Status`, <StatusChip key="status" item={item} />],
        [t`Hold reason`, item.holdReason],
        [t`Product`, item.productName],
        [t`Version`, item.version],
        [t`Quantity left`, <Quantity key="left" value={item.actualQty} unit={unit} />],
        [t`Nominal quantity`, <Quantity key="nominal" value={item.nominalQty} unit={unit} />],
        [t`Batch`, item.batchNo],
        [t`Location`, item.location],
        [t`Works order`, item.orderNo],
        [t`Delivery`, item.deliveryNo],
        [
          t`Expires`,
          expiryDate && (
            <span key="expiry" className={isExpired ? "field-error" : undefined}>
              <Moment at={expiryDate} /> {isExpired ? <Trans>expired</Trans> : undefined}
            </span>
          ),
        ],
        [t`Last change`, <Moment key="edit" at={item.lastEditDT} />],
      ]}
    />
  );
}
