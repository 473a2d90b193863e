import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { usePages, useRead } from "../../client/queries.ts";
import { useOptionName } from "../../contract/choices.ts";
import { FilterBar } from "../../list/filter-bar.tsx";
import { Select, YesOrNo } from "../../list/pickers.tsx";
import { RecordList } from "../../list/record-list.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { useMay } from "../../session/session.tsx";
import { Total } from "../../ui/count.tsx";
import { Page } from "../../ui/page.tsx";
import { ActiveChip } from "../../ui/active-chip.tsx";
import type { InputOf } from "../../ui/field.tsx";
import { ImportLink } from "../import/import-link.tsx";
import { productOrders, productSearchOf, trackings } from "./filters.rules.ts";

type Product = Answer<"productSearch">[number];

function OrderSelect(input: InputOf) {
  const optionName = useOptionName();
  const options = productOrders.map((value) => ({ value, label: optionName("order", value) }));
  return <Select {...input} options={options} />;
}

/** The products that match the filters, which are in the address. */
export function ProductsScreen() {
  const { t } = useLingui();
  const may = useMay();
  const navigate = useNavigate();
  const filters = useSearch({ from: "/products" });
  const search = productSearchOf(filters);
  const { order: _, ...counted } = search;
  const pages = usePages("productSearch", { body: search });
  const count = useRead("productCount", { body: counted });
  return (
    <Page
      title={t`Products`}
      actions={
        may("productUpsert") ? (
          <>
            <ImportLink of="productUpsert" />
            <Link to="/products/$id" params={{ id: "new" }} className="button" data-kind="main">
              <Trans>New product</Trans>
            </Link>
          </>
        ) : undefined
      }
    >
      <FilterBar
        filters={filters}
        fields={[
          { name: "text", label: t`Name or code begins with` },
          { name: "ProductType", label: t`Product type` },
          { name: "Tracking", label: t`Tracking`, options: trackings },
          { name: "IsActive", label: t`Active`, Input: YesOrNo },
          { name: "order", label: t`Sort by`, Input: OrderSelect },
        ]}
        onChange={(given) => navigate({ to: "/products", search: given, replace: true })}
      />
      <Total counted={count.data} />
      <RecordList
        label={t`Products`}
        columns={useColumns()}
        pages={pages}
        keyOf={({ ID }) => ID}
        onOpen={({ ID }) => navigate({ to: "/products/$id", params: { id: String(ID) } })}
        whenEmpty={<Trans>No product matches. An engineer creates products.</Trans>}
      />
    </Page>
  );
}

function useColumns(): readonly Column<Product>[] {
  const { t } = useLingui();
  const optionName = useOptionName();
  return [
    { name: t`Name`, widthRem: 12, share: 2, show: (row) => row.Name },
    { name: t`Code`, widthRem: 8, share: 1, show: (row) => row.SUID },
    { name: t`Version`, widthRem: 5, share: 0.5, show: (row) => row.Version },
    { name: t`Product type`, widthRem: 9, share: 1, show: (row) => row.ProductType },
    { name: t`Unit`, widthRem: 5, share: 0.5, show: (row) => row.BaseUnit },
    {
      name: t`Tracking`,
      widthRem: 7,
      share: 0.5,
      show: (row) => optionName("Tracking", row.Tracking),
    },
    { name: t`Description`, widthRem: 14, share: 3, show: (row) => row.Description },
    {
      name: t`State`,
      widthRem: 7,
      share: 0.5,
      show: (row) => <ActiveChip isActive={row.IsActive} />,
    },
  ];
}
