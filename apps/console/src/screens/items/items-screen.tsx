import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { usePages } from "../../client/queries.ts";
import { RecordList } from "../../list/record-list.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { FilterBar } from "../../list/filter-bar.tsx";
import { Page } from "../../ui/page.tsx";
import { Quantity } from "../../ui/values.tsx";
import type { Item } from "../item/item.ts";
import { StatusChip } from "../item/status-chip.tsx";

/** The items that match the filters, which are in the address. */
export function ItemsScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const filters = useSearch({ from: "/items" });
  const pages = usePages("materialItemList", { body: filters, query: { limit: 100 } });
  return (
    <Page title={t`Items`}>
      <FilterBar
        filters={filters}
        fields={[
          { name: "visualSerialNo", label: t`Serial` },
          { name: "productName", label: t`Product` },
          { name: "batchNo", label: t`Batch` },
          { name: "orderNo", label: t`Works order` },
        ]}
        onChange={(search) => navigate({ to: "/items", search, replace: true })}
      />
      <RecordList
        label={t`Items`}
        columns={useColumns()}
        pages={pages}
        keyOf={({ id }) => id}
        onOpen={({ id }) => navigate({ to: "/items/$id", params: { id: String(id) } })}
        whenEmpty={<Trans>No item matches. Items appear here when they are received.</Trans>}
      />
    </Page>
  );
}

function useColumns(): readonly Column<Item>[] {
  const { t } = useLingui();
  return [
    { name: t`Serial`, widthRem: 12, share: 2, show: (item) => item.visualSerialNo },
    { name: t`Product`, widthRem: 10, share: 2, show: (item) => item.productName },
    { name: t`Status`, widthRem: 9, share: 1, show: (item) => <StatusChip item={item} /> },
    {
      name: t`Quantity`,
      widthRem: 7,
      share: 1,
      isNumber: true,
      show: (item) => <Quantity value={item.actualQty} />,
    },
    { name: t`Batch`, widthRem: 8, share: 1, show: (item) => item.batchNo },
    { name: t`Location`, widthRem: 8, share: 1, show: (item) => item.location },
    { name: t`Works order`, widthRem: 8, share: 1, show: (item) => item.orderNo },
  ];
}
