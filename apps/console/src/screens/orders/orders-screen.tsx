import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { usePages, useRead } from "../../client/queries.ts";
import { FilterBar } from "../../list/filter-bar.tsx";
import { RecordList } from "../../list/record-list.tsx";
import { ProductPicker } from "../../list/pickers.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Page } from "../../ui/page.tsx";
import { Total } from "../../ui/count.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Moment, Quantity } from "../../ui/values.tsx";
import { ImportLink } from "../import/import-link.tsx";
import { useUnit } from "../item/use-product.ts";
import { OrderChip, orderStatusNames } from "../order/order-chip.tsx";
import { OrderForm } from "../order/order-form.tsx";
import { type Order, type OrderStatus, orderStatuses } from "../order/order.ts";

/** The works orders that match the filters, which are in the address. */
export function OrdersScreen() {
  const { t, i18n } = useLingui();
  const may = useMay();
  const navigate = useNavigate();
  const filters = useSearch({ from: "/orders" });
  const [isNew, setNew] = useState(false);
  const pages = usePages("worksOrderSearch", { body: filters });
  const count = useRead("worksOrderCount", { body: filters });
  const show = (search: typeof filters) => navigate({ to: "/orders", search, replace: true });
  const open = (orderNo: string) => navigate({ to: "/orders/$orderNo", params: { orderNo } });
  const { status, ...others } = filters;
  return (
    <Page
      title={t`Works orders`}
      actions={
        may("worksOrderUpsert") ? (
          <>
            <ImportLink of="worksOrderUpsert" />
            <Button kind="main" onClick={() => setNew(true)}>
              <Trans>New order</Trans>
            </Button>
          </>
        ) : undefined
      }
    >
      <FilterBar
        filters={filters}
        fields={[
          { name: "text", label: t`Number begins with` },
          { name: "productName", label: t`Product`, Input: ProductPicker },
        ]}
        onChange={show}
      />
      <Choice<OrderStatus | "">
        label={t`Status`}
        value={status ?? ""}
        options={[
          ["", t`All`],
          ...orderStatuses.map((name) => [name, i18n._(orderStatusNames[name])] as const),
        ]}
        onChange={(chosen) => show(chosen === "" ? others : { ...others, status: chosen })}
      />
      <Total counted={count.data} />
      <RecordList
        label={t`Works orders`}
        columns={useColumns()}
        pages={pages}
        keyOf={({ id }) => id}
        onOpen={({ orderNo }) => open(orderNo)}
        whenEmpty={<Trans>No works order matches. An engineer creates works orders.</Trans>}
      />
      {isNew ? (
        <Dialog title={t`New works order`} onClose={() => setNew(false)}>
          <OrderForm onSaved={open} onClose={() => setNew(false)} />
        </Dialog>
      ) : undefined}
    </Page>
  );
}

function useColumns(): readonly Column<Order>[] {
  const { t } = useLingui();
  // One request has the units of the newest started orders. Those of others are in their screens.
  const summary = useRead("summaryGet", { body: {} });
  const progress = new Map(summary.data?.startedOrders.map((order) => [order.id, order]));
  const showUnits = ({ id, orderNo }: Order) => {
    const known = progress.get(id);
    if (!known || known.isCapped) return undefined;
    const { units, unitsComplete } = known;
    return <ProgressBar label={t`${orderNo}: finished units`} done={unitsComplete} of={units} />;
  };
  return [
    { name: t`Number`, widthRem: 8, share: 2, show: ({ orderNo }) => orderNo },
    { name: t`Status`, widthRem: 7, share: 1, show: ({ status }) => <OrderChip status={status} /> },
    { name: t`Product`, widthRem: 8, share: 2, show: ({ productName }) => productName },
    {
      name: t`Quantity`,
      widthRem: 6,
      share: 0.5,
      isNumber: true,
      show: (order) => <OrderQuantity order={order} />,
    },
    { name: t`Finished units`, widthRem: 10, share: 1, show: showUnits },
    { name: t`Started on`, widthRem: 14, share: 1, show: ({ startDT }) => <Moment at={startDT} /> },
  ];
}

/** The orders in sight are of few products: each of these is read once. */
const OrderQuantity = ({ order: { qty, productID } }: { readonly order: Order }) => (
  <Quantity value={qty} unit={useUnit(productID)} />
);
