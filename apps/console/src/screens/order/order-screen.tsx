import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { Attachments } from "../../attachment/attachments.tsx";
import { usePages, useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { ChangeList } from "../../list/change-list.tsx";
import { CopyLink } from "../../ui/copy.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, Page, Waiting } from "../../ui/page.tsx";
import { Moment, Quantity } from "../../ui/values.tsx";
import { useUnit } from "../item/use-product.ts";
import { OrderActions } from "./order-actions.tsx";
import { OrderChip } from "./order-chip.tsx";
import type { Order } from "./order.ts";
import { PickListTab } from "./pick-list-tab.tsx";
import { type OrderTab, orderTabs } from "./tabs.ts";
import { UnitsTab } from "./units-tab.tsx";
import "../../ui/print.css";
import "../../ui/tabs.css";
import "./order.css";

/** One works order: what it makes, how far its units are, and what they lack. */
export function OrderScreen() {
  const { t } = useLingui();
  const { orderNo } = useParams({ from: "/orders/$orderNo" });
  const orders = useRead("worksOrderList", { body: { orderNo } });
  if (orders.error) return <ProblemNotice error={orders.error} />;
  if (!orders.data) return <Waiting />;
  const [order] = orders.data;
  if (!order) {
    return (
      <Notice meaning="caution" title={t`There is no works order with the number ${orderNo}.`} />
    );
  }
  return (
    <Page
      title={order.orderNo}
      actions={
        <>
          <OrderActions order={order} />
          <CopyLink />
        </>
      }
    >
      <OrderFacts order={order} />
      <Parts order={order} />
    </Page>
  );
}

function OrderFacts({ order }: { readonly order: Order }) {
  const { t } = useLingui();
  const unit = useUnit(order.productID);
  return (
    <section className="card" aria-label={t`Summary`}>
      <Facts
        facts={[
          [t`Status`, <OrderChip key="status" status={order.status} />],
          [t`Product`, order.productName],
          [t`BoM version`, `${order.bom} ${order.version}`],
          [t`Quantity`, <Quantity key="qty" value={order.qty} unit={unit} />],
          [t`Started on`, order.startDT && <Moment key="start" at={order.startDT} />],
          [t`Ended on`, order.endDT && <Moment key="end" at={order.endDT} />],
          [t`Description`, order.description],
        ]}
      />
    </section>
  );
}

function Parts({ order }: { readonly order: Order }) {
  const { t } = useLingui();
  const { orderNo } = order;
  const { tab = "units" } = useSearch({ from: "/orders/$orderNo" });
  const names: Readonly<Record<OrderTab, string>> = {
    units: t`Units`,
    "pick-list": t`Pick list`,
    attachments: t`Attachments`,
    history: t`History`,
  };
  return (
    <>
      <nav className="tabs only-screen" aria-label={t`Parts of the record`}>
        {orderTabs.map((name) => (
          <Link
            key={name}
            to="/orders/$orderNo"
            params={{ orderNo }}
            search={{ tab: name }}
            aria-current={name === tab ? "page" : undefined}
          >
            {names[name]}
          </Link>
        ))}
      </nav>
      {tab === "units" ? <UnitsTab order={order} /> : undefined}
      {tab === "pick-list" ? <PickListTab order={order} /> : undefined}
      {tab === "attachments" ? <Attachments entity="WorksOrder" entityID={order.id} /> : undefined}
      {tab === "history" ? <OrderHistory id={order.id} /> : undefined}
    </>
  );
}

function OrderHistory({ id }: { readonly id: number }) {
  const changes = usePages("historyList", {
    body: { entity: "WorksOrder", id, order: "newest" },
  });
  return <ChangeList changes={changes} whenEmpty={<Trans>Nothing has been changed.</Trans>} />;
}
