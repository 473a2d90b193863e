import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { usePages, useRead } from "../../client/queries.ts";
import { FilterBar } from "../../list/filter-bar.tsx";
import { useMarks } from "../../list/marks.ts";
import { RecordList } from "../../list/record-list.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { useMay } from "../../session/session.tsx";
import { CopyLink } from "../../ui/copy.tsx";
import { Page } from "../../ui/page.tsx";
import { Moment, Quantity } from "../../ui/values.tsx";
import { BulkBar } from "../item/bulk-bar.tsx";
import { type Item, namesOfHolds } from "../item/item.ts";
import { useUnit } from "../item/use-product.ts";
import { holdChangeOf } from "./hold-change.rules.ts";

/** The items on hold: why, by whom and since when. A person releases one or many. */
export function HoldsScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const may = useMay();
  const filters = useSearch({ from: "/holds" });
  const pages = usePages("materialItemSearch", {
    body: { ...filters, isHeld: true, order: "lastChanged" },
  });
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? [], [pages.data]);
  const marks = useMarks(rows);
  return (
    <Page title={t`Holds`} actions={<CopyLink />}>
      <FilterBar
        key={JSON.stringify(filters)}
        filters={filters}
        fields={[
          { name: "text", label: t`Serial begins with` },
          { name: "productName", label: t`Product` },
          { name: "batchNo", label: t`Batch` },
          { name: "orderNo", label: t`Works order` },
        ]}
        onChange={(search) => navigate({ to: "/holds", search, replace: true })}
      />
      <div className="row">
        <BulkBar items={marks.rows} onUnmark={marks.clear} actions={["release", "hold"]} />
      </div>
      <RecordList
        label={t`Items on hold`}
        columns={useColumns()}
        pages={pages}
        keyOf={({ id }) => id}
        onOpen={({ id }) => navigate({ to: "/items/$id", params: { id: String(id) } })}
        marks={
          may("materialItemRelease") || may("materialItemHold")
            ? { ...marks, nameOf: ({ visualSerialNo }) => visualSerialNo }
            : undefined
        }
        whenEmpty={<Trans>Nothing is on hold that matches.</Trans>}
      />
    </Page>
  );
}

function useColumns(): readonly Column<Item>[] {
  const { t } = useLingui();
  return [
    { name: t`Serial`, widthRem: 12, share: 2, show: (item) => item.visualSerialNo },
    { name: t`Product`, widthRem: 9, share: 1, show: (item) => item.productName },
    {
      name: t`Quantity`,
      widthRem: 7,
      share: 0.5,
      isNumber: true,
      show: (item) => <ItemQuantity item={item} />,
    },
    { name: t`Hold reason`, widthRem: 8, share: 1, show: namesOfHolds },
    { name: t`Held by`, widthRem: 9, share: 1, show: ({ id }) => <HeldBy id={id} /> },
    { name: t`Since`, widthRem: 16, share: 1, show: ({ id }) => <HeldSince id={id} /> },
    { name: t`Comment`, widthRem: 14, share: 2, show: ({ id }) => <HoldComment id={id} /> },
    { name: t`Location`, widthRem: 8, share: 1, show: (item) => item.location },
  ];
}

function ItemQuantity({ item }: { readonly item: Item }) {
  return <Quantity value={item.actualQty} unit={useUnit(item.productID)} />;
}

interface OfItem {
  readonly id: number;
}

const HeldBy = ({ id }: OfItem) => useHoldChange(id)?.user;

function HeldSince({ id }: OfItem) {
  const change = useHoldChange(id);
  return <Moment at={change && (change.occurredAt ?? change.at)} />;
}

const HoldComment = ({ id }: OfItem) => useHoldChange(id)?.comment;

/** An item on hold changes rarely: its hold is among its last changes. */
const changesMax = 50;

/** Returns the change that put an item on hold; undefined while it is read. */
function useHoldChange(id: number) {
  const history = useRead("materialItemHistory", {
    body: { id, order: "newest" },
    query: { limit: changesMax, fields: "action,at,occurredAt,user,comment,after" },
  });
  return holdChangeOf(history.data ?? []);
}
