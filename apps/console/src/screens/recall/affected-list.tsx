import type { Answer } from "@asbuilt/client";
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { TextColumn } from "../../list/csv.rules.ts";
import { PrintedTable } from "../../list/printed-table.tsx";
import { type Column, VirtualGrid } from "../../list/virtual-grid.tsx";
import { Quantity } from "../../ui/values.tsx";
import { StatusChip } from "../item/status-chip.tsx";

export type Affected = Answer<"genealogyRecall">[number];

/** Every affected item with its state and its path to the suspect material. */
export function AffectedList({ items }: { readonly items: readonly Affected[] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [active, setActive] = useState(0);
  const open = ({ id }: Affected) => navigate({ to: "/items/$id", params: { id: String(id) } });
  return (
    <VirtualGrid
      role="grid"
      label={t`Affected items`}
      columns={useColumns()}
      rows={items}
      keyOf={({ id }) => id}
      isWhole
      active={Math.min(active, items.length - 1)}
      onActive={setActive}
      onOpen={open}
      rowAttributes={(item) => ({ onClick: () => open(item) })}
    />
  );
}

export function PrintedAffected({ items }: { readonly items: readonly Affected[] }) {
  const { t } = useLingui();
  const columns = useColumns();
  const label = t`Affected items`;
  return <PrintedTable label={label} columns={columns} rows={items} keyOf={({ id }) => id} />;
}

const pathText = ({ path }: Affected) =>
  path.map(({ visualSerialNo }) => visualSerialNo).join(" → ");

function useColumns(): readonly Column<Affected>[] {
  const { t } = useLingui();
  return [
    { name: t`Serial`, widthRem: 10, share: 2, show: (item) => item.visualSerialNo },
    { name: t`Product`, widthRem: 7, share: 1, show: (item) => item.productName },
    { name: t`Level`, widthRem: 3.5, share: 0, isNumber: true, show: (item) => item.level },
    { name: t`Path`, widthRem: 15, share: 3, show: pathText },
    { name: t`Status`, widthRem: 12, share: 1, show: (item) => <StatusChip item={item} /> },
    {
      name: t`Quantity left`,
      widthRem: 8,
      share: 0.5,
      isNumber: true,
      show: (item) => <Quantity value={item.actualQty} unit={item.unit} />,
    },
    { name: t`Batch`, widthRem: 7, share: 1, show: (item) => item.batchNo },
    { name: t`Version`, widthRem: 5, share: 0.5, show: (item) => item.version },
    { name: t`Hold reason`, widthRem: 8, share: 1, show: (item) => item.holdReason },
  ];
}

/** The columns of the file. Quantities and their units are apart, for computing. */
export function useTextColumns(): readonly TextColumn<Affected>[] {
  const { t } = useLingui();
  return [
    { name: t`Serial`, text: (item) => item.visualSerialNo },
    { name: t`Product`, text: (item) => item.productName },
    { name: t`Version`, text: (item) => item.version },
    { name: t`Batch`, text: (item) => item.batchNo },
    { name: t`Level`, text: (item) => item.level },
    { name: t`Quantity left`, text: (item) => item.actualQty },
    { name: t`Unit`, text: (item) => item.unit },
    { name: t`Status`, text: (item) => item.status },
    { name: t`Hold reason`, text: (item) => item.holdReason },
    { name: t`Path`, text: pathText },
  ];
}
